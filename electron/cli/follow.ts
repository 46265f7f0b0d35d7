/** A table followed from the terminal: its events printed, its questions asked. */
import { createInterface } from 'node:readline/promises';
import type { Table } from '../../shared/bridge/contract.ts';
import { legalAnswer } from '../../shared/tables/hooks.ts';
import type { BridgeClient } from '../owner/attach.ts';
import type { Printer } from './printer.ts';

export interface Follower {
  /** The first table for which `wanted` holds. */
  found(wanted: (table: Table) => boolean): Promise<Table>;
  /** Prints the table's events; resolves with it once nothing more is owed for it. */
  ended(table_id: string): Promise<Table>;
}

/** Hears of every table while `work` runs: what is followed first cannot be missed. */
export async function following<T>(
  bridge: BridgeClient,
  print: Printer,
  work: (follower: Follower) => Promise<T>,
): Promise<T> {
  const listeners = new Set<(table: Table) => void>();
  const off = bridge.tables.on('changed', (table) => {
    for (const listener of listeners) listener(table);
  });
  async function listen<R>(make: (resolve: (value: R) => void) => (table: Table) => void): Promise<R> {
    const { promise, resolve } = Promise.withResolvers<R>();
    const listener = make(resolve);
    listeners.add(listener);
    try {
      for (const table of (await bridge.tables.list({})).tables) listener(table);
      return await promise;
    } finally {
      listeners.delete(listener);
    }
  }
  try {
    return await work({
      found: (wanted) => listen((resolve) => (table) => wanted(table) && resolve(table)),
      ended: (table_id) =>
        listen<Table>((resolve) => {
          const watch = watcher(bridge, print, resolve);
          return (table) => table.table_id === table_id && watch(table);
        }),
    });
  } finally {
    off();
  }
}

function watcher(bridge: BridgeClient, print: Printer, done: (table: Table) => void): (table: Table) => void {
  let step = '';
  let moves = 0;
  let said = 0;
  let asked = '';
  let quiet = false;
  return (table) => {
    const now = table.steps.find(({ state }) => state === 'now')?.id ?? '';
    if (now !== step && table.phase === 'joining') print.event('step', { step: now });
    step = now;
    for (; moves < table.moves.length; moves += 1) {
      const { by, text, origin } = table.moves[moves]!;
      print.event('move', { by, text, ...(origin ? { origin } : {}) });
    }
    for (const { number, by, text } of table.talk) {
      if (number > said) print.event('said', { by, text });
      said = Math.max(said, number);
    }
    const { quiet_since, gives_up_at, kind } = table.connection;
    if (quiet !== (quiet_since !== null) && table.phase === 'playing') {
      quiet = !quiet;
      if (quiet) print.event('peer_unresponsive', { connection: kind, gives_up_at });
      else print.event('peer_resumed', { connection: kind });
    }
    if (table.ask && table.ask.key !== asked && table.control_mode !== 'autonomous' && process.stdin.isTTY) {
      asked = table.ask.key;
      void askAtTerminal(bridge, table).catch(() => {});
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

async function askAtTerminal(bridge: BridgeClient, table: Table): Promise<void> {
  const { ask, table_id } = table;
  if (!ask) return;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const list = ask.choices.map(({ label }, index) => `  ${index + 1} ${label}`).join('\n');
    const wanted = ask.entry ? 'Number of a choice, or your own answer: ' : 'Number: ';
    const line = await lines.question(`${ask.prompt}\n${list}\n${wanted}`);
    const typed = ask.entry?.type === 'integer' ? Number(line) : line;
    const answer = ask.choices[Number(line) - 1]?.value ?? legalAnswer({ choices: [], entry: ask.entry }, typed);
    if (answer !== null) await bridge.tables.answer({ table_id, key: ask.key, answer });
    else await askAtTerminal(bridge, table);
  } finally {
    lines.close();
  }
}
