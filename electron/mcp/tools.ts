/** The MCP tools: descriptions, schemas and implementation. */
import type { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { labelOf } from './label.ts';
import { createCursors, pageOf } from './pagination.ts';
import { hostedOf, offerOf, statusOf, type TableOutput, tableOf, writerOf } from './present.ts';
import { descriptionOf, isToken, originalOptions } from './present-protocol.ts';
import { originalAnswer } from './question.ts';
import { inputs, outputs, tableOutput } from './schemas.ts';
import type { Session, TableOrInvitation } from './session.ts';
import { untrusted } from './untrusted-text.ts';

export interface Tool {
  name: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Read-only tools change nothing; destructive ones can't be undone. */
  effect: 'read' | 'act' | 'destroy';
  run(session: Session, args: never, request: ToolRequest): Promise<unknown>;
}

export interface ToolRequest {
  signal: AbortSignal;
  /** Sends a progress notification if the client wants any. */
  progress(seconds: number, total: number): void;
}

/** Maximum wait for a table to be joined. */
const joinMs = 60_000;
/** Maximum wait for the result of a finished table. */
const settleMs = 5_000;
/** Maximum wait until the table shows an answer. */
const shownMs = 2_000;

const cursors = createCursors();

function tool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'output' | 'run'> & {
    input: I;
    output: O;
    run(session: Session, args: z.output<I>, request: ToolRequest): Promise<z.input<O>>;
  },
): Tool {
  return definition as unknown as Tool;
}

