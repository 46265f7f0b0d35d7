/** Commands that work on the files of a protocol: they need neither a key nor a community. */
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import type { SelfTestReport } from '../../../shared/bridge/contract.ts';
import { adversaryRoundsMax } from '../../../shared/bridge/self-test.ts';
import { type StudioTemplate, studioTemplates } from '../../../shared/bridge/studio.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { parseJson } from '../../../shared/json/parse.ts';
import { readOwnSpec } from '../../../shared/protocol/commit-reveal.ts';
import { protocolIdOf } from '../../../shared/protocol/contract.ts';
import { diffSpecs } from '../../../shared/protocol/diff.ts';
import { validateMessage } from '../../../shared/protocol/message.ts';
import {
  type Direction,
  directions,
  readSpec,
  type Spec,
  type SupportedMode,
  supportedModes,
} from '../../../shared/protocol/spec.ts';
import { templateSpec } from '../../../shared/protocol/templates.ts';
import { presentTest } from '../../bridge/protocols.ts';
import { nodeLauncher } from '../../hooks/node-launcher.ts';
import { type SelfTestOptions, selfTest } from '../../hooks/self-test.ts';
import { generateSkeleton, unfinishedMethods } from '../../hooks/skeleton.ts';
import { defaultResourcesDir } from '../../installation.ts';
import { readSpecFile } from '../../library/spec-file.ts';
import { readProjectFiles } from '../../studio/files.ts';
import { type FixtureResult, runFixtures } from '../../studio/fixture-run.ts';
import { newProject, templateProject, writeProject } from '../../studio/new-project.ts';
import { specNotes, validateProject } from '../../studio/validate.ts';
import { helpText, parseJsonObject, readTextFile } from '../arguments.ts';
import { type CommonOptions, commonOptions, readDataDir } from '../open-core.ts';
import { applyStyle } from '../output/layout.ts';
import { print, printFields } from '../output/print.ts';
import { problemText } from '../output/problems.ts';
import { writeError } from '../output/terminal.ts';
import { allowsSkeletonHooks } from '../play-flags.ts';
import { printDiff } from './protocol-diff.ts';
import { printTest } from './protocol-test.ts';
import { type PictureFlags, type PictureReport, testPictures } from './test-pictures.ts';

export function createCommand(): Command {
  return new Command('create')
    .description('Create a folder with a valid spec, hooks to complete and a board, to start a protocol from.')
    .addOption(
      new Option('--template <template>', 'a mode, with hooks to complete, or a small finished game: turns, rounds')
        .choices([...supportedModes, ...studioTemplates])
        .default('session_loop'),
    )
    .requiredOption('--output <dir>', 'the folder; existing files are never replaced')
    .option('--name <name>', 'name of the protocol', 'My Protocol')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText('parlor protocol create --template simultaneous_round --output duel --name Duel'))
    .action(async (flags: { template: SupportedMode | StudioTemplate; output: string; name: string; json?: true }) => {
      const { files, mode } = await projectFiles(flags.template, flags.name);
      await writeProject(flags.output, files).catch((cause: unknown) => {
        if (cause instanceof ParlorError) throw cause;
        const { code, path } = cause as NodeJS.ErrnoException;
        if (code === 'EEXIST') throw new ParlorError('already_exists', `${path} already exists and was not changed.`);
        throw new ParlorError('bad_arguments', `${path} cannot be written.`, undefined, { cause });
      });
      printFields(
        flags,
        { path: flags.output, files: files.map(([path]) => path), mode },
        {
          nextStep: `Try it with: parlor protocol test ${flags.output}${isGame(flags.template) ? '' : ' --allow-skeleton-hooks'}\nSee it live: parlor studio ${flags.output}`,
        },
      );
    });
}

async function projectFiles(template: SupportedMode | StudioTemplate, name: string) {
  const resourcesDir = defaultResourcesDir();
  if (isGame(template)) return templateProject(resourcesDir, template, name);
  const spec = templateSpec(template, name);
  return {
    files: await newProject(resourcesDir, spec, generateSkeleton(spec, { typed: true })),
    mode: template,
  };
}

const isGame = (template: string): template is StudioTemplate =>
  (studioTemplates as readonly string[]).includes(template);

export function hashCommand(): Command {
  return new Command('hash')
    .description('Print the id of a protocol, the SHA-256 of the parts of its spec that bind both sides.')
    .argument('<spec>', 'path of a spec.json')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText('parlor protocol hash spec.json'))
    .action(async (path: string, flags: { json?: true }) => {
      const protocol_id = protocolIdOf(await readTextFile(path));
      print(flags, { json: { protocol_id }, lines: () => protocol_id, text: () => protocol_id });
    });
}

