/** A Parlor in which every string that the bridge's contract leaves open is a stranger's, served to a client by the real server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import fc from 'fast-check';
import { bridge, hostedTableSchema, type Table, tableSchema } from '../../../shared/bridge/contract.ts';
import { errorCodes, ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { BridgeClient } from '../../owner/attach.ts';
import { serveClient } from '../server.ts';
import { openSession } from '../session.ts';
import { arbitraryOf, poison } from './poisoned-values.ts';

const specs = ['connect-four', 'rock-paper-scissors', 'chat'].map(
  (name) =>
    JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../resources/protocols', name, 'spec.json'), 'utf8'),
    ) as JsonObject,
);

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index}`);

/** As much as a spec may contain. */
const wideSpec = {
  name: 'Wide',
  messages: numbered('message', 30).map((name, index) => ({
    name,
    direction: 'both',
    fields: {
      action: { type: 'enum', values: [name] },
      ...(index === 0 && {
        said: { type: 'enum', values: numbered('value', 2_500) },
        list: { type: 'array', items: { type: 'enum', values: numbered('value', 2_500) } },
      }),
      ...Object.fromEntries(
        numbered('field', 40).map((field) => [field, { type: 'enum', values: numbered(field, 3) }]),
      ),
    },
  })),
  parameters: Object.fromEntries(
    numbered('option', 60).map((option) => [option, { type: 'enum', values: numbered(option, 5) }]),
  ),
  rules: { turns: 'One after the other. '.repeat(2_000) },
} as unknown as JsonObject;
specs.push(wideSpec);

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });

/** The same structure with every string poisoned that its author can choose. */
function poisonedSpec(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => poisonedSpec(item, key));
  if (typeof value === 'string') return ['type', 'direction', 'mode'].includes(key) ? value : `${poison} ${value}`;
  if (typeof value !== 'object' || value === null) return value;
  const isNamed = ['fields', 'parameters', 'rules'].includes(key);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      isNamed && name !== 'action' ? `${poison} ${name}` : name,
      poisonedSpec(member, name),
    ]),
  );
}

type Definition = { type: string; values?: string[]; items?: { values?: string[] } };

/** One message of each kind in the spec, 60 times: enums have one value after the other, other fields are poisoned. */
function messagesOf(spec: JsonObject) {
  const messages = spec.messages as unknown as { fields: { [name: string]: Definition } }[];
  const valueAt = ({ values, items }: Definition, turn: number) =>
    items?.values?.slice(turn, turn + 8) ?? values?.[turn % values.length] ?? `${poison} 1`;
  return Array.from({ length: 60 }, (_, turn) => turn).flatMap((turn) =>
    messages.map(({ fields }, index) => ({
      number: turn * messages.length + index + 1,
      direction: 'host_to_guest' as const,
      action: fields.action!.values![0]!,
      fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueAt(field, turn)])),
    })),
  );
}

/** The last value of each option that has any. */
const optionsOf = (spec: JsonObject) =>
  Object.fromEntries(
    Object.entries((spec.parameters ?? {}) as unknown as { [name: string]: Definition }).flatMap(
      ([name, { values }]) => (values ? [[name, values.at(-1)!]] : []),
    ),
  );

/** The values of all enums, in order, and some that are in none. */
const choicesOf = (spec: JsonObject) => {
  const messages = spec.messages as unknown as { fields: { [name: string]: Definition } }[];
  const values = messages.flatMap(({ fields }) => Object.values(fields).flatMap((field) => field.values ?? []));
  return [...new Set(values.slice(0, 900)), ...numbered(`${poison} choice`, 100)].map((value) => ({
    ...{ value, label: `${poison} ${value}`.slice(0, 80), hint: poison },
  }));
};

const me = 'a'.repeat(64);
const client_id = '5f0c8a52-6b0e-4a5e-9d0b-3c1d2e4f5a6b';