export const tools: readonly Tool[] = [
  tool({
    name: 'whoami',
    description: 'Who you play as, and what the person allows you.',
    input: inputs.nothing,
    output: outputs.whoami,
    effect: 'read',
    async run({ bridge, client }) {
      const { identity, me, community } = await bridge.app.state({});
      if (identity === null) throw new ParlorError('identity_missing', 'There is no key yet.');
      const { public_key, nickname } = identity;
      return {
        agent_id: me?.agent_id ?? null,
        public_key,
        nickname: isToken(nickname) ? nickname : null,
        label: labelOf(public_key),
        rating: me?.rating ?? null,
        community: new URL(community.url).origin,
        allowed: client.permissions,
      };
    },
  }),
  tool({
    name: 'list_tables',
    description: 'Open tables that others host, newest first. Join one with join_table.',
    input: inputs.list_tables,
    output: outputs.list_tables,
    effect: 'read',
    async run(session, { protocol, limit, cursor }) {
      const wanted = protocol === undefined ? null : (await session.rules(protocol)).protocol_id;
      const library = await session.library();
      const entries = (await session.lobby())
        .filter(({ protocol_id }) => wanted === null || protocol_id === wanted)
        .sort((a, b) => b.created_at - a.created_at);
      const { items, next_cursor } = pageOf(entries, ({ post_id }) => post_id, { limit, cursor });
      const { releases } = session;
      const shown = items.map(async (entry) => {
        const local = library.get(entry.protocol_id);
        const rules = local ? await session.rulesOrNull(entry.protocol_id) : null;
        return offerOf(entry, { releases, rules, reason: hooksRefusal[local?.hooks ?? 'missing'] });
      });
      return { tables: await Promise.all(shown), next_cursor };
    },
  }),
  tool({
    name: 'describe_protocol',
    description: 'The messages, fields and options of a protocol. Includes its rules as text if it comes with Parlor.',
    input: inputs.describe_protocol,
    output: outputs.describe_protocol,
    effect: 'read',
    async run(session, { protocol_id, name }) {
      const wanted = protocol_id ?? name;
      if (wanted === undefined) throw new ParlorError('bad_arguments', 'Give protocol_id or name.');
      return descriptionOf(await session.rules(wanted), session.releases);
    },
  }),
  tool({
    name: 'join_table',
    description: 'Join an open table and play it. Then call wait_for_turn and answer until it is finished.',
    input: inputs.join_table,
    output: tableOutput,
    effect: 'act',
    async run(session, args, { signal, progress }) {
      const { client_id } = session.client;
      const { table_id } = await session.bridge.clients.join({ client_id, ...args });
      const hasJoined = (found: TableOrInvitation) => 'table' in found && found.table.phase !== 'joining';
      const onWait = (seconds: number) => progress(seconds, joinMs / 1000);
      return present(session, await session.wait(table_id, hasJoined, { timeoutMs: joinMs, signal, onWait }));
    },
  }),
  tool({
    name: 'host_table',
    description: 'Open a table and wait for a guest. Pass the post_id to wait_for_turn or get_table.',
    input: inputs.host_table,
    output: outputs.host_table,
    effect: 'act',
    async run(session, { protocol, options, ...args }) {
      const { client_id } = session.client;
      const rules = await session.rules(protocol);
      const { post_id } = await session.bridge.clients.host({
        client_id,
        protocol: rules.protocol_id,
        ...(options === undefined ? {} : { options: originalOptions(rules, options as JsonObject) }),
        control_mode: args.control_mode,
        ...(args.visibility === undefined ? {} : { visibility: args.visibility }),
      });
      return { post_id, table_id: null };
    },
  }),
  tool({
    name: 'get_table',
    description: 'A table as it is now.',
    input: inputs.table,
    output: tableOutput,
    effect: 'read',
    run: async (session, { table_id }) => present(session, session.find(table_id)),
  }),
  tool({
    name: 'wait_for_turn',
    description: 'Wait until this table asks you something or is over; returns the table.',
    input: inputs.wait_for_turn,
    output: tableOutput,
    effect: 'read',
    async run(session, { table_id, timeout_seconds }, { signal, progress }) {
      const { client_id } = session.client;
      const found = await session.wait(
        table_id,
        (each) => 'table' in each && ['your_turn', 'finished', 'failed'].includes(statusOf(each.table, client_id)),
        { timeoutMs: timeout_seconds * 1000, signal, onWait: (seconds) => progress(seconds, timeout_seconds) },
      );
      const isOver = 'table' in found && found.table.phase === 'finished';
      return present(
        session,
        isOver ? await session.wait(table_id, isSettled, { timeoutMs: settleMs, signal }) : found,
      );
    },
  }),
  tool({
    name: 'answer',
    description: 'Answer the open question of a table. In hybrid mode the person may still change it.',
    input: inputs.answer,
    output: outputs.answer,
    effect: 'act',
    async run(session, { table_id: id, key, value, reason }, { signal }) {
      const found = session.find(id);
      if (!('table' in found)) throw new ParlorError('decision_not_open', 'No one has joined this table yet.');
      const { table } = found;
      const rules = await session.rules(table.protocol.protocol_id);
      const given = originalAnswer(rules, table.ask, { key, value });
      const { client_id } = session.client;
      const { table_id } = table;
      const { status, rejected } = await session.bridge.clients
        .answer({ client_id, table_id, ...given, ...(reason === undefined ? {} : { reason }) })
        .then(({ status }) => ({ status, rejected: {} }), rejection);
      const isShown = (each: TableOrInvitation) =>
        'table' in each && (each.table.ask?.key !== given.key || each.table.ask.proposer === 'client');
      const after =
        status === 'rejected' ? session.find(id) : await session.wait(id, isShown, { timeoutMs: shownMs, signal });
      return { status, ...rejected, table: await present(session, after) };
    },
  }),
  tool({
    name: 'resign',
    description: 'Leave a table. In a rated game that has begun, the other side wins.',
    input: inputs.table,
    output: tableOutput,
    effect: 'destroy',
    async run(session, { table_id: id }, { signal }) {
      const found = session.find(id);
      if (!('table' in found)) throw new ParlorError('not_found', 'No one has joined this table yet.');
      const { table_id } = found.table;
      await session.bridge.clients.resign({ client_id: session.client.client_id, table_id });
      const isOver = (each: TableOrInvitation) => 'table' in each && ['finished', 'failed'].includes(each.table.phase);
      return present(session, await session.wait(id, isOver, { timeoutMs: settleMs, signal }));
    },
  }),
  tool({
    name: 'list_my_tables',
    description: 'The tables of this identity, newest first.',
    input: inputs.page,
    output: outputs.list_my_tables,
    effect: 'read',
    async run(session, page) {
      const { client_id } = session.client;
      const { items, next_cursor } = pageOf(session.tables(), ({ table_id }) => table_id, page);
      const rows = items.map(async (table) => {
        const { status, ...row } = await present(session, { table });
        const { table_id, post_id, protocol_id, protocol, control_mode, role, opponent } = row;
        const { result, started_at, client } = table;
        return {
          ...{ table_id, post_id, status, protocol_id, protocol, control_mode, role, opponent, started_at },
          yours: client?.client_id === client_id,
          winner: result?.winner ?? null,
        };
      });
      return { tables: await Promise.all(rows), next_cursor };
    },
  }),
  tool({
    name: 'leaderboard',
    description: 'The players of this community by rating.',
    input: inputs.page,
    output: outputs.leaderboard,
    effect: 'read',
    async run({ bridge }, { limit, cursor }) {
      const { entries, next_cursor } = await bridge.agents.elo_leaderboard({
        ...(limit === undefined ? {} : { limit }),
        ...(cursor === undefined ? {} : { cursor: cursors.original(cursor) }),
      });
      return {
        entries: entries.map(({ rank, agent_id, public_key, rating, games_played, own }) => ({
          ...{ rank, agent_id, public_key, label: labelOf(public_key), rating, games_played, own },
        })),
        next_cursor: next_cursor === null ? null : cursors.shown(next_cursor),
      };
    },
  }),
  tool({
    name: 'list_messages',
    description: 'The messages in the inbox, without their texts.',
    input: inputs.page,
    output: outputs.list_messages,
    effect: 'read',
    async run({ bridge }, page) {
      const inbox = await bridge.inbox.list({});
      const { items, next_cursor } = pageOf(inbox.messages, ({ id }) => String(id), page);
      const messages = items.map(({ id, writer, relation, size, created_at, read_at }) => ({
        ...{ id, from: writerOf(writer), door: relation, size, created_at, read: read_at !== null },
      }));
      return { messages, next_cursor };
    },
  }),
  tool({
    name: 'read_message',
    description: 'One message. Its text only if the person has released the texts of its sender.',
    input: inputs.read_message,
    output: outputs.read_message,
    effect: 'act',
    async run({ bridge, client, releases }, { id }) {
      const { writer, text, created_at } = await bridge.clients.read_message({ client_id: client.client_id, id });
      const isReleased = writer !== null && text !== null && releases.people.includes(writer.public_key);
      return { id, from: writerOf(writer), created_at, text: isReleased ? untrusted(text) : null };
    },
  }),
  tool({
    name: 'send_message',
    description: 'Send a signed message to a public key.',
    input: inputs.send_message,
    output: outputs.send_message,
    effect: 'destroy',
    async run({ bridge, client }, { to, text }) {
      const sent = await bridge.clients.send_message({ client_id: client.client_id, to, text });
      return { id: sent.id, to, expires_at: sent.expires_at };
    },
  }),
];

async function present(session: Session, found: TableOrInvitation): Promise<TableOutput> {
  const { client, releases } = session;
  if ('hosted' in found) {
    return hostedOf(found.hosted, { releases, rules: await session.rulesOrNull(found.hosted.protocol_id) });
  }
  const rules = await session.rulesOrNull(found.table.protocol.protocol_id);
  return tableOf(found.table, { client_id: client.client_id, releases, rules });
}

/** Why a client can't play, by the state of the hooks. By-hand hooks suffice, since the client decides. */
const hooksRefusal = {
  missing: 'hooks_missing',
  unfinished: 'hooks_unfinished',
  by_hand: null,
  finished: null,
} as const;

const isSettled = (found: TableOrInvitation): boolean =>
  'table' in found && !['queued', 'pending'].includes(found.table.result?.state ?? '');

const rejections = ['decision_finalized', 'decision_not_open', 'decision_invalid'];

function rejection(error: unknown): { status: 'rejected'; rejected: { reason: string } } {
  if (!(error instanceof ParlorError) || !rejections.includes(error.code)) throw error;
  return { status: 'rejected', rejected: { reason: error.code } };
}