interface ValidateFlags {
  direction?: Direction;
  message?: string;
  quiet?: true;
  json?: true;
}

/** `path`: the command's full name, for its examples. */
export function validateCommand(path: string): Command {
  return new Command('validate')
    .description('Check a spec against the rules for specs, or a message against a spec.')
    .argument('<spec>', 'path of a spec.json')
    .argument('[message_json]', 'the message, as JSON or the path of a JSON file')
    .addOption(new Option('--direction <direction>', 'who sends the message').choices([...directions]))
    .option('--message <name>', 'only as the message of this name in the spec')
    .option('--quiet', 'print nothing; only set the exit code')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      helpText(`${path} spec.json\n${path} spec.json '{"action":"move","turn":1,"col":3}' --direction guest_to_host`),
    )
    .action(async (path: string, message: string | undefined, flags: ValidateFlags) => {
      const text = await readTextFile(path);
      const problems = message === undefined ? specProblems(text) : await messageProblems(text, message, flags);
      const notes = message === undefined && problems.length === 0 ? specNotes(text, readSpec(text).spec) : [];
      if (problems.length > 0) process.exitCode = 1;
      if (flags.quiet) return;
      const valid = problems.length === 0;
      const verdict = valid ? 'valid\n' : '';
      print(flags, {
        json: { valid, problems, notes },
        lines: () => verdict,
        text: () => applyStyle('green', verdict),
      });
      if (flags.json) return;
      for (const problem of problems) writeError(`${problem}\n`);
      writeError(notes.map(problemText).join(''));
    });
}

const specProblems = (text: string): string[] =>
  readOwnSpec(text).problems.map(({ pointer, message }) => `${pointer || '/'}: ${message}`);

async function messageProblems(text: string, message: string, { direction, message: name }: ValidateFlags) {
  if (direction === undefined) throw new ParlorError('bad_arguments', 'To check a message, give its --direction.');
  const { spec } = readSpec(text);
  const value = parseJson(message.trimStart().startsWith('{') ? message : await readTextFile(message));
  const messages = spec.messages.filter((definition) => name === undefined || definition.name === name);
  return validateMessage({ ...spec, messages } as Spec, value, direction);
}

interface TestFlags extends CommonOptions, PictureFlags {
  options?: string;
  adversarial?: true;
  rounds?: number;
  seed?: string;
  allowSkeletonHooks?: true;
}

export function testCommand(): Command {
  return commonOptions(new Command('test'))
    .description('Play a protocol against itself, with its hooks in both seats, and run the fixtures of its folder.')
    .argument('<folder-or-id>', 'a folder with spec.json and hooks.js, or the id of a protocol on this computer')
    .option('--options <json>', 'options of the table (default: those in the hooks’ metadata)')
    .option(
      '--adversarial',
      'also play against a peer that breaks every rule it can and lies; the hooks must refuse each attempt',
    )
    .option(
      '--rounds <n>',
      'with --adversarial: how long it tries, from 1 to 50; 1 is about a minute of processor time for slow hooks',
      parseRounds,
      1,
    )
    .option('--seed <seed>', 'the same seed plays the same game and makes the same attempts', parseSeed, 'self-test')
    .option('--allow-skeleton-hooks', 'play even if the hooks are unfinished')
    .option('--keep-pictures', 'keep pictures of the board at the position of every fixture, instead of comparing them')
    .option('--browser <file>', 'the browser that takes pictures (default: CHROME_PATH, or the first one installed)')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      helpText('parlor protocol test .\nparlor protocol test connect-four --adversarial --seed 7', testExitCodes),
    )
    .action(async (folderOrId: string, flags: TestFlags) => {
      const options = flags.options === undefined ? undefined : parseJsonObject('--options', flags.options);
      const { adversarial, rounds, seed } = flags;
      if ((flags.keepPictures || flags.browser) && !(await isFolder(folderOrId)))
        throw new ParlorError('bad_arguments', 'Pictures are kept only in the folder of a protocol.');
      const files = (await isFolder(folderOrId)) ? await readHookFiles(folderOrId, flags) : null;
      const report = files
        ? await testFiles(files, { options, adversarial, rounds, seed })
        : await readDataDir(flags, ({ bridge }) =>
            bridge.protocols.self_test({ protocol: folderOrId, options, adversarial, rounds, seed }),
          );
      const fixtures = files ? await runFixtures(nodeLauncher(), { ...files, folder: folderOrId }) : [];
      const pictures = files ? await testPictures(folderOrId, flags) : null;
      process.exitCode = exitCodeOf(report, fixtures, pictures);
      printTest(flags, report, fixtures, pictures);
    });
}