export const situation = fc.record({
  shipped: fc.boolean(),
  spec: fc.constantFrom(...specs),
  protocol_id: hex,
  peer: hex,
  table: arbitraryOf(tableSchema),
  hosted: arbitraryOf(hostedTableSchema),
  offer: arbitraryOf(bridge.lobby.calls.list.result),
  page: arbitraryOf(bridge.protocols.calls.get.result),
  message: arbitraryOf(bridge.clients.calls.read_message.result),
  sent: arbitraryOf(bridge.clients.calls.send_message.result),
  inbox: arbitraryOf(bridge.inbox.calls.list.result),
  leaderboard: arbitraryOf(bridge.agents.calls.elo_leaderboard.result),
  state: arbitraryOf(bridge.app.calls.state.result),
  ids: fc.record({ table: fc.uuid(), post: fc.uuid(), hosted: fc.uuid() }),
  /** The call that fails, and how. */
  failing: fc.option(fc.constantFrom('join', 'host', 'answer', 'resign', 'read_message', 'send_message')),
  code: fc.constantFrom(...errorCodes),
  released: fc.boolean(),
});
export type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

function tableOf(
  { shipped, spec, protocol_id, peer, table, ids }: Situation,
  phase: Table['phase'] = 'playing',
): Table {
  const ownSpec = (shipped ? spec : poisonedSpec(spec)) as JsonObject;
  const question = { key: `${poison} turn`, prompt: poison, choices: choicesOf(ownSpec) };
  const shippedQuestion = { key: 'turn:1', prompt: 'Choose', choices: [{ value: 1, label: 'one' }] };
  const askState = { asked_at: 0, proposal: null, reason: poison, plays_at: null, held: false, deadline_at: null };
  return {
    ...table,
    phase,
    table_id: ids.table,
    post_id: ids.post,
    protocol: { ...table.protocol, protocol_id },
    peer: { ...table.peer, public_key: peer },
    control_mode: 'autonomous',
    client: { client_id, name: 'tester', connected: true },
    // Questions at shipped protocols come from code that Parlor ships.
    ask: phase === 'playing' ? { ...(shipped ? shippedQuestion : question), ...askState } : null,
    view: { [`${poison} key`]: poison, list: [poison, 1] },
    board_record: {
      seat: 'guest',
      options: { [`${poison} option`]: poison, ...optionsOf(ownSpec) },
      messages: messagesOf(ownSpec),
      end: { completed: true, winner: null, reason: poison },
    },
  } as Table;
}

/** A bridge whose results contain poison wherever strangers choose the text. */
function poisonedBridge(given: Situation): BridgeClient {
  const { shipped, spec, protocol_id, peer, ids, failing, code } = given;
  async function resultOf<T>(name: string, value: T): Promise<T> {
    if (failing !== name) return value;
    throw new ParlorError(code, poison, { [poison]: poison, permission: poison, limit: poison });
  }
  const permissions = {
    ...{ play_unrated: true, play_rated: true, host: true, read_messages: true, send_messages: true },
    ...{ tables_at_once: 2, games_per_hour: 20 },
  };
  const client = {
    client_id,
    name: 'tester',
    permissions,
    first_seen_at: 0,
    last_seen_at: 0,
    connected: true,
    tables: [],
  };
  const hosted = { ...given.hosted, post_id: ids.hosted, earlier_post_ids: [], protocol_id };
  const entry = { ...given.page, protocol_id, source: shipped ? 'bundled' : 'cached', hooks: 'finished' };
  const page = shipped
    ? { ...entry, name: 'Connect Four', spec }
    : { ...entry, name: poison, description: poison, spec: poisonedSpec(spec) };
  const events = { on: () => () => {} };
  const { identity } = given.state;
  return {
    app: {
      ...events,
      state: async () => ({
        ...given.state,
        // The person's own name is not a stranger's.
        identity: identity && { ...identity, public_key: me, nickname: 'ada' },
        community: { ...given.state.community, url: 'http://127.0.0.1:7400/' },
      }),
    },
    clients: {
      ...events,
      connect: async () => client,
      list: async () => ({ clients: [client], releases: { protocols: [], people: [] } }),
      join: () => resultOf('join', { table_id: ids.table }),
      host: () => resultOf('host', hosted),
      answer: () => resultOf('answer', { status: 'proposed' }),
      resign: () => resultOf('resign', {}),
      read_message: () => resultOf('read_message', given.message),
      send_message: () => resultOf('send_message', given.sent),
    },
    tables: {
      ...events,
      list: async () => ({ tables: [tableOf(given), { ...tableOf(given, 'failed'), table_id: ids.post }] }),
      hosting: async () => ({ hosted: [hosted] }),
    },
    lobby: {
      ...events,
      list: async () => ({
        ...given.offer,
        ...{ reset: false, more: false, status: 'live' },
        entries: given.offer.entries.map((each) => ({
          ...each,
          ...(shipped ? {} : { options: optionsOf(poisonedSpec(spec) as JsonObject) }),
          protocol_id,
          host: { ...each.host, public_key: peer },
        })),
      }),
    },
    protocols: { ...events, list: async () => ({ protocols: [entry] }), get: async () => page },
    inbox: { ...events, list: async () => given.inbox },
    agents: { ...events, elo_leaderboard: async () => given.leaderboard },
  } as unknown as BridgeClient;
}

