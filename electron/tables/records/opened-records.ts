/**
 * Records of any table, opened from files and shown as a table. The hooks on this computer compute their positions. Held in memory
 * only.
 */
import { randomBytes } from 'node:crypto';
import type { OpenedRecord, Table } from '../../../shared/bridge/contract.ts';
import { ParlorError, type Problem, toProblem } from '../../../shared/errors.ts';
import type { ViewLine } from '../../../shared/tables/record.ts';
import { recordedHooksHash } from '../../../shared/tables/record-order.ts';
import { type ParsedRecord, recordMaxBytes } from '../../../shared/tables/record-text.ts';
import { summaryOf } from '../../../shared/tables/verify-record.ts';
import type { LaunchHooks } from '../../hooks/hook-host.ts';
import { type Library, type LibraryProtocol, readProtocol } from '../../library/library.ts';
import { boardOf } from '../live-table.ts';
import { runRecord } from './record-run.ts';
import { recordTable } from './record-table.ts';
import { parseBetween } from './whole-record.ts';

export interface OpenedRecords {
  /** Appends a part of a record's text; `record` null starts a new record. Returns its id. Throws `not_found`, `too_large`. */
  append(record: string | null, text: string): string;
  /** Rejects `not_found`, and `malformed_json` for a text that is not a record. */
  open(record: string): Promise<OpenedRecord>;
  /** The content that a table of this computer would have on disk; null if no record with this id is open. */
  read(table_id: string): Promise<RecordReader> | null;
}

export interface RecordReader {
  table: Table;
  /** The spec in the file, otherwise the one on this computer; null if there is none. */
  spec: string | null;
  /** Of the code that played the seat whose record it is, as the record says. */
  hooks_hash: string | null;
  text: string;
  record(offset: number): Chunk;
  views(offset: number): Chunk;
}

/** A part of a text, and where the next one begins. */
interface Chunk {
  text: string;
  next: number;
}

interface StoredRecord {
  text: string;
  bytes: number;
  opened: Promise<OpenedRecord & Pick<RecordReader, 'spec' | 'hooks_hash'> & { views: string }> | null;
}

/** Those that are held, the newest ones. */
export const openedRecordsMax = 3;
/** UTF-16 units: escaped as JSON they still fit a response. */
const chunkLength = 512 * 1024;
/** Time for all calls of hooks, milliseconds, in addition to the sandbox's limits for each. */
const replayMs = 15_000;
/** UTF-16 units of all positions. */
const viewsMaxLength = 16 * 1024 * 1024;

