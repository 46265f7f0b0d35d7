/** What can be said of a protocol from its files alone: no key, no community. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { parseJson } from '../../../shared/json/parse.ts';
import { protocolIdOf } from '../../../shared/protocol/contract.ts';
import { diffSpecs, type FieldChange, type PlaceChange, type SpecDiff } from '../../../shared/protocol/diff.ts';
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
import { selfTest } from '../../hooks/self-test.ts';
import { generateSkeleton, openMethods } from '../../hooks/skeleton.ts';
import { readDraft } from '../../library/register.ts';
import { fileText, helpWith, jsonObject } from '../arguments.ts';
import { printFound, printJson, printRow } from '../printer.ts';
import { type CommonOptions, commonOptions, withDataDir } from '../session.ts';
import { printTest } from './protocol-test.ts';

export function createCommand(): Command {
  return new Command('create')
    .description('a folder to begin a protocol in: a spec within the rules, and hooks to complete')
    .addOption(
      new Option('--template <mode>', 'how a table of it goes').choices([...supportedModes]).default('session_loop'),
    )
    .requiredOption('--output <dir>', 'the folder; nothing in it is written over')
    .option('--name <name>', 'what it is called', 'My Protocol')
    .option('--json', 'one JSON object')
    .addHelpText('after', helpWith('parlor protocol create --template simultaneous_round --output duel --name Duel'))
    .action(async (flags: { template: SupportedMode; output: string; name: string; json?: true }) => {
      const spec = templateSpec(flags.template, flags.name);
      const files = { 'spec.json': `${JSON.stringify(spec, null, 2)}\n`, 'hooks.js': generateSkeleton(spec) };
      await mkdir(flags.output, { recursive: true });
      for (const [name, text] of Object.entries(files)) await writeNew(join(flags.output, name), text);
      printFound({ path: flags.output, files: Object.keys(files), mode: flags.template }, flags.json);
    });
}

async function writeNew(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx' }).catch((cause: unknown) => {
    const there = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    if (there) throw new ParlorError('already_exists', `${path} is there, and is kept.`);
    throw new ParlorError('bad_arguments', `${path} cannot be written.`, undefined, { cause });
  });
}

export function hashCommand(): Command {
  return new Command('hash')
    .description('the id of a protocol: the SHA-256 of what binds both sides')
    .argument('<spec>', 'path of a spec.json')
    .option('--json', 'one JSON object')
    .addHelpText('after', helpWith('parlor protocol hash spec.json'))
    .action(async (path: string, { json }: { json?: true }) => {
      const protocol_id = protocolIdOf(await fileText(path));
      if (json) printJson({ protocol_id });
      else process.stdout.write(`${protocol_id}\n`);
    });
}

interface ValidateFlags {
  direction?: Direction;
  message?: string;
  quiet?: true;
  json?: true;
}

export function validateCommand(): Command {
  return new Command('validate')
    .description('check a spec against the rules for specifications, or one message against a spec')
    .argument('<spec>', 'path of a spec.json')
    .argument('[message_json]', 'the message: JSON, or the path of a file with it')
    .addOption(new Option('--direction <direction>', 'who sends the message').choices([...directions]))
    .option('--message <name>', 'only the message of this name in the spec')
    .option('--quiet', 'say nothing; the exit code tells')
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      helpWith(
        `parlor protocol validate spec.json\nparlor protocol validate spec.json '{"action":"move","turn":1,"col":3}' --direction guest_to_host`,
      ),
    )
    .action(async (path: string, message: string | undefined, flags: ValidateFlags) => {
      const text = await fileText(path);
      const problems = message === undefined ? specProblems(text) : await messageProblems(text, message, flags);
      if (problems.length > 0) process.exitCode = 1;
      if (flags.quiet) return;
      if (flags.json) printJson({ valid: problems.length === 0, problems });
      else if (problems.length === 0) process.stdout.write('valid\n');
      else for (const problem of problems) process.stderr.write(`${problem}\n`);
    });
}

const specProblems = (text: string): string[] =>
  readSpec(text).problems.map(({ pointer, message }) => `${pointer || '/'}: ${message}`);

async function messageProblems(text: string, message: string, { direction, message: name }: ValidateFlags) {
  if (direction === undefined) throw new ParlorError('bad_arguments', 'A message wants its --direction.');
  const { spec } = readSpec(text);
  const value = parseJson(message.trimStart().startsWith('{') ? message : await fileText(message));
  const messages = spec.messages.filter((each) => name === undefined || each.name === name);
  return validateMessage({ ...spec, messages } as Spec, value, direction);
}

interface TestFlags extends CommonOptions {
  options?: string;
  adversarial?: true;
  allowSkeletonHooks?: true;
  json?: true;
}

export function testCommand(): Command {
  return commonOptions(new Command('test'))
    .description('play a protocol against itself, both seats by its hooks')
    .argument('<folder-or-id>', 'a folder with spec.json and hooks.js, or a protocol of this computer')
    .option('--options <json>', 'the table’s options (else those of the hooks’ metadata)')
    .option('--adversarial', 'play on against a peer that breaks every rule it can; the hooks must refuse each time')
    .option('--allow-skeleton-hooks', 'also with unfinished hooks')
    .option('--json', 'one JSON object')
    .addHelpText('after', helpWith('parlor protocol test .\nparlor protocol test connect-four --adversarial'))
    .action(async (named: string, flags: TestFlags) => {
      const options = flags.options === undefined ? undefined : jsonObject('--options', flags.options);
      const { adversarial } = flags;
      const report = (await isFolder(named))
        ? presentTest(await selfTest(nodeLauncher(), { ...(await filesOf(named, flags)), options, adversarial }))
        : await withDataDir(flags, ({ bridge }) =>
            bridge.protocols.self_test({ protocol: named, options, adversarial }),
          );
      if (!report.ok) process.exitCode = 1;
      if (flags.json) printJson(report);
      else printTest(report);
    });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function filesOf(folder: string, { allowSkeletonHooks }: TestFlags): Promise<{ spec: Spec; source: string }> {
  const path = join(folder, 'hooks.js');
  const { spec } = readSpec(await readDraft(join(folder, 'spec.json')));
  const source = await fileText(path);
  const open = openMethods(source);
  if (open.length > 0 && !(allowSkeletonHooks ?? skeletonsInEnvironment())) {
    throw new ParlorError('hooks_unfinished', `The hooks at ${path} are not finished: ${open.join(', ')}.`);
  }
  return { spec, source };
}

const skeletonsInEnvironment = (): boolean =>
  ['1', 'true', 'yes'].includes((process.env.PARLOR_ALLOW_SKELETON_HOOKS ?? '').toLowerCase());

export function diffCommand(): Command {
  return commonOptions(new Command('diff'))
    .description('what differs between two protocols: messages, fields, options, flow, rules')
    .argument('<before>', 'path of a spec.json, or a protocol of this computer')
    .argument('<after>', 'the same')
    .option('--json', 'one JSON object')
    .addHelpText('after', helpWith('parlor protocol diff connect-four spec.json'))
    .action(async (before: string, after: string, flags: CommonOptions & { json?: true }) => {
      const texts = [await specText(before, flags), await specText(after, flags)] as const;
      const diff = diffSpecs(...texts);
      if (flags.json) printJson(diff);
      else printDiff(diff);
    });
}

/** The text of a file, else of a protocol of this computer. */
async function specText(named: string, flags: CommonOptions): Promise<string> {
  const isFile = await stat(named).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return fileText(named);
  return withDataDir(flags, async ({ bridge }) => {
    const { path } = await bridge.protocols.path({ protocol: named });
    return fileText(join(path, 'spec.json'));
  });
}

