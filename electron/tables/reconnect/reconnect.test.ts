/** Lost connections and lost responses between two identities of one real community over real iroh. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { RecordLine } from '../../../shared/tables/record.ts';
import { firstBrokenLine } from '../../../shared/tables/testing/broken-line.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import type { TestSeat } from '../testing/seat.ts';
import { takeTwoSeats } from '../testing/two-seats.ts';

const dir = temporaryFolder();
const { ada, grace } = await takeTwoSeats(dir);
afterEach(() => {
  for (const seat of [ada, grace]) {
    seat.transport.offline = false;
    seat.dropResponses(null);
    seat.unreachable(null);
  }
});

/** Ada hosts Connect Four autonomously; Grace plays by hand, so that the game waits where the test needs it. */
async function openTable(graceMs = 120_000) {
  const heartbeat = { graceMs };
  const hosted = await ada.tables.host({
    control_mode: 'autonomous',
    heartbeat,
    protocol_id: ada.protocol('connect-four'),
  });
  const guest = await grace.tables.join(hosted.post_id, { control_mode: 'human', heartbeat });
  const seated = await hosted.table;
  // The host may be at the table before the guest has noticed.
  await grace.until(guest, ({ phase }) => phase !== 'joining');
  return { hosted, guest, host: seated!.table_id };
}

const openQuestion = (table_id: string, moves = 0) =>
  grace.until(table_id, ({ ask, moves: played, phase }) =>
    phase !== 'playing' ? phase === 'failed' : ask !== null && played.length >= moves,
  );

async function move(table_id: string): Promise<Table> {
  const { ask, moves } = await openQuestion(table_id);
  await grace.tables.answer(table_id, ask!.key, ask!.choices[0]!.value);
  return grace.until(table_id, (table) => table.moves.length > moves.length || table.phase !== 'playing');
}

/** Grace continues until the game has ended. */
async function playOn(table_id: string): Promise<void> {
  for (;;) {
    const table = await grace.until(table_id, ({ phase, ask }) => phase !== 'playing' || ask !== null);
    if (table.phase !== 'playing') return;
    await grace.tables.answer(table_id, table.ask!.key, table.ask!.choices[0]!.value);
    await grace.until(table_id, ({ ask, phase }) => phase !== 'playing' || ask?.key !== table.ask!.key);
  }
}

