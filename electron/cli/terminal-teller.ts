/** A seat that is played in the terminal: its events printed, its questions asked. */
import { createInterface } from 'node:readline/promises';
import type { Table } from '../../shared/bridge/contract.ts';
import { legalAnswer } from '../../shared/tables/hooks.ts';
import type { BridgeClient } from '../owner/attach.ts';
import type { Printer } from './printer.ts';
import { isSettled, type SeatTeller } from './seat.ts';

export function terminalTeller(bridge: BridgeClient, print: Printer): SeatTeller {
  let step = '';
  let moves = 0;
  let said = 0;
  let asked = '';
  let quiet = false;
  let ended = false;

  function tellEnd(table: Table): void {
    if (table.phase === 'failed') {
      ended = true;
      print.event('failed', { code: table.problem?.code ?? 'internal', message: table.problem?.message ?? '' });
    }
    if (isSettled(table)) tellResult(table);
  }

  function tellResult({ result }: Table): void {
    if (!result || ended) return;
    ended = true;
    const { outcome, state, rating } = result;
    const points = rating ? { before: rating.mine.before, after: rating.mine.after } : {};
    print.event('result', { outcome, state, ...points });
  }

  return {
    invited: ({ post_id }) => print.event('invite_created', { post_id }),
    renewed: () => {},
    seated: ({ table_id, role }) => role === 'host' && print.event('peer_joined', { table_id }),
    changed(table) {
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
      if (!ended) tellEnd(table);
    },
    unreported: (session_id, error) => print.event('session_close_failed', { session_id, error }),
    async over(table) {
      if (table) tellResult(table);
    },
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
