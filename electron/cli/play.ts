/** What `host` and `join` share: a daemon or the foreground, a window or none, and an exit code that tells how it went. */
import type { Table } from '../../shared/bridge/contract.ts';
import { toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import type { WebMode } from '../sessions/state.ts';
import { openTableWindow, type TableWindow } from '../shells/table-window.ts';
import { startDaemon, tellParent } from './daemon.ts';
import { type DaemonTeller, openDaemonTeller } from './daemon-teller.ts';
import { controlMode, type PlayFlags } from './play-flags.ts';
import { printer } from './printer.ts';
import { type SeatTeller, stopRequested } from './seat.ts';
import { type Parlor, withParlor } from './session.ts';
import { terminalTeller } from './terminal-teller.ts';
import { webMode } from './web-flags.ts';

export interface SeatCommand {
  role: Role;
  flags: PlayFlags;
  post_id: string | null;
  /** Carries the seat to its end; null where no table came of it. */
  play(parlor: Parlor, teller: SeatTeller, stop: Promise<void>): Promise<Table | null>;
}

/** Runs the seat here, or starts it in the background. Exit code 1 where its table failed. */
export async function runSeat({ role, flags, post_id, play }: SeatCommand): Promise<void> {
  const args = process.argv.slice(2);
  const control = controlMode(flags);
  const web = webMode(args, process.env, control);
  if (flags.daemon) {
    const facts: JsonObject = { post_id, control_mode: control, web_mode: web };
    return startDaemon({ role, facts, options: flags, args });
  }
  const background = flags.daemonDir !== undefined;
  let asked = false;
  const { stop, hurry } = stopRequested();
  void stop.then(() => {
    asked = true;
  });
  const opening = { role, post_id, local_control_mode: control, web_mode: web, stopped: () => asked };
  const print = printer(flags.json ?? false);
  let daemon: DaemonTeller | null = null;
  let link: string | null = null;
  try {
    await withParlor({ ...flags, window: web !== 'off', hurry }, async (parlor) => {
      daemon = background
        ? await openDaemonTeller(parlor.bridge, {
            ...opening,
            state_dir: flags.daemonDir!,
            onStarted: (line) => tellParent(link === null ? line : { ...line, web_url: link }),
          })
        : null;
      const window = web === 'off' ? null : await showWindow(parlor, web);
      link = window?.url ?? null;
      if (link !== null && !background) print.event('web', { url: link });
      try {
        const table = await play(parlor, daemon ?? terminalTeller(parlor.bridge, print), stop);
        if (table?.phase === 'failed') process.exitCode = 1;
      } catch (error) {
        await daemon?.failed(toProblem(error));
        throw error;
      } finally {
        await daemon?.close();
        // It shows the tables of others too.
        await parlor.alone();
        await window?.close();
      }
    });
  } catch (error) {
    // Nothing was opened: no key, no community, a folder that is busy.
    if (background && daemon === null) {
      const { code, message } = toProblem(error);
      const facts = { post_id, control_mode: control, state_dir: flags.daemonDir! };
      tellParent({ status: 'error', reason: code, error_excerpt: message, ...facts });
    }
    throw error;
  }
}

/** Where the owner is another process, its window shows the table too. A window that cannot be had stops no table. */
async function showWindow(
  { core, dataDir, bridge }: Parlor,
  mode: Exclude<WebMode, 'off'>,
): Promise<TableWindow | null> {
  const say = (line: string) => void process.stderr.write(`Parlor: ${line}\n`);
  try {
    if (core !== null) return await openTableWindow(core, { dataDir, mode, say });
    const [{ url }, { shell }] = await Promise.all([bridge.app.window({}), bridge.app.state({})]);
    if (url === null)
      say(
        shell === 'desktop'
          ? 'The table is in Parlor’s own window.'
          : 'The Parlor that plays this table has no window.',
      );
    return { url, close: async () => {} };
  } catch (error) {
    say(`There is no window for this table. ${toProblem(error).message}`);
    return null;
  }
}