const testExitCodes =
  '\nExit codes: 0 everything passed; 1 a game or a fixture failed, a picture differs from the kept one, or the hooks accepted a message against the rules or failed at one; 2 wrong arguments; 3 only with --adversarial: nothing failed, but the hooks accepted messages that cannot be judged; 4 nothing failed, but kept pictures could not be compared.';

function exitCodeOf(
  { ok, adversary }: SelfTestReport,
  fixtures: readonly FixtureResult[],
  pictures: PictureReport | null,
): number {
  const isUnproven = adversary?.result === 'not_proven';
  if (fixtures.some((fixture) => !fixture.ok) || pictures?.outcome === 'failed') return 1;
  if (!ok) return isUnproven ? 3 : 1;
  return pictures?.outcome === 'uncompared' ? 4 : 0;
}

function parseRounds(text: string): number {
  const rounds = Number(text);
  if (/^\d{1,3}$/.test(text) && rounds >= 1 && rounds <= adversaryRoundsMax) return rounds;
  throw new ParlorError('bad_arguments', `--rounds must be a number from 1 to ${adversaryRoundsMax}.`);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

interface HookFiles {
  spec: Spec;
  specText: string;
  source: string;
}

async function testFiles(
  { specText, ...files }: HookFiles,
  settings: Pick<SelfTestOptions, 'options' | 'adversarial' | 'rounds' | 'seed'>,
): Promise<SelfTestReport> {
  const test = await selfTest(nodeLauncher(), { ...files, ...settings });
  const report = presentTest(test, { hooks: files.source, spec: specText });
  // `validate` reports missing bounds; here the attacks show whether they do harm.
  const notes = specNotes(specText, files.spec).filter(({ kind }) => kind !== 'spec_no_bound');
  return { ...report, problems: [...report.problems, ...notes] };
}

function parseSeed(text: string): string {
  if (text.length >= 1 && text.length <= 64) return text;
  throw new ParlorError('bad_arguments', '--seed must have 1 to 64 characters.');
}

/** Rejects `hooks_unfinished`, and an invalid spec after printing all problems of the folder. */
async function readHookFiles(folder: string, { allowSkeletonHooks, json }: TestFlags): Promise<HookFiles> {
  const path = join(folder, 'hooks.js');
  const specText = await readSpecFile(join(folder, 'spec.json')).catch(async (error: unknown) => {
    const problems = validateProject({ ...(await readProjectFiles(folder)), ui: null }).problems.filter(
      ({ severity }) => severity === 'error',
    );
    if (!json) writeError(problems.map(problemText).join(''));
    throw error;
  });
  const { spec } = readSpec(specText);
  const source = await readTextFile(path);
  const methodNames = unfinishedMethods(source);
  if (methodNames.length > 0 && !(allowSkeletonHooks ?? allowsSkeletonHooks(process.env))) {
    throw new ParlorError('hooks_unfinished', `The hooks at ${path} are not finished: ${methodNames.join(', ')}.`);
  }
  return { spec, specText, source };
}

export function diffCommand(): Command {
  return commonOptions(new Command('diff'))
    .description('Show what differs between two protocols: messages, fields, options, flow and rules.')
    .argument('<before>', 'path of a spec.json, or the id of a protocol on this computer')
    .argument('<after>', 'the same')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText('parlor protocol diff connect-four spec.json'))
    .action(async (before: string, after: string, flags: CommonOptions) => {
      printDiff(flags, diffSpecs(await readSpecText(before, flags), await readSpecText(after, flags)));
    });
}

/** Reads a file, or else the spec of a protocol on this computer. */
async function readSpecText(pathOrId: string, flags: CommonOptions): Promise<string> {
  const isNamed = await lstat(pathOrId).then(
    (stats) => !stats.isDirectory(),
    () => false,
  );
  if (isNamed) return readTextFile(pathOrId);
  return readDataDir(flags, async ({ bridge }) => {
    const { path } = await bridge.protocols.path({ protocol: pathOrId });
    return readTextFile(join(path, 'spec.json'));
  });
}