/** Calls to every tool; each finishes immediately. */
export function callsOf({ protocol_id, peer, ids }: Situation): { name: string; arguments: Record<string, unknown> }[] {
  const control_mode = 'autonomous';
  const table = { table_id: ids.table };
  return [
    { name: 'whoami', arguments: {} },
    { name: 'list_tables', arguments: { limit: 1 } },
    { name: 'list_tables', arguments: { protocol: protocol_id } },
    { name: 'describe_protocol', arguments: { protocol_id } },
    { name: 'join_table', arguments: { post_id: ids.post, control_mode } },
    { name: 'host_table', arguments: { protocol: protocol_id, options: {}, control_mode } },
    { name: 'get_table', arguments: table },
    { name: 'get_table', arguments: { table_id: ids.post } },
    { name: 'get_table', arguments: { table_id: ids.hosted } },
    { name: 'get_table', arguments: { table_id: 'unknown' } },
    { name: 'wait_for_turn', arguments: { ...table, timeout_seconds: 1 } },
    { name: 'answer', arguments: { ...table, key: 'turn:2', value: 1, reason: 'since' } },
    { name: 'resign', arguments: { table_id: ids.post } },
    { name: 'list_my_tables', arguments: { limit: 1 } },
    { name: 'leaderboard', arguments: {} },
    { name: 'list_messages', arguments: {} },
    { name: 'read_message', arguments: { id: 1 } },
    { name: 'send_message', arguments: { to: peer, text: 'hello' } },
    { name: 'no_such_tool', arguments: {} },
    { name: 'answer', arguments: { key: 1 } },
  ];
}

function speaking(parlor: BridgeClient, speak: <T>(value: T) => T): BridgeClient {
  const groups = Object.entries(parlor).map(([name, group]) => [
    name,
    Object.fromEntries(
      Object.entries(group as unknown as Record<string, (args: unknown) => Promise<unknown>>).map(([call, run]) => [
        call,
        call === 'on' ? run : (args: unknown) => run(args).then(speak, (error) => Promise.reject(speak(error))),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as BridgeClient;
}

/** `speak` replaces the poison in what the bridge returns. */
export async function everythingSent(
  given: Situation,
  releasedIds: readonly string[],
  speak = <T>(value: T): T => value,
): Promise<unknown[]> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const sent: unknown[] = [];
  const send = ours.send.bind(ours);
  ours.send = async (message, options) => {
    sent.push(message);
    await send(message, options);
  };
  const session = await openSession({
    ...{ bridge: speaking(poisonedBridge(given), speak), name: 'tester', allow: null, releasedIds },
    ownerExit: new Promise(() => {}),
  });
  const served = serveClient({
    transport: ours,
    openSession: async () => session,
    reportError: (error) => sent.push(`report: ${error instanceof Error ? error.stack : error}`),
  });
  const client = new Client({ name: 'tester', version: '1' });
  await client.connect(theirs);
  for (const call of callsOf(given)) await client.callTool(call).catch(() => {});
  await client.close();
  await served;
  return sent;
}
