/** `table.json` of a table's folder `<data-dir>/tables/<table_id>/`: its schema, and the only code that reads it. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { problemSchema, tableSchema } from '../../shared/bridge/contract.ts';
import type { Json } from '../../shared/json/value.ts';
import { winnerSchema } from '../../shared/tables/hooks.ts';
import { moveSchema } from '../../shared/tables/moves.ts';
import { concededSchema, toldEndSchema } from '../../shared/tables/outcome.ts';
import { ownFile, readForeignText } from '../files/foreign-file.ts';
import { ifMissing } from '../files/if-missing.ts';

export const outcomeSchema = z.object({
  completed: z.boolean(),
  winner: winnerSchema.nullable(),
  reason: z.string().nullable(),
  problem: problemSchema.nullable(),
  conceded: concededSchema.optional(),
  agreed: z.literal(true).optional(),
  told: toldEndSchema.optional(),
});

/** The part of a table's snapshot that comes from the engine. */
const gameSchema = tableSchema
  .pick({
    seq: true,
    view: true,
    ask: true,
    sealed_rounds: true,
    connection: true,
    record: true,
    started_at: true,
    ended_at: true,
    problem: true,
  })
  .extend({
    control_mode: tableSchema.shape.control_mode.exactOptional(),
    manner: tableSchema.shape.manner.exactOptional(),
    client: tableSchema.shape.client.exactOptional(),
    // Absent in files of earlier versions.
    moves: z.array(moveSchema.extend({ reason: moveSchema.shape.reason.default(null) })),
    talk: tableSchema.shape.talk.default([]),
    record: tableSchema.shape.record.extend({ lines: z.int().default(0) }),
    /** Not kept: a later process rebuilds them from the table's events. */
    ahead: tableSchema.shape.ahead.default(null),
    premove: tableSchema.shape.premove.default(null),
    peer_asked_at: tableSchema.shape.peer_asked_at.default(null),
    peer_ends_at: tableSchema.shape.peer_ends_at.default(null),
    chosen: tableSchema.shape.chosen.default({ own: false, peer: false }),
    peer_deadline_at: tableSchema.shape.peer_deadline_at.default(null),
    limits: tableSchema.shape.limits.default(null),
    used_ms: tableSchema.shape.used_ms.default({ host: 0, guest: 0 }),
    concession: tableSchema.shape.concession.default('none'),
    draw: tableSchema.shape.draw.default('none'),
    /** Never stored: derived from the record. */
    board_record: tableSchema.shape.board_record.default(null),
    phase: z.enum(['playing', 'finished', 'failed']),
    /** Set once the table has ended; `completed` alone allows a result report. */
    outcome: outcomeSchema.nullable(),
  });
export type GameSnapshot = z.infer<typeof gameSchema>;

/** Part of a file that was parsed as JSON; checking that again takes most of the time of reading thousands of tables. */
const parsedJson = z.custom<Json>(() => true);

const tableFileSchema = z.object({
  table_id: z.string(),
  /** Unix milliseconds. */
  started_at: z.int(),
  ended_at: z.int().nullable(),
  phase: z.enum(['joining', 'playing', 'finished', 'failed']),
  /** A Problem, if it failed. */
  problem: z.record(z.string(), z.json()).nullable(),
  /** How the game ended; null while it runs, and if the table failed before its game. */
  outcome: outcomeSchema.nullable(),
  /** As of the last saved move; final once the table has ended. */
  game: gameSchema.nullable().catch(null),
  /** The table's snapshot and whether its result was reported; see live-table.ts. */
  facts: z.record(z.string(), parsedJson),
});
export type TableFile = z.infer<typeof tableFileSchema>;

export const tableFileName = 'table.json';
export const tableIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

export const tablesFolder = (dataDir: string): string => join(dataDir, 'tables');

export const tableFilePath = (dataDir: string, table_id: string): string =>
  join(tablesFolder(dataDir), table_id, tableFileName);

/** Null if the file is missing or broken. */
export async function readTableFile(dataDir: string, table_id: string): Promise<TableFile | null> {
  try {
    const text = await readForeignText(tableFilePath(dataDir, table_id), ownFile.list);
    return tableFileSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const savedOrder = z.object({ table: z.object({ order: z.int() }) });

/** Of the table in a file; see `order` in shared/bridge/tables.ts. */
const orderOf = ({ facts, started_at }: TableFile): number =>
  savedOrder.safeParse(facts).data?.table.order ?? started_at;

/** Every table of a data directory, newest first, without locking or repairing anything. `unreadableIds`: tables whose file is broken. */
export async function readTableFiles(dataDir: string): Promise<{ files: TableFile[]; unreadableIds: string[] }> {
  const names = (await readdir(tablesFolder(dataDir)).catch(ifMissing([]))).filter((name) => tableIdPattern.test(name));
  const files = await Promise.all(names.map((name) => readTableFile(dataDir, name)));
  return {
    files: files.filter((file) => file !== null).sort((a, b) => orderOf(b) - orderOf(a)),
    unreadableIds: names.filter((name, index) => files[index] === null && existsSync(tableFilePath(dataDir, name))),
  };
}
