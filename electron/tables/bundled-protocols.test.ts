/** Whole tables with only the community replaced: real iroh, real keys, real QuickJS, the bundled protocols. */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LruCache } from '../../shared/lru-cache.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { labelsOf } from '../../shared/protocol/labels.ts';
import { flowMode, readSpec } from '../../shared/protocol/spec.ts';
import { sessionIdOf } from '../../shared/signing/texts.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { firstBrokenLine } from '../../shared/tables/testing/broken-line.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import type { Channel, Transport } from '../p2p/channel.ts';
import { createTransport, ticketEndpointId } from '../p2p/iroh-transport.ts';
import { runTable } from './engine-runner.ts';
import { type EstablishedSession, type SessionBody, shakeHandsAsGuest, shakeHandsAsHost } from './joining/handshake.ts';
import { openTableStore, type TableStore } from './records/journal.ts';
import { localPlayer } from './testing/local-player.ts';
import { launchPlainHooks } from './testing/plain-hooks.ts';

const resources = new URL('../../resources/protocols/', import.meta.url);
const post_id = '00000000-0000-4000-8000-000000000001';
const launchHooks = nodeLauncher();

const seats = { host: localPlayer(1, 'autonomous'), guest: localPlayer(2, 'autonomous') };
let transports: Record<Role, Transport>;
const directory = temporaryFolder();
let store: TableStore;

beforeAll(async () => {
  transports = { host: createTransport({ reach: 'loopback' }), guest: createTransport({ reach: 'loopback' }) };
  store = await openTableStore(directory);
});
afterAll(async () => {
  await Promise.all([transports.host.close(), transports.guest.close()]);
});

/** Both ends of an authenticated connection, and the signed session. */
async function seatBoth(protocol_id: string): Promise<Record<Role, { channel: Channel; session: EstablishedSession }>> {
  const sessions = new Map<string, SessionBody>();
  const listener = await transports.host.listen();
  const hosting = (async () => {
    const channel = (await listener.accept()) as Channel;
    const { session } = await shakeHandsAsHost(channel, {
      player: seats.host,
      post_id,
      protocol_id,
      options: {},
      usedNonces: new LruCache(4),
      fetchSession: async (session_id) => sessions.get(session_id) as SessionBody,
    });
    return { channel, session };
  })();
  const channel = await transports.guest.dial(listener.ticket);
  const { session } = await shakeHandsAsGuest(channel, {
    session_nonce: randomBytes(16).toString('hex'),
    player: seats.guest,
    post_id,
    host_public_key: seats.host.public_key,
    protocol_id,
    options: {},
    expectedRemoteId: ticketEndpointId(listener.ticket),
    createSession: async (body) => {
      const session_id = sessionIdOf(body);
      sessions.set(session_id, body);
      return { session_id };
    },
  });
  return { host: await hosting, guest: { channel, session } };
}

describe.each(['chat', 'oracle'])('%s', (folder) => {
  test('two agents play it to the end, without a winner', async () => {
    const specText = await readFile(new URL(`${folder}/spec.json`, resources), 'utf8');
    const source = await readFile(new URL(`${folder}/hooks.js`, resources), 'utf8');
    const ends = await seatBoth(protocolIdOf(specText));
    const sit = async (role: Role) =>
      runTable({
        role,
        control_mode: 'autonomous',
        spec: readSpec(specText).spec,
        options: {},
        manner: null,
        hooks: await launchHooks(source, { seed: `${folder}-${role}` }),
        ...ends[role],
        journal: await store.create(`${folder}-${role}`, {}),
      });
    const [host, guest] = await Promise.all([sit('host'), sit('guest')]);
    for (const table of [host, guest]) {
      expect(await table.ended).toMatchObject({ completed: true, winner: null, problem: null });
      expect(table.snapshot().talk.some(({ by }) => by === 'guest')).toBe(true);
    }
    const lines = await store.readLines(`${folder}-guest`);
    expect(firstBrokenLine(lines)).toBeNull();
    const hooks_hash = createHash('sha256').update(source).digest('hex');
    expect(lines[1]).toMatchObject({ entry: { kind: 'start', hooks_hash } });
  });
});