const signs = { added: '+', removed: '-', changed: '~' };

function printDiff({
  messages,
  options,
  before_protocol_id,
  after_protocol_id,
  same_contract,
  ...parts
}: SpecDiff): void {
  printFound({ before: before_protocol_id, after: after_protocol_id }, false);
  if (same_contract) process.stdout.write('One id: what differs binds nobody.\n');
  for (const { name, direction, change, fields, places } of messages) {
    printRow([signs[change], `message ${name} (${direction})`]);
    if (change !== 'changed') continue;
    printFields(fields);
    printPlaces('  ', places);
  }
  if (options.length > 0) process.stdout.write('options\n');
  printFields(options);
  for (const [name, places] of Object.entries(parts)) {
    if (places.length > 0) process.stdout.write(`${name}\n`);
    printPlaces('  ', places);
  }
}

function printFields(fields: FieldChange[]): void {
  for (const { name, change, places, before, after } of fields) {
    const value = change === 'changed' ? '' : JSON.stringify(change === 'added' ? after : before);
    printRow([`  ${signs[change]} ${name}`, value]);
    printPlaces('    ', places);
  }
}

function printPlaces(indent: string, places: PlaceChange[]): void {
  for (const { pointer, change, before, after } of places) {
    const shown = { added: [after], removed: [before], changed: [before, after] }[change];
    printRow([`${indent}${signs[change]} ${pointer}`, shown.map((value) => JSON.stringify(value)).join(' -> ')]);
  }
}