async function recordOf(dataDir: string, table_id: string): Promise<RecordLine[]> {
  const text = await readFile(join(dir, dataDir, 'tables', table_id, 'record.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordLine);
}

const businessFrames = (record: RecordLine[], direction: string) =>
  record.flatMap(({ entry }) => (entry.kind === 'frame' && entry.direction === direction ? [entry.frame] : []));

const lost = ({ connection, phase }: Table) =>
  phase === 'playing' && connection.kind === 'none' && connection.gives_up_at !== null;

describe('R10: a game that loses its connection', () => {
  test.each<[string, () => unknown]>([
    ['on the guest’s side', () => grace.transport.cut()],
    ['on the host’s side', () => ada.transport.cut()],
    ['because the host’s endpoint was replaced', () => ada.transport.killListeners()],
  ])('%s continues at the same frame and settles with the same result', async (_name, disconnect) => {
    const { guest, host } = await openTable();
    await move(guest);
    await openQuestion(guest, 2);
    grace.transport.offline = true;
    await disconnect();
    const waiting = await grace.until(guest, lost);
    await ada.until(host, lost);
    expect((waiting.connection.gives_up_at! - waiting.connection.quiet_since!) / 1000).toBeCloseTo(120, 0);
    // A move made while disconnected arrives later.
    await grace.tables.answer(guest, waiting.ask!.key, waiting.ask!.choices[0]!.value);
    grace.transport.offline = false;
    await grace.until(guest, ({ connection }) => connection.quiet_since === null && connection.kind === 'direct');
    await playOn(guest);
    const [mine, theirs] = [await grace.ended(guest), await ada.ended(host)];
    expect([mine.result?.winner, mine.phase]).toEqual([theirs.result?.winner, 'finished']);
    expect(['settled', 'capped']).toContain(theirs.result?.state);
    const [ours, others] = [await recordOf('grace', guest), await recordOf('ada', host)];
    expect([firstBrokenLine(ours), firstBrokenLine(others)]).toEqual([null, null]);
    expect(businessFrames(ours, 'sent')).toEqual(businessFrames(others, 'received'));
    expect(businessFrames(ours, 'received')).toEqual(businessFrames(others, 'sent'));
    expect(ours.some(({ entry }) => entry.kind === 'compared')).toBe(true);
    const token = /"token"|[^_]resume"/;
    expect(JSON.stringify(ours)).not.toMatch(token);
  });

  test('beyond the grace period fails on both sides without a result', async () => {
    const { guest, host } = await openTable(1_000);
    await move(guest);
    grace.transport.offline = true;
    grace.transport.cut();
    const [mine, theirs] = [await grace.ended(guest), await ada.ended(host)];
    for (const table of [mine, theirs]) {
      expect(table).toMatchObject({ phase: 'failed', result: null, problem: { code: 'peer_disconnected' } });
    }
  });

  test('may be resigned by the waiting side: the other side has won when it reconnects', async () => {
    const { guest, host } = await openTable();
    await move(guest);
    await openQuestion(guest, 2);
    grace.transport.offline = true;
    grace.transport.cut();
    await ada.until(host, lost);
    await ada.tables.resign(host);
    grace.transport.offline = false;
    for (const table of [await ada.ended(host), await grace.ended(guest)]) {
      expect(table).toMatchObject({
        phase: 'finished',
        result: {
          winner: 'guest',
          conceded: { by: 'host', code: 'resigned' },
          reports: { mine: 'guest', theirs: 'guest' },
        },
      });
    }
  });

  test('P-3: a guest accepts a new address of the host only if the host signed it', async () => {
    const { guest } = await openTable(2_000);
    await move(guest);
    const other = await ada.tables.host({
      control_mode: 'autonomous',
      protocol_id: ada.protocol('rock-paper-scissors'),
    });
    grace.tamper((path, body) =>
      path.endsWith('/transport') ? { ...body, iroh_ticket: other.invitation.iroh_ticket } : body,
    );
    await ada.transport.killListeners();
    expect(await grace.ended(guest)).toMatchObject({ phase: 'failed', problem: { code: 'peer_disconnected' } });
    grace.tamper(null);
    await other.cancel();
  });
});

describe('R13: a lost response', () => {
  /** Drops the first response to such a request; returns a function that counts the requests. */
  function dropFirstResponse(seat: TestSeat, wanted: string) {
    let requestCount = 0;
    seat.dropResponses((method, path) => {
      if (`${method} ${path}` !== wanted && !`${method} ${path}`.endsWith(wanted)) return false;
      requestCount += 1;
      return requestCount === 1;
    });
    return () => requestCount;
  }

  test.each(['listed', 'unlisted'] as const)(
    'to posting an invitation that is %s leaves one open table',
    async (visibility) => {
      const requestCount = dropFirstResponse(ada, 'POST /api/v1/invitations');
      const hosted = await ada.tables.host({
        control_mode: 'autonomous',
        protocol_id: ada.protocol('connect-four'),
        audience: { visibility },
      });
      expect(requestCount()).toBe(1);
      const open = await fetchOpen();
      expect(open).toEqual([hosted.post_id]);
      await hosted.cancel();
      expect(await fetchOpen()).toEqual([]);
    },
  );

  test('to creating a session, status or result causes no duplicates', async () => {
    const { hosted, guest, host } = await (async () => {
      const requestCount = dropFirstResponse(grace, 'POST /api/v1/sessions');
      const table = await openTable();
      expect(requestCount()).toBe(2);
      return table;
    })();
    const statusRequests = dropFirstResponse(grace, '/status');
    const resultRequests = dropFirstResponse(ada, '/result');
    await playOn(guest);
    const [mine, theirs] = [await grace.ended(guest), await ada.ended(host)];
    expect(mine.session_id).toBe(theirs.session_id);
    expect(mine.post_id).toBe(hosted.post_id);
    expect(['settled', 'capped']).toContain(mine.result?.state);
    expect(statusRequests()).toBeGreaterThan(1);
    expect(resultRequests()).toBeGreaterThan(1);
  });

  const fetchOpen = async () => {
    const { body } = await ada.client.call('GET /api/v1/invitations', { query: { mine: 'true' } });
    return body.results.map(({ post_id }) => post_id);
  };
});
