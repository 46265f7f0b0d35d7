/** Playing from the terminal: a command's tables, its printed events, and the person at the keyboard. */
import { createInterface } from 'node:readline/promises';
import { type Command, Option } from 'commander';
import type { Table } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { isLoopback } from '../community/link.ts';
import { createPeople } from '../community/people.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import { openLibrary } from '../library/library.ts';
import { createTransport } from '../p2p/iroh.ts';
import type { PlayOptions } from '../tables/sitting.ts';
import { openTables, type Tables } from '../tables/tables.ts';
import { printable } from './commands/browse.ts';
import type { CommonOptions, Session } from './session.ts';

export interface PlayFlags extends CommonOptions {
  controlMode: ControlMode;
  coach?: true;
  pace: string;
  heartbeatInterval: string;
  heartbeatTimeout: string;
  allowSkeletonHooks?: true;
  json?: true;
}

export function playOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--control-mode <mode>', 'who decides: hooks, hooks under your eye, or you')
        .choices(['autonomous', 'hybrid', 'human'])
        .default('hybrid'),
    )
    .option('--coach', 'old name of --control-mode human')
    .option('--pace <seconds>', 'delay before each answer', '0')
    .option('--heartbeat-interval <seconds>', 'a sign of life every so often; 0 turns it off', '10')
    .option('--heartbeat-timeout <seconds>', 'silence beyond this is told as peer_unresponsive', '30')
    .option('--allow-skeleton-hooks', 'play with unfinished hooks (testing only)')
    .option('--json', 'one JSON object a line');
}

export function readPlayOptions(flags: PlayFlags): PlayOptions {
  const seconds = (name: string, text: string) => {
    const value = Number(text);
    if (!Number.isFinite(value) || value < 0)
      throw new ParlorError('bad_arguments', `${name} wants seconds, not "${text}".`);
    return value * 1000;
  };
  const env = process.env.PARLOR_ALLOW_SKELETON_HOOKS ?? '';
  return {
    control_mode: flags.coach ? 'human' : flags.controlMode,
    paceMs: seconds('--pace', flags.pace),
    heartbeat: {
      intervalMs: seconds('--heartbeat-interval', flags.heartbeatInterval),
      timeoutMs: seconds('--heartbeat-timeout', flags.heartbeatTimeout),
    },
    allowSkeleton: flags.allowSkeletonHooks ?? ['1', 'true', 'yes'].includes(env.toLowerCase()),
  };
}

export interface Printer {
  event(type: string, data: Record<string, unknown>): void;
}

/** Events as lines: `key: value` for people, JSON objects for programs. */
export function printer(json: boolean): Printer {
  return {
    event(type, data) {
      if (json) process.stdout.write(`${JSON.stringify({ event: type, ...data })}\n`);
      else process.stdout.write(`${type}: ${printable(Object.values(data).map(String).join(' '))}\n`);
    },
  };
}

/** Opens the tables of this command; `follow` resolves with the table once nothing more is owed for it. */
export async function withTables<T>(
  session: Session,
  print: Printer,
  work: (tables: Tables, follow: (table_id: string) => Promise<Table>) => Promise<T>,
): Promise<T> {
  const { dataDir, client, identity, resourcesDir, link } = session;
  const watchers = new Map<string, (table: Table) => void>();
  const transport = createTransport({
    preset: link.state.embedded || isLoopback(link.state.url) ? 'loopback' : 'network',
  });
  const tables = await openTables({
    dataDir,
    signer: identity.signer,
    client,
    people: createPeople(client),
    library: await openLibrary({ resourcesDir, dataDir }),
    transport,
    launchHooks: nodeLauncher(),
    onChange: (table) => watchers.get(table.table_id)?.(table),
  });
  try {
    return await work(tables, async (table_id) => {
      const { promise, resolve } = Promise.withResolvers<Table>();
      const watch = watcher(tables, print, resolve);
      watchers.set(table_id, watch);
      watch(tables.get(table_id));
      return promise;
    });
  } finally {
    await tables.dispose();
    await transport.close();
  }
}

function watcher(tables: Tables, print: Printer, done: (table: Table) => void): (table: Table) => void {
  let step = '';
  let moves = 0;
  let asked = '';
  return (table) => {
    const now = table.steps.find(({ state }) => state === 'now')?.id ?? '';
    if (now !== step && table.phase === 'joining') print.event('step', { step: now });
    step = now;
    for (; moves < table.moves.length; moves += 1) {
      const { by, text, origin } = table.moves[moves]!;
      print.event('move', { by, text, ...(origin ? { origin } : {}) });
    }
    if (table.ask && table.ask.key !== asked && table.control_mode !== 'autonomous' && process.stdin.isTTY) {
      asked = table.ask.key;
      void askAtTerminal(tables, table).catch(() => {});
    }
    if (table.phase === 'failed') {
      print.event('failed', { code: table.problem?.code ?? 'internal', message: table.problem?.message ?? '' });
      done(table);
    }
    if (
      table.phase === 'finished' &&
      table.result &&
      ['unrated', 'settled', 'capped', 'disputed'].includes(table.result.state)
    ) {
      const { outcome, state, rating } = table.result;
      print.event('result', {
        outcome,
        state,
        ...(rating ? { before: rating.mine.before, after: rating.mine.after } : {}),
      });
      done(table);
    }
  };
}

async function askAtTerminal(tables: Tables, table: Table): Promise<void> {
  const { ask, table_id } = table;
  if (!ask) return;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const list = ask.choices.map(({ label }, index) => `  ${index + 1} ${label}`).join('\n');
    const answer = await lines.question(`${ask.prompt}\n${list}\nNumber: `);
    const choice = ask.choices[Number(answer) - 1];
    if (choice) await tables.answer(table_id, ask.key, choice.value);
    else await askAtTerminal(tables, table);
  } finally {
    lines.close();
  }
}