describe.each(['rock-paper-scissors', 'connect-four'])('%s', (folder) => {
  test.each([1, 2, 3].slice(0, isLongRun ? undefined : 1))(
    'two agents play it to one result, game %i',
    async (game) => {
      const specText = await readFile(new URL(`${folder}/spec.json`, resources), 'utf8');
      const source = await readFile(new URL(`${folder}/hooks.js`, resources), 'utf8');
      const { spec, problems } = readSpec(specText);
      expect(problems).toEqual([]);
      const ends = await seatBoth(protocolIdOf(specText));
      const sit = async (role: Role) =>
        runTable({
          role,
          control_mode: 'autonomous',
          spec,
          options: {},
          manner: 'easy',
          hooks: await launchHooks(source, { seed: `${folder}-${game}-${role}` }),
          ...ends[role],
          journal: await store.create(`${folder}-${game}-${role}`, {}),
        });
      const [host, guest] = await Promise.all([sit('host'), sit('guest')]);
      const outcome = await guest.ended;
      expect(outcome).toMatchObject({
        completed: true,
        winner: expect.stringMatching(/host|guest|draw/),
        problem: null,
      });
      expect(await host.ended).toEqual(outcome);
      expect(guest.snapshot().view).toMatchObject({ winner: outcome.winner, over: true });
      for (const role of ['host', 'guest']) {
        const lines = await store.readLines(`${folder}-${game}-${role}`);
        expect(firstBrokenLine(lines)).toBeNull();
        expect(lines[0]).toMatchObject({
          entry: { kind: 'session', guest_signature: ends.guest.session.guest_signature },
        });
      }
      const hands = (table: typeof host) =>
        table
          .snapshot()
          .sealed_rounds.map(({ round, host, guest }) => [round, host.sealed, host.value, guest.sealed, guest.value]);
      expect(hands(guest)).toEqual(hands(host));
    },
  );
});

const games = (await readdir(resources, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && entry.name !== 'chat')
  .map(({ name }) => name);

describe.each(games)('%s', (folder) => {
  test('both sides list the same decisions', async () => {
    const specText = await readFile(new URL(`${folder}/spec.json`, resources), 'utf8');
    const source = await readFile(new URL(`${folder}/hooks.js`, resources), 'utf8');
    const ends = await seatBoth(protocolIdOf(specText));
    const sit = async (role: Role) =>
      runTable({
        role,
        control_mode: 'autonomous',
        spec: readSpec(specText).spec,
        options: {},
        manner: folder === 'oracle' ? null : 'easy',
        hooks: await (isLongRun ? launchHooks : launchPlainHooks)(source, { seed: `moves-${folder}-${role}` }),
        ...ends[role],
        journal: await store.create(`moves-${folder}-${role}`, {}),
      });
    const [host, guest] = await Promise.all([sit('host'), sit('guest')]);
    for (const table of [host, guest]) expect(await table.ended).toMatchObject({ completed: true, problem: null });
    const words = JSON.parse(await readFile(new URL(`${folder}/words.json`, resources), 'utf8'));
    const labels = labelsOf(words.en);
    const decisions = (table: typeof host) =>
      table
        .snapshot()
        .moves.map((move) => ({ ...move, text: labels.move(move) }))
        .filter((move) => !move.automatic && labels.automatic(move, '') === null)
        // The words of a question are in the talk; only the side that wrote them lists them.
        .map(({ by, text }) => `${by}: ${folder === 'oracle' && by === 'guest' ? 'question' : text}`);
    // Where both choose at once, each side lists its own choice first.
    const inRounds = flowMode(readSpec(specText).spec) === 'simultaneous_round';
    const listed = (table: typeof host) => (inRounds ? decisions(table).sort() : decisions(table));
    expect(listed(guest)).not.toEqual([]);
    expect(listed(guest)).toEqual(listed(host));
  });
});
