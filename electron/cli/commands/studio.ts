/** An author's folder in the Studio: opened in the app's window, or looked over where there is none. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, Command as Program } from 'commander';
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import { ParlorError, toProblem } from '../../../shared/errors.ts';
import { chooseDataDir, prepareDataDir } from '../../files/data-dir.ts';
import { nodeLauncher } from '../../hooks/node-launcher.ts';
import { attach } from '../../owner/attach.ts';
import { buildRenderer } from '../../shells/build.ts';
import { hasDisplay } from '../../shells/electron-binary.ts';
import { pageLink, serveWeb } from '../../shells/web.ts';
import { readProjectFiles } from '../../studio/files.ts';
import { hooksFile, judge, problemOf } from '../../studio/judge.ts';
import { printJson, printRow } from '../printer.ts';
import { withDataDir } from '../session.ts';
import { type WebFlags, webMode, webOptions } from '../web-flags.ts';

interface Flags extends WebFlags {
  server?: string;
  dataDir?: string;
  json?: true;
}

const root = join(import.meta.dirname, '..', '..', '..');

export function studioCommand(): Command {
  return webOptions(
    new Program('studio')
      .description(
        'spec and board of a folder live, with two seats side by side; without a folder, the projects there are',
      )
      .argument('[folder]', 'with spec.json, hooks.js and ui/, as far as they are there'),
    'the Studio’s window: opened, only served, or none; then the folder is looked over once (else PARLOR_WEB)',
  )
    .option(
      '--server <url>',
      'address of the community (else PARLOR_SERVER, else the one chosen here, else this computer’s)',
    )
    .option('--data-dir <dir>', 'folder of this identity (else PARLOR_DATA_DIR, else the platform’s)')
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      `
Where a Parlor runs already, the project is opened there, and a link to it is printed.

Example: parlor studio ./duel

Exit codes: 0 served until it was stopped, printed, or nothing to mend; 1 refused, failed, or with --web off something to mend; 2 wrong arguments.`,
    )
    .action(async (folder: string | undefined, flags: Flags) => {
      if (folder === undefined) return listProjects(flags);
      const mode = webMode(process.argv.slice(2), process.env, 'human');
      const path = await realpath(folder).catch(() => {
        throw new ParlorError('not_found', `There is no folder ${folder}.`);
      });
      if (mode === 'off') return lookOver(path, flags.json);
      await open(path, mode === 'auto', flags);
    });
}

async function listProjects(flags: Flags): Promise<void> {
  await withDataDir(flags, async ({ bridge }) => {
    const { projects } = await bridge.studio.list({});
    const rows = await Promise.all(
      projects.map(async (each) => ({ ...each, ...(await bridge.studio.path({ project_id: each.project_id })) })),
    );
    if (flags.json) printJson({ projects: rows });
    else for (const { project_id, name, path } of rows) printRow([project_id, name, path]);
  });
}

async function open(folder: string, window: boolean, flags: Flags): Promise<void> {
  const dataDir = chooseDataDir(flags.dataDir, process.env);
  await prepareDataDir(dataDir);
  const tell = (project_id: string, url: string | null) => {
    if (flags.json) printJson({ event: 'studio', project_id, url });
    else printRow([url ?? `It is in the Studio of the Parlor that runs here: ${project_id}`]);
  };
  const attached = await attach(dataDir);
  if (attached !== null) {
    try {
      const { project_id } = await attached.client.studio.open({ folder });
      const { url } = await attached.client.app.window({});
      tell(project_id, url === null ? null : pageLink(url, `/studio/${project_id}`));
    } finally {
      attached.close();
    }
    return;
  }
  let opened = '';
  process.exitCode = await serveWeb({
    dataDir,
    rendererDir: await buildRenderer(root),
    server: flags.server ?? (process.env.PARLOR_SERVER || null),
    window: window && hasDisplay(process.platform, process.env),
    dev: false,
    allowPlainHttp: false,
    network: null,
    async page(core) {
      const { project_id } = await core.handlers.studio.open({ folder }, { surface: 'terminal' });
      opened = project_id;
      return `/studio/${project_id}`;
    },
    printLink: (url) => tell(opened, url),
    say: (line) => void process.stderr.write(`Parlor: ${line}\n`),
  });
}

/** Everything that can be said without a window: the rules, and whether the hooks can be loaded. */
async function lookOver(path: string, json: true | undefined): Promise<void> {
  const { problems, playable, protocol_id } = judge(await readProjectFiles(path));
  const all = [...problems, ...(playable ? await loadProblems(playable.hooks) : [])];
  if (all.some(({ severity }) => severity === 'error')) process.exitCode = 1;
  if (json) return printJson({ protocol_id, problems: all });
  if (all.length === 0) printRow(['nothing to mend']);
  for (const { severity, kind, file, line, column, subject, message } of all) {
    const place = [file ?? subject, line, line === null ? null : column].filter((part) => part !== null).join(':');
    printRow([place, severity, kind, file === null || file === subject ? message : `${subject}: ${message}`]);
  }
}

async function loadProblems(source: string): Promise<StudioProblem[]> {
  try {
    await (await nodeLauncher()(source, { seed: 'studio' })).dispose();
    return [];
  } catch (error) {
    const { message, detail } = toProblem(error);
    const line = typeof detail?.line === 'number' ? detail.line : null;
    return [problemOf({ kind: 'hooks_load', subject: hooksFile, message, file: hooksFile, line })];
  }
}