/** `now`: monotonic milliseconds. */
export function createOpenedRecords(config: {
  library: Library;
  launchHooks: LaunchHooks;
  now?: () => number;
}): OpenedRecords {
  const { library, launchHooks, now = () => performance.now() } = config;
  /** Oldest first. */
  const records = new Map<string, StoredRecord>();

  function get(record: string): StoredRecord {
    const entry = records.get(record);
    if (!entry) throw new ParlorError('not_found', 'This record is no longer open. Open its file again.');
    return entry;
  }

  async function buildTable(table_id: string, text: string) {
    const parsedRecord = await parseBetween(text);
    const { protocol, problem } = findProtocol(parsedRecord);
    const table = recordTable(table_id, parsedRecord, protocol);
    const facts = {
      spec: parsedRecord.spec ?? protocol?.specText ?? null,
      hooks_hash: recordedHooksHash(parsedRecord.lines.map(({ line }) => line)),
    };
    if (!protocol) return { table, ...facts, ...noPositions(problem) };
    const { moves, ...run } = await computePositions(parsedRecord, protocol);
    return { table: { ...table, moves, board: boardOf(protocol.board) }, ...facts, ...run };
  }

  /** The protocol that both keys signed: the library's copy, which may have a board, otherwise the spec in the file. */
  function findProtocol(parsedRecord: ParsedRecord): { protocol: LibraryProtocol | null; problem: Problem | null } {
    const protocol_id = summaryOf(parsedRecord).session?.protocol_id ?? '';
    try {
      const libraryCopy = library.get(protocol_id);
      if (libraryCopy) return { protocol: libraryCopy, problem: null };
      if (parsedRecord.spec === null)
        throw new ParlorError('protocol_missing', 'The rules of this game are not on this computer.');
      return { protocol: readProtocol(protocol_id, parsedRecord.spec, 'cached'), problem: null };
    } catch (error) {
      return { protocol: null, problem: toProblem(error) };
    }
  }

  async function computePositions(parsedRecord: ParsedRecord, protocol: LibraryProtocol): Promise<Positions> {
    const { state, text } = await library.readHooks(protocol);
    if (text === null || state !== 'finished')
      return noPositions({ code: 'hooks_missing', message: 'There is no code for this game on this computer.' });
    try {
      const hooks = await launchHooks(text, { seed: protocol.protocol_id });
      const deadline = now() + replayMs;
      const lines = parsedRecord.lines.flatMap(({ line }) => line ?? []);
      const replayInput = { spec: protocol.spec, hooks, lines, extraArgs: [] };
      return await replay(replayInput, () => now() > deadline).finally(() => hooks.dispose());
    } catch (error) {
      return noPositions(toProblem(error));
    }
  }

  return {
    append(record, text) {
      const id = record ?? `record-${randomBytes(8).toString('hex')}`;
      const previous = record === null ? { text: '', bytes: 0 } : get(id);
      const bytes = previous.bytes + Buffer.byteLength(text);
      if (bytes > recordMaxBytes) {
        records.delete(id);
        throw new ParlorError('too_large', 'This record is too large to be opened.', { limit: recordMaxBytes });
      }
      records.set(id, { text: previous.text + text, bytes, opened: null });
      for (const oldest of [...records.keys()].slice(0, -openedRecordsMax)) records.delete(oldest);
      return id;
    },
    async open(record) {
      const entry = get(record);
      entry.opened ??= buildTable(record, entry.text);
      const { table, followed, problem } = await entry.opened;
      return { table, followed, problem };
    },
    read(table_id) {
      const entry = records.get(table_id);
      if (!entry) return null;
      entry.opened ??= buildTable(table_id, entry.text);
      return entry.opened.then(({ table, spec, hooks_hash, views }) => ({
        table,
        spec,
        hooks_hash,
        text: entry.text,
        record: (from) => chunkOf(entry.text, from),
        views: (from) => chunkOf(views, from),
      }));
    },
  };
}

interface Positions {
  moves: Table['moves'];
  /** JSON lines, as in a table's views.jsonl. */
  views: string;
  /** Number of frames that the replay reached. */
  followed: number;
  problem: Problem | null;
}

const noPositions = (problem: Problem | null): Positions => ({ moves: [], views: '', followed: 0, problem });

async function replay(input: Parameters<typeof runRecord>[0], isOverdue: () => boolean): Promise<Positions> {
  const views: string[] = [];
  let length = 0;
  let lastText = '';
  let moves: Table['moves'] = [];
  let followed = 0;
  const result = (problem: Problem | null): Positions => ({
    // A record cannot prove who decided a move.
    moves: moves.map((move) => ({ ...move, origin: null, reason: null })),
    views: views.join(''),
    followed,
    problem,
  });
  for await (const { line, game, problem } of runRecord(input)) {
    if (problem) return result(problem);
    if (line.entry.kind === 'frame') followed += 1;
    moves = game.moves;
    const position = { moves: moves.length, view: game.view };
    const text = JSON.stringify(position);
    if (text !== lastText && input.hooks.methods.has('view')) {
      const view = `${JSON.stringify({ seq: line.seq, head: line.head, ...position } satisfies ViewLine)}\n`;
      length += view.length;
      if (length > viewsMaxLength)
        return result({ code: 'too_large', message: 'The positions of this game are too large to be shown.' });
      views.push(view);
      lastText = text;
    }
    if (isOverdue())
      return result({ code: 'hook_timeout', message: 'The code of this game takes too long for this record.' });
  }
  return result(null);
}

/** Never splits a surrogate pair: a lone surrogate is not valid text. */
function chunkOf(text: string, offset: number): Chunk {
  const end = offset + chunkLength;
  const next = Math.min(text.length, /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end);
  return { text: text.slice(offset, next), next };
}
