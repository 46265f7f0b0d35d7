/** Writes the folders of tables that have ended, as a process leaves them, without playing each game. */
import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person, Table } from '../../../shared/bridge/contract.ts';
import { sha256Hex } from '../../../shared/signing/hash.ts';
import { factsOf, newTableSnapshot, queuedResultOf } from '../live-table.ts';
import type { GameSnapshot, TableFile } from '../table-file.ts';
import type { RecordedGame } from './recorded-game.ts';

export interface FinishedTables {
  /** Played by this side as the guest; without it, the tables have no moves and no record. */
  game?: RecordedGame;
  me?: Person;
  /** The opponent of each table, by its index. */
  opponent?(index: number): Person;
  protocol?(index: number): Table['protocol'];
  /** Unix milliseconds of the newest; each of the others started a minute before the next. */
  newestAt?: number;
}

export const personNumber = (index: number): Person => ({
  public_key: sha256Hex(`person ${index}`),
  nickname: `Player ${index}`,
  agent_id: index + 1,
  rating: 1000 + (index % 700),
  house: false,
});

const chess: Table['protocol'] = {
  protocol_id: sha256Hex('chess'),
  name: 'Chess',
  mode: 'session_loop',
  family: 'game:chess',
};
const checkIds = ['rules', 'ticket', 'board', 'peer', 'session'] as const;
const winners = ['guest', 'host', 'guest', 'draw'] as const;

/** The id of table `index`; 0 is the newest. */
export const finishedTableId = (index: number): string => uuidFrom(`table ${index}`);

/** Of eight tables, this side has won four, lost two, drawn one and left one unfinished. */
export async function finishedTables(dataDir: string, count: number, parts: FinishedTables = {}): Promise<void> {
  const { game, me = personNumber(-1), opponent = personNumber, protocol = () => chess } = parts;
  const { newestAt = 1_800_000_000_000 } = parts;
  const folder = join(dataDir, 'tables');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const writeTable = async (index: number) => {
    const table_id = finishedTableId(index);
    const tableFolder = join(folder, table_id);
    const started_at = newestAt - index * 60_000;
    const newTable = newTableSnapshot({
      ...{ table_id, role: 'guest', control_mode: 'autonomous', me, settings: {}, rematch_of: null },
      order: started_at,
      post_id: uuidFrom(`post ${index}`),
    });
    const file = fileOf({
      ...newTable,
      steps: newTable.steps.map((step) => ({ ...step, state: 'done' })),
      checks: checkIds.map((id) => ({ id, state: 'checked', evidence: [], problem: null })),
      session_id: sha256Hex(`session ${index}`),
      peer: opponent(index),
      protocol: protocol(index),
      started_at,
      ended_at: started_at + 50_000,
      ...(index % 8 === 7 ? unfinished : { phase: 'finished', result: resultAt(index) }),
      ...(game ? gameParts(game.snapshots.guest) : {}),
    });
    await mkdir(tableFolder, { mode: 0o700 });
    await writeFile(join(tableFolder, 'table.json'), JSON.stringify(file), { mode: 0o600 });
    if (!game) return;
    // The same bytes for all.
    await link(recordPath(folder), join(tableFolder, 'record.jsonl'));
    await link(viewsPath(folder), join(tableFolder, 'views.jsonl'));
  };
  if (game) {
    await mkdir(join(folder, templateName), { recursive: true });
    await writeFile(recordPath(folder), game.records.guest);
    await writeFile(viewsPath(folder), game.views.guest);
  }
  for (let start = 0; start < count; start += 100)
    await Promise.all(Array.from({ length: Math.min(100, count - start) }, (_, index) => writeTable(start + index)));
}

/** Not the name of a table, so it is never listed. */
const templateName = '.template';
const recordPath = (folder: string) => join(folder, templateName, 'record.jsonl');
const viewsPath = (folder: string) => join(folder, templateName, 'views.jsonl');

const unfinished: Partial<Table> = {
  phase: 'failed',
  problem: { code: 'peer_disconnected', message: 'The other side is gone.' },
};

function resultAt(index: number): Table['result'] {
  const winner = winners[Math.floor(index / 2) % winners.length]!;
  return { ...queuedResultOf('guest', { winner, reason: null }, true), state: 'settled' };
}

const gameParts = ({ seq, view, moves, talk, record }: GameSnapshot): Partial<Table> => ({
  ...{ seq, view, moves, talk, record },
});

function fileOf(table: Table): TableFile {
  const { table_id, started_at, ended_at, phase, problem } = table;
  return {
    ...{ table_id, started_at, ended_at, phase },
    problem: problem as TableFile['problem'],
    outcome: null,
    game: null,
    facts: { ...factsOf(table), reported: true },
  };
}

const uuidFrom = (text: string): string =>
  sha256Hex(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5');
