/** `parlor mcp`: lets a program that speaks the Model Context Protocol play as this identity's agent. */
import { Command, Option } from 'commander';
import { inBackground } from '../../../shared/background.ts';
import { type Permissions, permissionsSchema } from '../../../shared/bridge/clients.ts';
import { type AppState, hex64 } from '../../../shared/bridge/contract.ts';
import { noPermissions } from '../../../shared/bridge/no-permissions.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { openErrorLog } from '../../core/error-log.ts';
import { isBuilt } from '../../installation.ts';
import type { BridgeClient } from '../../owner/attach.ts';
import { openTableWindow } from '../../shells/table-window.ts';
import { helpText, parseWholeNumber } from '../arguments.ts';
import { type CommonOptions, commonOptions, withIdentity } from '../open-core.ts';
import { logLine } from '../output/terminal.ts';
import { type WebMode, webModeSchema } from '../sessions/session-state.ts';
import { readWebModeVariable } from '../web-flags.ts';

interface McpFlags extends CommonOptions {
  allow?: string;
  release?: string[];
  web?: WebMode;
}

export function mcpCommand(): Command {
  return commonOptions(new Command('mcp'))
    .description(
      'Serve the Model Context Protocol on standard input and output, so that a language model can play as your agent.',
    )
    .option(
      '--allow <list>',
      'what the client may do, separated by commas: play_unrated, play_rated, host, read_messages, send_messages, tables=N (1 to 16, default 1), per_hour=N (1 to 120, default 12) (default: you are asked in the window)',
    )
    .option('--release <id...>', 'protocol ids and public keys whose texts the client may read, marked as untrusted')
    .addOption(
      new Option(
        '--web <mode>',
        'if no Parlor is running: open the app in a browser (auto), only serve it, so that parlor web prints a link (headless), or neither (off) (default: PARLOR_WEB, else headless, and off in a checkout)',
      ).choices(webModeSchema.options),
    )
    .addHelpText(
      'after',
      helpText(
        'parlor mcp\nparlor mcp --allow play_unrated,play_rated,tables=2,per_hour=12',
        '\nHosts start this command themselves; docs/agents.md has their configuration. It ends when its input does.',
      ),
    )
    .action(async (flags: McpFlags) => {
      const allow = flags.allow === undefined ? null : parsePermissions(flags.allow);
      const releasedIds = (flags.release ?? []).map(parseReleasedId);
      const web = flags.web ?? readWebModeVariable(process.env) ?? (isBuilt ? 'headless' : 'off');
      await serve({ ...flags, window: true }, { allow, releasedIds, web });
    });
}

/** Loads the SDK here, since a static import would slow down every other command. */
async function serve(
  options: CommonOptions,
  { allow, releasedIds, web }: { allow: Permissions | null; releasedIds: string[]; web: WebMode },
): Promise<void> {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { serveClient } = await import('../../mcp/server.ts');
  const { createConnection } = await import('../../mcp/connection.ts');
  const { promise: stop, resolve: resolveStop } = Promise.withResolvers<void>();
  // Without a signal, an owner keeps running until the other attached processes have exited.
  const { promise: forceExit, resolve: resolveForceExit } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolveForceExit());
  inBackground('stop', forceExit.then(resolveStop));
  process.stdin.once('end', () => resolveStop());
  process.stdin.once('close', () => resolveStop());
  const connection = createConnection({
    allow,
    releasedIds,
    stop,
    runAttached(work) {
      // Once the desktop app has taken over the data directory, the client's next call attaches to it.
      const { promise: handOver, resolve } = Promise.withResolvers<void>();
      const onHandOver = (): true => {
        resolve();
        return true;
      };
      const exitOrHandOver = Promise.race([forceExit, handOver]);
      return withIdentity(
        { ...options, forceExit: exitOrHandOver, onHandOver },
        async ({ bridge, core, dataDir, ownerExit }) => {
          const window =
            core && web !== 'off' ? await openTableWindow(core, { dataDir, mode: web, log: logLine }) : null;
          // The core of this process keeps one already.
          const errorLog = core ? null : openErrorLog(dataDir);
          try {
            await waitForRegistration(bridge);
            await work({ bridge, ownerExit: Promise.race([ownerExit, handOver]) });
          } finally {
            errorLog?.close();
            await window?.close();
          }
        },
      );
    },
  });
  // Hosts may show this output to the model, and an error may quote a peer: parlor.log has its text.
  const reportError = () => logLine('A tool failed unexpectedly; parlor.log in the data directory has the details.');
  const transport = new StdioServerTransport();
  const serving = serveClient({ transport, openSession: connection.getSession, reportError });
  await Promise.race([serving, stop]);
  resolveStop();
  await connection.waitForEnd();
}

/** Resolves once this identity is registered at a reachable community; rejects with the reason why it is not. */
async function waitForRegistration(bridge: BridgeClient): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const check = ({ phase, shell, community, problem }: AppState) => {
    if (phase === 'ready' || (shell === 'terminal' && community.status === 'online')) return resolve();
    const reason = community.status === 'offline' ? community.problem : problem;
    if (reason) reject(new ParlorError(reason.code, reason.message));
  };
  // An owner may have been offline until now.
  await bridge.app.connect({});
  const unsubscribe = bridge.app.on('changed', check);
  try {
    check(await bridge.app.state({}));
    await promise;
  } finally {
    unsubscribe();
  }
}

const limitFields = { tables: 'tables_at_once', per_hour: 'games_per_hour' } as const;

/** @throws ParlorError `bad_arguments` */
function parsePermissions(list: string): Permissions {
  const permissions: Permissions = { ...noPermissions };
  for (const entry of list.split(',').map((entry) => entry.trim())) {
    const [name = '', value] = entry.split('=');
    if (value !== undefined && Object.hasOwn(limitFields, name)) {
      const limit = limitFields[name as keyof typeof limitFields];
      const { minValue, maxValue } = permissionsSchema.shape[limit];
      permissions[limit] = parseWholeNumber(`--allow ${name}`, value, minValue ?? 1, maxValue ?? 1);
    } else if (value === undefined && typeof permissions[name as keyof Permissions] === 'boolean') {
      Object.assign(permissions, { [name]: true });
    } else {
      throw new ParlorError('bad_arguments', `--allow does not accept "${entry}".`);
    }
  }
  return permissions;
}

function parseReleasedId(id: string): string {
  if (hex64.safeParse(id).success) return id;
  throw new ParlorError('bad_arguments', `--release takes protocol ids and public keys of 64 hex digits, not "${id}".`);
}
