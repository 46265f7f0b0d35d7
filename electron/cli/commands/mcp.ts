/** `parlor mcp`: lets a program that speaks the Model Context Protocol play as this identity's agent. */
import { Command, Option } from 'commander';
import { noPermissions, type Permissions, permissionsSchema } from '../../../shared/bridge/clients.ts';
import { type AppState, hex64 } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { built } from '../../installation.ts';
import type { BridgeClient } from '../../owner/attach.ts';
import { openTableWindow } from '../../shells/table-window.ts';
import { helpWith, parseWholeNumber } from '../arguments.ts';
import { type CommonOptions, commonOptions, withIdentity } from '../open-core.ts';
import { type WebMode, webModeSchema } from '../sessions/session-state.ts';
import { webModeFromEnvironment } from '../web-flags.ts';

interface McpFlags extends CommonOptions {
  allow?: string;
  release?: string[];
  web?: WebMode;
}

export function mcpCommand(): Command {
  return commonOptions(new Command('mcp'))
    .description('Serve the Model Context Protocol on standard input and output, so that an agent can play.')
    .option(
      '--allow <list>',
      'what the client may do, separated by commas: play_unrated, play_rated, host, read_messages, send_messages, tables=N, per_hour=N (default: you are asked in the window)',
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
      helpWith(
        'parlor mcp\nparlor mcp --allow play_unrated,play_rated,tables=2,per_hour=12',
        '\nHosts start this command themselves; docs/agents.md has their configuration. It ends when its input does.',
      ),
    )
    .action(async (flags: McpFlags) => {
      const allow = flags.allow === undefined ? null : parsePermissions(flags.allow);
      const released = (flags.release ?? []).map(parseReleasedId);
      const web = flags.web ?? webModeFromEnvironment(process.env) ?? (built ? 'headless' : 'off');
      await serve({ ...flags, window: true }, { allow, released, web });
    });
}

/** Loads the SDK here, since a static import would slow down every other command. */
async function serve(
  options: CommonOptions,
  { allow, released, web }: { allow: Permissions | null; released: string[]; web: WebMode },
): Promise<void> {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { serveClient } = await import('../../mcp/server.ts');
  const { createConnection } = await import('../../mcp/connection.ts');
  const { promise: stop, resolve: end } = Promise.withResolvers<void>();
  // Without a signal, an owner keeps running until the other attached processes have exited.
  const { promise: force, resolve: quit } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => quit());
  void force.then(end);
  process.stdin.once('end', () => end());
  process.stdin.once('close', () => end());
  const connection = createConnection({
    allow,
    released,
    stop,
    attached(work) {
      // Once the desktop app has taken over the data directory, the client's next call attaches to it.
      const { promise: handedOver, resolve } = Promise.withResolvers<void>();
      const onHandOver = (): true => {
        resolve();
        return true;
      };
      const leave = Promise.race([force, handedOver]);
      return withIdentity({ ...options, force: leave, onHandOver }, async ({ bridge, core, dataDir, lost }) => {
        const window = core && web !== 'off' ? await openTableWindow(core, { dataDir, mode: web, log }) : null;
        try {
          await untilRegistered(bridge);
          await work({ bridge, lost: Promise.race([lost, handedOver]) });
        } finally {
          await window?.close();
        }
      });
    },
  });
  const report = (error: unknown) => log(String(error));
  const transport = new StdioServerTransport();
  const served = serveClient({ transport, session: connection.session, report });
  await Promise.race([served, stop]);
  end();
  await connection.ended();
}

const log = (line: string): void => void process.stderr.write(`Parlor: ${line}\n`);

/** Resolves once this identity is registered at a reachable community; rejects with the reason why it is not. */
async function untilRegistered(bridge: BridgeClient): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const check = ({ phase, shell, community, problem }: AppState) => {
    if (phase === 'ready' || (shell === 'terminal' && community.status === 'online')) return resolve();
    const reason = community.status === 'offline' ? community.problem : problem;
    if (reason) reject(new ParlorError(reason.code, reason.message));
  };
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
  for (const part of list.split(',').map((each) => each.trim())) {
    const [name = '', value] = part.split('=');
    if (value !== undefined && Object.hasOwn(limitFields, name)) {
      const limit = limitFields[name as keyof typeof limitFields];
      const { minValue, maxValue } = permissionsSchema.shape[limit];
      permissions[limit] = parseWholeNumber(`--allow ${name}`, value, minValue ?? 1, maxValue ?? 1);
    } else if (value === undefined && typeof permissions[name as keyof Permissions] === 'boolean') {
      Object.assign(permissions, { [name]: true });
    } else {
      throw new ParlorError('bad_arguments', `--allow does not accept "${part}".`);
    }
  }
  return permissions;
}

function parseReleasedId(id: string): string {
  if (hex64.safeParse(id).success) return id;
  throw new ParlorError('bad_arguments', `--release takes protocol ids and public keys of 64 hex digits, not "${id}".`);
}
