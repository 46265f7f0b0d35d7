/** A side that stalls over real iroh, at tables of a real community: the other side doesn't wait for long, and can leave without losing. */
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import type { TestSeat } from '../testing/seat.ts';
import { takeTwoSeats } from '../testing/two-seats.ts';

const dir = temporaryFolder();
const { ada, grace } = await takeTwoSeats(join(dir));

afterEach(() => {
  for (const { transport } of [ada, grace]) transport.offline = false;
});

interface Side {
  seat: TestSeat;
  table_id: string;
}

const until = ({ seat, table_id }: Side, matches: (table: Table) => boolean) => seat.until(table_id, matches);
const isHere = ({ connection }: Table) => connection.quiet_since === null;
const isAway = ({ connection, phase }: Table) => connection.quiet_since !== null || phase !== 'playing';

/**
 * A game of Connect Four in which it is the turn of the side with this role; the other side plays by itself. `graceMs`: the allowance that
 * the other side gives. Each side counts every outage as the other's, so only one of them may have a short allowance.
 */
async function waitFor(role: Role, graceMs = 120_000): Promise<{ staller: Side; waiting: Side }> {
  const allowances = { host: { graceMs }, guest: { graceMs }, [role]: { graceMs: 120_000 } };
  const modes = { host: 'autonomous', guest: 'autonomous', [role]: 'human' } as const;
  const hosted = await ada.tables.host({
    control_mode: modes.host,
    heartbeat: allowances.host,
    protocol_id: ada.protocol('connect-four'),
  });
  const guest = await grace.tables.join(hosted.post_id, {
    control_mode: modes.guest,
    heartbeat: allowances.guest,
  });
  const seated = await hosted.table;
  const sides = { host: { seat: ada, table_id: seated!.table_id }, guest: { seat: grace, table_id: guest } };
  const staller = sides[role];
  const waiting = sides[role === 'host' ? 'guest' : 'host'];
  await until(staller, ({ ask }) => ask !== null);
  await until(waiting, ({ peer_asked_at }) => peer_asked_at !== null);
  return { staller, waiting };
}

function disconnect(): void {
  grace.transport.offline = true;
  grace.transport.cut();
}

/** Ends once the guest has been told: it redials a silent host only after a growing pause. */
async function beAway(staller: Side, waiting: Side, ms: number): Promise<void> {
  const guest = staller.seat === grace ? staller : waiting;
  const told = (await grace.tables.get(guest.table_id)).absence.own?.used_ms ?? 0;
  disconnect();
  await until(waiting, isAway);
  await new Promise((resolve) => setTimeout(resolve, ms));
  grace.transport.offline = false;
  await until(waiting, (table) => isHere(table) || table.phase !== 'playing');
  await until(guest, ({ absence, phase }) => (absence.own?.used_ms ?? 0) > told || phase !== 'playing');
}

describe.each<Role>(['guest', 'host'])('P-18: a %s that stalls', (role) => {
  test('uses up its allowance however often it returns, and is told how much', async () => {
    const { staller, waiting } = await waitFor(role, 4_000);
    await beAway(staller, waiting, 200);
    const told = await until(staller, ({ absence, phase }) => absence.own !== null || phase !== 'playing');
    expect(told.absence.own).toMatchObject({ allowed_ms: 4_000 });
    const phase = async () => (await waiting.seat.tables.get(waiting.table_id)).phase;
    let cycles = 1;
    for (; cycles < 40 && (await phase()) === 'playing'; cycles += 1) await beAway(staller, waiting, 200);
    expect(cycles).toBeLessThan(40);
    const ended = await until(waiting, (table) => table.phase === 'failed');
    expect(ended).toMatchObject({ result: null, problem: { code: 'peer_disconnected' } });
  });

  test('can be left without losing while it is away on its turn, and only then', async () => {
    const { staller, waiting } = await waitFor(role);
    await expect(waiting.seat.tables.leave(waiting.table_id)).rejects.toMatchObject({ code: 'peer_present' });
    disconnect();
    const stalled = await until(waiting, ({ stall }) => stall !== null);
    expect(stalled.stall?.kind).toBe('away');
    await waiting.seat.tables.leave(waiting.table_id);
    expect(await waiting.seat.ended(waiting.table_id)).toMatchObject({
      phase: 'failed',
      result: null,
      problem: { code: 'peer_stalled' },
    });
    grace.transport.offline = false;
    expect(await staller.seat.ended(staller.table_id)).toMatchObject({
      phase: 'failed',
      result: null,
      problem: { code: 'peer_aborted', detail: { code: 'peer_stalled' } },
    });
  });

  test('has the same time on both sides, also after it was away', async () => {
    const { staller, waiting } = await waitFor(role);
    const { ask } = await staller.seat.tables.get(staller.table_id);
    // Both sides of this test read one clock.
    const isTold = ({ peer_ends_at }: Table) =>
      peer_ends_at !== null && Math.abs(peer_ends_at - ask!.deadline_at!) < 5_000;
    await until(waiting, isTold);
    await beAway(staller, waiting, 200);
    expect(isTold(await waiting.seat.tables.get(waiting.table_id))).toBe(true);
    await waiting.seat.tables.resign(waiting.table_id);
    await waiting.seat.ended(waiting.table_id);
  });

  test('gets its time back with its move', async () => {
    const { staller, waiting } = await waitFor(role);
    await beAway(staller, waiting, 200);
    const { absence } = await until(staller, ({ absence }) => absence.own !== null);
    expect(absence.own?.used_ms).toBeGreaterThanOrEqual(200);
    const { ask } = await staller.seat.tables.get(staller.table_id);
    await staller.seat.tables.answer(staller.table_id, ask!.key, ask!.choices[0]!.value);
    await until(staller, ({ absence }) => absence.own?.used_ms === 0);
    await waiting.seat.tables.resign(waiting.table_id);
    await waiting.seat.ended(waiting.table_id);
  });
});
