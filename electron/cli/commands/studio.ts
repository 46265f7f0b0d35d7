/** `parlor studio`: opens an author's folder in the Studio, or only checks it, with `--web off`. */
import { realpath } from 'node:fs/promises';
import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { chooseDataDir, prepareDataDir } from '../../files/data-dir.ts';
import { nodeLauncher } from '../../hooks/node-launcher.ts';
import { attach } from '../../owner/attach.ts';
import { obtainRenderer } from '../../shells/build.ts';
import { hasDisplay } from '../../shells/display.ts';
import { linkText } from '../../shells/link-text.ts';
import { pageLink, serveWeb } from '../../shells/web.ts';
import { checkProject } from '../../studio/check.ts';
import { readProjectFiles } from '../../studio/files.ts';
import { helpWith } from '../arguments.ts';
import { chosenServer, dataDirOption, serverOption, withDataDir } from '../open-core.ts';
import { styled } from '../output/layout.ts';
import { print, printList } from '../output/print.ts';
import { problemLine, problemText } from '../output/problems.ts';
import { type WebFlags, webMode, webOptions } from '../web-flags.ts';

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
      `\nIf Parlor is already running in this data directory, the project is opened there and a link to it is printed.\n${helpWith(
        'parlor studio ./duel\nparlor studio ./duel --web off',
        '\nExit codes: 0 stopped, link printed or no problem found; 1 refused, failed or, with --web off, a problem found;\n2 wrong arguments.',
      )}`,
    )
    .action(async (folder: string | undefined, flags: Flags) => {
      if (folder === undefined) return listProjects(flags);
      const server = chosenServer(flags);
      const mode = webMode(flags, process.env, 'human');
      const path = await realpath(folder).catch(() => {
        throw new ParlorError('not_found', `There is no folder ${folder}.`);
      });
      if (mode === 'off') return checkFolder(path, flags);
      await open(path, { window: mode === 'auto', server }, flags);
    });
}

async function listProjects(flags: Flags): Promise<void> {
  await withDataDir(flags, async ({ bridge }) => {
    const { projects } = await bridge.studio.list({});
    const rows = await Promise.all(
      projects.map(async (each) => ({ ...each, ...(await bridge.studio.path({ project_id: each.project_id })) })),
    );
    printList(flags, rows, {
      json: { projects: rows },
      lines: ({ project_id, name, path }) => [project_id, name, path],
      columns: {
        project: ({ project_id }) => project_id,
        name: ({ name }) => name,
        folder: ({ path }) => path,
      },
      untruncated: ['project'],
      empty: 'You have no projects yet. Start one with: parlor protocol create --output my-game',
    });
  });
}

async function open(
  folder: string,
  { window, server }: { window: boolean; server: string | null },
  flags: Flags,
): Promise<void> {
  const dataDir = chooseDataDir(flags.dataDir, process.env);
  await prepareDataDir(dataDir);
  const printLink = (project_id: string, url: string | null) => {
    const elsewhere = `It is open in the Studio of the running Parlor: ${project_id}`;
    print(flags, {
      json: { event: 'studio', project_id, url },
      lines: () => url ?? elsewhere,
      text: () => (url === null ? elsewhere : linkText(url, process.env)),
    });
  };
  const attached = await attach(dataDir);
  if (attached !== null) {
    try {
      const { project_id } = await attached.client.studio.open({ folder });
      const { url } = await attached.client.app.window({});
      printLink(project_id, url === null ? null : pageLink(url, `/studio/${project_id}`));
    } finally {
      attached.close();
    }
    return;
  }
  let openedId = '';
  process.exitCode = await serveWeb({
    dataDir,
    rendererDir: await obtainRenderer(),
    server,
    window: window && hasDisplay(process.platform, process.env),
    dev: false,
    allowPlainHttp: false,
    network: null,
    async page(core) {
      const { project_id } = await core.handlers.studio.open({ folder }, { surface: 'terminal' });
      openedId = project_id;
      return `/studio/${project_id}`;
    },
    printLink: (url) => printLink(openedId, url),
    log: (line) => void process.stderr.write(`Parlor: ${line}\n`),
  });
}

/** Runs the checks that need no window: spec, hooks and board, and a game of the hooks against themselves. */
async function checkFolder(path: string, flags: Flags): Promise<void> {
  const { problems, protocol_id } = await checkProject(nodeLauncher(), await readProjectFiles(path));
  if (problems.some(({ severity }) => severity === 'error')) process.exitCode = 1;
  print(flags, {
    json: { protocol_id, problems },
    lines: () => (problems.length === 0 ? 'no problems' : problems.map(problemLine).join('')),
    text: () => (problems.length === 0 ? styled('green', 'No problems found.') : problems.map(problemText).join('')),
  });
}
