/** Invariants checked after a soak from what is stored: the community's database, both sides' records, and the logs. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultResourcesDir } from '../../electron/installation.ts';
import type { TestCommunity } from '../../service/testing/community.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { firstRecordDifference } from '../../shared/tables/record-difference.ts';
import { type Verification, verifyRecord } from '../../shared/tables/verify-record.ts';
import type { TableLine } from './player-messages.ts';

/** `violations` has one line each; empty if the invariant holds. */
export interface Invariant {
  name: string;
  /** The number and kind of items checked: an invariant that was checked on none proves nothing. */
  checked: string;
  violations: string[];
}

interface StoredRecord extends Verification {
  text: string;
  path: string;
}

/** The stored records below `dataDir` by session and side. */
export function readRecords(dataDir: string): Map<string, { host?: StoredRecord; guest?: StoredRecord }> {
  const resources = defaultResourcesDir();
  const specs = new Map(
    globSync('protocols/*/spec.json', { cwd: resources }).map((path) => {
      const text = readFileSync(join(resources, path), 'utf8');
      return [protocolIdOf(text), text];
    }),
  );
  const records = new Map<string, { host?: StoredRecord; guest?: StoredRecord }>();
  for (const path of globSync('**/tables/*/record.jsonl', { cwd: dataDir })) {
    const text = readFileSync(join(dataDir, path), 'utf8');
    const { session, role } = verifyRecord(text);
    if (!session || !role) continue;
    const record: StoredRecord = { text, path, ...verifyRecord(text, specs.get(session.protocol_id) ?? null) };
    records.set(session.session_id, { ...records.get(session.session_id), [role]: record });
  }
  return records;
}

interface ResultRow {
  session_id: string;
  state: string;
  winner: string | null;
}

const readResults = (community: TestCommunity): Promise<ResultRow[]> =>
  community.sql`SELECT session_id, state, winner FROM result`;

/** Every settled session matches its records: both sides stored the whole game, the same frames, and the settled winner. */
export async function checkSettledRecords(community: TestCommunity, dataDir: string): Promise<Invariant> {
  const records = readRecords(dataDir);
  const rows = await readResults(community);
  // Sessions that the write load creates have no table.
  const playedResults = rows.filter(({ session_id }) => records.has(session_id));
  const violations: string[] = [];
  for (const { session_id, state, winner } of playedResults) {
    const { host, guest } = records.get(session_id)!;
    if (!host || !guest) {
      violations.push(`${session_id} is ${state}, but only one side has a record`);
      continue;
    }
    if (state === 'disputed') violations.push(`${session_id} is disputed, but both sides are honest`);
    for (const { path, findings, end } of [host, guest]) {
      for (const { code, line } of findings) violations.push(`${path}: ${code} in line ${line}`);
      if (!end?.completed) violations.push(`${path}: settled as ${winner}, but the record is not complete`);
      else if (end.winner !== winner) violations.push(`${path}: settled as ${winner}, recorded as ${end.winner}`);
    }
    const difference = firstRecordDifference(host.text, guest.text);
    if (difference) violations.push(`${session_id}: the records differ: ${JSON.stringify(difference)}`);
  }
  return { name: 'no session settled against its records', checked: `${playedResults.length} results`, violations };
}

/** Every result that a player received is what the community stores. */
export async function checkStoredTables(community: TestCommunity, tables: readonly TableLine[]): Promise<Invariant> {
  const rows = await readResults(community);
  const resultsBySession = new Map(rows.map((row) => [row.session_id, row]));
  const decidedTables = tables.filter(({ state }) => state === 'settled' || state === 'capped' || state === 'disputed');
  const violations = decidedTables.flatMap(({ agent, session_id, state, winner }) => {
    const row = resultsBySession.get(session_id ?? '');
    if (row?.state === state && row.winner === winner) return [];
    return [`agent ${agent} received ${session_id} as ${state}, won by ${winner}; stored is ${JSON.stringify(row)}`];
  });
  return {
    name: 'every result that a player received is stored',
    checked: `${decidedTables.length} results`,
    violations,
  };
}

/** After a clean shutdown, SQLite has checkpointed its whole log into the database. */
export function checkEmptiedLog(dataDir: string): Invariant {
  const nonEmptyFiles = ['community.db-wal', 'replay.db-wal'].filter((name) => {
    const path = join(dataDir, name);
    return existsSync(path) && readFileSync(path).length > 0;
  });
  return {
    name: 'the write-ahead log is checkpointed at the end',
    checked: '2 files',
    violations: nonEmptyFiles.map((name) => `${name} is not empty after the service has stopped`),
  };
}

/** Finds unhandled errors in the logs, and files that were not closed. */
export function checkLogs(dir: string): Invariant {
  const logs = globSync('*.log', { cwd: dir });
  const violations = logs.flatMap((name) =>
    readFileSync(join(dir, name), 'utf8')
      .split('\n')
      .filter((line) => /unhandled|uncaught|"level":60|Closing file descriptor/i.test(line))
      .slice(0, 3)
      .map((line) => `${name}: ${line.slice(0, 300)}`),
  );
  return { name: 'no unhandled error and no unclosed file in a log', checked: `${logs.length} logs`, violations };
}
