/** Shared by `host` and `join`: foreground or daemon, the window, and the exit code. */
import { inBackground } from '../../shared/background.ts';
import type { Table } from '../../shared/bridge/contract.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { linkText } from '../shells/link-text.ts';
import { openTableWindow, type TableWindow } from '../shells/table-window.ts';
import { pageLink } from '../shells/web.ts';
import { type Parlor, withParlor } from './open-core.ts';
import { printEvent } from './output/print.ts';
import { logLine } from './output/terminal.ts';
import { type PlayFlags, resolveControlMode } from './play-flags.ts';
import { listenForStop, type TableOutput } from './play-table.ts';
import { notifyParent, startDaemon } from './sessions/daemon.ts';
import { type DaemonOutput, openDaemonOutput } from './sessions/daemon-output.ts';
import type { WebMode } from './sessions/session-state.ts';
import { terminalOutput } from './terminal-output.ts';
import { resolveWebMode } from './web-flags.ts';

export interface SeatCommand {
  role: Role;
  flags: PlayFlags;
  post_id: string | null;
  /** Plays to the end; null if there was no table. */
  play(parlor: Parlor, output: TableOutput, stop: Promise<void>): Promise<Table | null>;
}

/** Plays here, or starts a daemon. Rejects with the problem of a failed table. */
export async function runSeat({ role, flags, post_id, play }: SeatCommand): Promise<void> {
  const controlMode = resolveControlMode(flags);
  const webMode = resolveWebMode(flags, process.env, controlMode);
  const startupFields: JsonObject = { post_id, control_mode: controlMode, web_mode: webMode };
  if (flags.daemon) return startDaemon({ role, startupFields, flags, args: process.argv.slice(2) });
  const background = flags.daemonDir !== undefined;
  let isStopped = false;
  const { stop, forceExit } = listenForStop({ background });
  const stopping = stop.then(() => {
    isStopped = true;
  });
  inBackground('stop', stopping);
  const daemonOptions = {
    role,
    post_id,
    local_control_mode: controlMode,
    web_mode: webMode,
    isStopped: () => isStopped,
  };
  let daemonOutput: DaemonOutput | null = null;
  let link: string | null = null;
  let failure: ParlorError | null = null;
  try {
    await withParlor({ ...flags, window: webMode !== 'off', forceExit }, async (parlor) => {
      daemonOutput = background
        ? await openDaemonOutput(parlor.bridge, {
            ...daemonOptions,
            state_dir: flags.daemonDir!,
            onStartup(message, table_id) {
              const page = table_id === null ? '/tables' : `/tables/${table_id}`;
              notifyParent(link === null ? message : { ...message, web_url: pageLink(link, page) });
            },
          })
        : null;
      const window = webMode === 'off' ? null : await showWindow(parlor, webMode);
      link = window?.url ?? null;
      if (link !== null && !background) {
        const url = pageLink(link, '/tables');
        printEvent(flags, 'web', { url }, linkText(url, process.env));
      }
      try {
        failure = failureOf(await play(parlor, daemonOutput ?? terminalOutput(parlor.bridge, flags), stop));
      } catch (error) {
        await daemonOutput?.onFailed(toProblem(error));
        throw error;
      } finally {
        await daemonOutput?.close();
        // The window shows the tables of attached processes too.
        await parlor.whenIdle();
        await window?.close();
      }
    });
  } catch (error) {
    // Opening failed: no key, no community, or the data directory is in use.
    if (background && daemonOutput === null)
      notifyParent({ status: 'error', state_dir: flags.daemonDir!, ...startupFields, error: toProblem(error) });
    throw error;
  }
  if (failure) throw failure;
}

function failureOf(table: Table | null): ParlorError | null {
  if (table?.phase !== 'failed') return null;
  const { code = 'internal', message = 'The table ended without a reason.', detail } = table.problem ?? {};
  return new ParlorError(code, message, detail);
}

/** If another process is the owner, its window shows the table. A table is played even if no window can be opened. */
async function showWindow(
  { core, dataDir, bridge }: Parlor,
  mode: Exclude<WebMode, 'off'>,
): Promise<TableWindow | null> {
  try {
    if (core !== null) return await openTableWindow(core, { dataDir, mode, log: logLine });
    const [{ url }, { shell }] = await Promise.all([bridge.app.window({}), bridge.app.state({})]);
    if (url === null)
      logLine(
        shell === 'desktop'
          ? 'The table is shown in Parlor’s own window.'
          : 'The Parlor that plays this table has no window.',
      );
    return { url, close: async () => {} };
  } catch (error) {
    logLine(`No window could be opened for this table. ${toProblem(error).message}`);
    return null;
  }
}
