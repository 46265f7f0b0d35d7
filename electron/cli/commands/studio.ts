/** `parlor studio`: opens an author's folder in the Studio, or only checks it, with `--web off`. */
import { realpath } from 'node:fs/promises';
import { Command } from 'commander';
import type { StudioEntry } from '../../../shared/bridge/contract.ts';
import { readProjects } from '../../../shared/bridge/read-all.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { chooseDataDir, prepareDataDir } from '../../files/data-dir.ts';
import { nodeLauncher } from '../../hooks/node-launcher.ts';
import { attach } from '../../owner/attach.ts';
import { ensureRenderer } from '../../shells/build.ts';
import { hasDisplay } from '../../shells/display.ts';
import { linkText } from '../../shells/link-text.ts';
import { pageLink, runWebRelay } from '../../shells/web.ts';
import { checkProject } from '../../studio/check.ts';
import { readProjectFiles } from '../../studio/files.ts';
import { helpText } from '../arguments.ts';
import { dataDirOption, readDataDir, resolveServer, serverOption } from '../open-core.ts';
import { applyStyle } from '../output/layout.ts';
import { print, printList } from '../output/print.ts';
import { problemLine, problemText } from '../output/problems.ts';
import { logLine } from '../output/terminal.ts';
import { resolveWebMode, type WebFlags, webOptions } from '../web-flags.ts';

interface Flags extends WebFlags {
  server?: string;
  dataDir?: string;
  json?: true;
}

export function studioCommand(): Command {
  return webOptions(
    new Command('studio')
      .description(
        'Open a protocol’s folder in the Studio, with two seats side by side; without a folder, list your projects.',
      )
      .argument('[folder]', 'folder with spec.json, hooks.js and ui/, as far as they exist'),
    'open the Studio (auto), only print its link (headless), or only check the folder (off) (default: PARLOR_WEB)',
  )
    .addOption(serverOption())
    .addOption(dataDirOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `\nIf Parlor is already running in this data directory, the project is opened there and a link to it is printed.\n${helpText(
        'parlor studio ./duel\nparlor studio ./duel --web off',
        '\nExit codes: 0 stopped, link printed or no problem found; 1 refused, failed or, with --web off, a problem found;\n2 wrong arguments.',
      )}`,
    )
    .action(async (folder: string | undefined, flags: Flags) => {
      if (folder === undefined) return listProjects(flags);
      const server = resolveServer(flags);
      const mode = resolveWebMode(flags, process.env, 'human');
      const path = await realpath(folder).catch(() => {
        throw new ParlorError('not_found', `There is no folder ${folder}.`);
      });
      if (mode === 'off') return checkFolder(path, flags);
      await openProject(path, { window: mode === 'auto', server }, flags);
    });
}

async function listProjects(flags: Flags): Promise<void> {
  await readDataDir(flags, async ({ bridge }) => {
    const rows: (StudioEntry & { path: string })[] = [];
    // One after the other: only so many calls may be open at once.
    for (const project of await readProjects(bridge))
      rows.push({ ...project, ...(await bridge.studio.path({ project_id: project.project_id })) });
    printList(flags, rows, {
      json: { projects: rows },
      cells: ({ project_id, name, path }) => [project_id, name, path],
      columns: {
        project: ({ project_id }) => project_id,
        name: ({ name }) => name,
        folder: ({ path }) => path,
      },
      untruncatedColumns: ['project'],
      emptyText: 'You have no projects yet. Start one with: parlor protocol create --output my-game',
    });
  });
}

async function openProject(
  folder: string,
  { window, server }: { window: boolean; server: string | null },
  flags: Flags,
): Promise<void> {
  const dataDir = chooseDataDir(flags.dataDir, process.env);
  await prepareDataDir(dataDir);
  const printLink = (project_id: string, url: string | null) => {
    const runningText = `It is open in the Studio of the running Parlor: ${project_id}`;
    print(flags, {
      json: { event: 'studio', project_id, url },
      lines: () => url ?? runningText,
      text: () => (url === null ? runningText : linkText(url, process.env)),
    });
  };
  const connection = await attach(dataDir);
  if (connection !== null) {
    try {
      const { project_id } = await connection.client.studio.add_folder({ folder });
      const { url } = await connection.client.app.window({});
      printLink(project_id, url === null ? null : pageLink(url, `/studio/${project_id}`));
    } finally {
      connection.close();
    }
    return;
  }
  let openProjectId = '';
  process.exitCode = await runWebRelay({
    dataDir,
    rendererDir: await ensureRenderer(),
    server,
    openBrowser: window && hasDisplay(process.platform, process.env),
    dev: false,
    allowPlainHttp: false,
    network: null,
    async page(core) {
      const { project_id } = await core.handlers.studio.add_folder({ folder }, { surface: 'terminal' });
      openProjectId = project_id;
      return `/studio/${project_id}`;
    },
    printLink: (url) => printLink(openProjectId, url),
    log: logLine,
  });
}

/** Runs the checks that need no window: spec, hooks and board, and a game of the hooks against themselves. */
async function checkFolder(path: string, flags: Flags): Promise<void> {
  const { problems, protocol_id } = await checkProject(nodeLauncher(), await readProjectFiles(path));
  if (problems.some(({ severity }) => severity === 'error')) process.exitCode = 1;
  print(flags, {
    json: { protocol_id, problems },
    lines: () => (problems.length === 0 ? 'no problems' : problems.map(problemLine).join('')),
    text: () =>
      problems.length === 0 ? applyStyle('green', 'No problems found.') : problems.map(problemText).join(''),
  });
}
