/** The MCP tools: descriptions, schemas and implementation. */
import type { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { shownTermsOf } from '../../shared/tables/shown-terms.ts';
import { cutText, loadPageThatFits, rowsThatFit } from './answer-size.ts';
import { describeProtocol } from './describe-protocol.ts';
import { labelOf } from './label.ts';
import { createCursorAliases, defaultLimit, paginate } from './pagination.ts';
import { presentCommunity, presentOffer, presentWriter } from './present.ts';
import { isToken, restoreOptions } from './present-protocol.ts';
import {
  presentInvitation,
  presentTable,
  presentTableHead,
  statusOf,
  type TableContext,
  type TableOutput,
  type TablePage,
} from './present-table.ts';
import { restoreAnswer } from './question.ts';
import { inputs, outputs, tableOutput } from './schemas.ts';
import type { Session, TableOrInvitation } from './session.ts';
import { markUntrusted } from './untrusted-text.ts';

export interface Tool {
  name: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Read-only tools change nothing; destructive ones can't be undone. */
  effect: 'read' | 'write' | 'destroy';
  run(session: Session, args: never, request: ToolRequest): Promise<unknown>;
}

export interface ToolRequest {
  signal: AbortSignal;
  /** Sends a progress notification if the client wants any. */
  progress(seconds: number, total: number): void;
}

/** Maximum wait for a table to be joined. */
const joinTimeoutMs = 60_000;
/** Maximum wait for the result of a finished table. */
const settleTimeoutMs = 5_000;
/** Bytes of an answer for the text of a message: more than any message without unusual characters takes. */
const messageMaxBytes = 28_000;
/** Maximum wait until the table shows an answer. */
const answerTimeoutMs = 2_000;

const cursorAliases = createCursorAliases();
const aliasOf = (next: string | null) => (next === null ? null : cursorAliases.aliasOf(next));
const resolveCursor = (cursor: string | undefined) =>
  cursor === undefined ? {} : { cursor: cursorAliases.resolve(cursor) };

function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'output' | 'run'> & {
    input: I;
    output: O;
    run(session: Session, args: z.output<I>, request: ToolRequest): Promise<z.input<O>>;
  },
): Tool {
  return definition as unknown as Tool;
}

export const tools: readonly Tool[] = [
  defineTool({
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
        community: presentCommunity(community.url),
        allowed: client.permissions,
      };
    },
  }),
  defineTool({
    name: 'list_tables',
    description: 'Open tables that others host, newest first. Join one with join_table.',
    input: inputs.list_tables,
    output: outputs.list_tables,
    effect: 'read',
    async run(session, { protocol, limit, cursor }) {
      const protocolId = protocol === undefined ? null : (await session.loadRules(protocol)).protocol_id;
      const library = await session.loadLibrary();
      const entries = (await session.loadLobby())
        .filter(({ protocol_id }) => protocolId === null || protocol_id === protocolId)
        .sort((a, b) => b.created_at - a.created_at);
      const { items } = paginate(entries, ({ post_id }) => post_id, { limit, cursor });
      const { releases } = session;
      const deprecations = await session.loadDeprecations(items.map((entry) => entry.protocol_id));
      const offers = items.map(async (entry) => {
        const local = library.get(entry.protocol_id);
        const rules = local ? await session.loadRulesOrNull(entry.protocol_id) : null;
        const reason = hooksReasons[local?.hooks ?? 'missing'];
        const deprecation = deprecations.get(entry.protocol_id) ?? null;
        return presentOffer(entry, { releases, rules, reason, deprecation });
      });
      const rows = await Promise.all(offers);
      const tables = rows.slice(0, rowsThatFit(rows));
      for (const entry of items.slice(0, tables.length)) session.shown.set(entry.post_id, shownTermsOf(entry));
      const { next_cursor } = paginate(entries, ({ post_id }) => post_id, { limit: tables.length, cursor });
      return { tables, next_cursor };
    },
  }),
  defineTool({
    name: 'describe_protocol',
    description: 'The messages, fields and options of a protocol. Includes its rules as text if it comes with Parlor.',
    input: inputs.describe_protocol,
    output: outputs.describe_protocol,
    effect: 'read',
    async run(session, { protocol_id, name, cursor }) {
      const idOrName = protocol_id ?? name;
      if (idOrName === undefined) throw new ParlorError('bad_arguments', 'Give protocol_id or name.');
      const rules = await session.loadRules(idOrName);
      const deprecations = await session.loadDeprecations([rules.protocol_id]);
      const deprecation = deprecations.get(rules.protocol_id) ?? null;
      return describeProtocol(rules, session.releases, cursor, deprecation);
    },
  }),
  defineTool({
    name: 'join_table',
    description: 'Join an open table and play it. Then call wait_for_turn and answer until it is finished.',
    input: inputs.join_table,
    output: tableOutput,
    effect: 'write',
    async run(session, args, { signal, progress }) {
      const { client_id } = session.client;
      const shown = session.shown.get(args.post_id);
      const { table_id } = await session.bridge.clients.join({ client_id, ...args, ...(shown ? { shown } : {}) });
      const hasJoined = (target: TableOrInvitation) => 'table' in target && target.table.phase !== 'joining';
      const onWait = (seconds: number) => progress(seconds, joinTimeoutMs / 1000);
      return presentTarget(
        session,
        await session.wait(table_id, hasJoined, { timeoutMs: joinTimeoutMs, signal, onWait }),
      );
    },
  }),
  defineTool({
    name: 'host_table',
    description: 'Open a table and wait for a guest. Pass the post_id to wait_for_turn or get_table.',
    input: inputs.host_table,
    output: outputs.host_table,
    effect: 'write',
    async run(session, { protocol, options, ...args }) {
      const { client_id } = session.client;
      const rules = await session.loadRules(protocol);
      const { post_id } = await session.bridge.clients.host({
        client_id,
        protocol: rules.protocol_id,
        ...(options === undefined ? {} : { options: restoreOptions(rules, options as JsonObject) }),
        control_mode: args.control_mode,
        ...(args.visibility === undefined ? {} : { visibility: args.visibility }),
        ...(args.unrated === undefined ? {} : { unrated: args.unrated }),
      });
      return { post_id, table_id: null };
    },
  }),
  defineTool({
    name: 'get_table',
    description: 'A table as it is now.',
    input: inputs.get_table,
    output: tableOutput,
    effect: 'read',
    run: async (session, { table_id, ...page }) => presentTarget(session, await session.find(table_id), page),
  }),
  defineTool({
    name: 'wait_for_turn',
    description: 'Wait until this table asks you something or is over; returns the table.',
    input: inputs.wait_for_turn,
    output: tableOutput,
    effect: 'read',
    async run(session, { table_id, timeout_seconds }, { signal, progress }) {
      const { client_id } = session.client;
      const target = await session.wait(
        table_id,
        (target) =>
          'table' in target && ['your_turn', 'finished', 'failed'].includes(statusOf(target.table, client_id)),
        { timeoutMs: timeout_seconds * 1000, signal, onWait: (seconds) => progress(seconds, timeout_seconds) },
      );
      const isFinished = 'table' in target && target.table.phase === 'finished';
      return presentTarget(
        session,
        isFinished ? await session.wait(table_id, isSettled, { timeoutMs: settleTimeoutMs, signal }) : target,
      );
    },
  }),
  defineTool({
    name: 'answer',
    description: 'Answer the open question of a table. In hybrid mode the person may still change it.',
    input: inputs.answer,
    output: outputs.answer,
    effect: 'write',
    async run(session, { table_id: id, key, value, reason }, { signal }) {
      const target = await session.find(id);
      if (!('table' in target)) throw new ParlorError('decision_not_open', 'No one has joined this table yet.');
      const { table } = target;
      const rules = await session.loadRules(table.protocol.protocol_id);
      const answer = restoreAnswer(rules, table.ask, { key, value });
      const { client_id } = session.client;
      const { table_id } = table;
      const { status, rejected } = await session.bridge.clients
        .answer({ client_id, table_id, ...answer, ...(reason === undefined ? {} : { reason }) })
        .then(({ status }) => ({ status, rejected: {} }), toRejection);
      const isApplied = (target: TableOrInvitation) =>
        'table' in target && (target.table.ask?.key !== answer.key || target.table.ask.proposer === 'client');
      const updatedTarget =
        status === 'rejected'
          ? await session.find(id)
          : await session.wait(id, isApplied, { timeoutMs: answerTimeoutMs, signal });
      return { status, ...rejected, table: await presentTarget(session, updatedTarget) };
    },
  }),
  defineTool({
    name: 'resign',
    description: 'Leave a table. In a rated game that has begun, the other side wins, unless you leave it unfinished.',
    input: inputs.resign,
    output: tableOutput,
    effect: 'destroy',
    async run(session, { table_id: id, unfinished = false }, { signal }) {
      const target = await session.find(id);
      if (!('table' in target)) throw new ParlorError('not_found', 'No one has joined this table yet.');
      const { table_id } = target.table;
      const seat = { client_id: session.client.client_id, table_id };
      await (unfinished ? session.bridge.clients.leave(seat) : session.bridge.clients.resign(seat));
      const isOver = (target: TableOrInvitation) =>
        'table' in target && ['finished', 'failed'].includes(target.table.phase);
      return presentTarget(session, await session.wait(id, isOver, { timeoutMs: settleTimeoutMs, signal }));
    },
  }),
  defineTool({
    name: 'list_my_tables',
    description: 'The tables of this identity, newest first.',
    input: inputs.page,
    output: outputs.list_my_tables,
    effect: 'read',
    async run(session, { limit = defaultLimit, cursor }) {
      const { client_id } = session.client;
      const { rows, next } = await loadPageThatFits(limit, async (limit) => {
        const page = await session.bridge.tables.list({ limit, ...(cursor === undefined ? {} : { cursor }) });
        const rows = page.tables.map(async (table) => ({
          ...presentTableHead(table, await tableContext(session, table.protocol.protocol_id)),
          started_at: table.started_at,
          yours: table.client?.client_id === client_id,
          winner: table.result?.winner ?? null,
        }));
        return { rows: await Promise.all(rows), next: page.next };
      });
      return { tables: rows, next_cursor: next ?? null };
    },
  }),
  defineTool({
    name: 'leaderboard',
    description: 'The players of this community by rating.',
    input: inputs.page,
    output: outputs.leaderboard,
    effect: 'read',
    async run({ bridge }, { limit = defaultLimit, cursor }) {
      const { rows, next } = await loadPageThatFits(limit, async (limit) => {
        const page = await bridge.agents.elo_leaderboard({ limit, ...resolveCursor(cursor) });
        const rows = page.entries.map(({ rank, agent_id, public_key, rating, games_played, own }) => ({
          ...{ rank, agent_id, public_key, label: labelOf(public_key), rating, games_played, own },
        }));
        return { rows, next: page.next_cursor };
      });
      return { entries: rows, next_cursor: aliasOf(next) };
    },
  }),
  defineTool({
    name: 'list_messages',
    description: 'The messages in the inbox, without their texts.',
    input: inputs.page,
    output: outputs.list_messages,
    effect: 'read',
    async run({ bridge }, { limit = defaultLimit, cursor }) {
      const { rows, next } = await loadPageThatFits(limit, async (limit) => {
        const page = await bridge.inbox.list({ of: 'messages', limit, ...resolveCursor(cursor) });
        const rows = page.messages.map(({ id, writer, relation, size, created_at, read_at }) => ({
          ...{ id, from: presentWriter(writer), door: relation, size, created_at, read: read_at !== null },
        }));
        return { rows, next: page.next.messages };
      });
      return { messages: rows, next_cursor: aliasOf(next) };
    },
  }),
  defineTool({
    name: 'read_message',
    description: 'One message. Its text only if the person has released the texts of its sender.',
    input: inputs.read_message,
    output: outputs.read_message,
    effect: 'write',
    async run({ bridge, client, releases }, { id }) {
      const { writer, text, created_at } = await bridge.clients.read_message({ client_id: client.client_id, id });
      const isReleased = writer !== null && text !== null && releases.people.includes(writer.public_key);
      return {
        id,
        from: presentWriter(writer),
        created_at,
        text: isReleased ? markUntrusted(cutText(text, messageMaxBytes)) : null,
      };
    },
  }),
  defineTool({
    name: 'send_message',
    description: 'Send a signed message to a public key.',
    input: inputs.send_message,
    output: outputs.send_message,
    effect: 'destroy',
    async run({ bridge, client }, { to, text }) {
      const message = await bridge.clients.send_message({ client_id: client.client_id, to, text });
      return { id: message.id, to, expires_at: message.expires_at };
    },
  }),
];

async function presentTarget(session: Session, target: TableOrInvitation, page?: TablePage): Promise<TableOutput> {
  if ('hosted' in target)
    return presentInvitation(target.hosted, await tableContext(session, target.hosted.protocol_id));
  return presentTable(target.table, await tableContext(session, target.table.protocol.protocol_id), page);
}

const tableContext = async (
  { client, releases, loadRulesOrNull }: Session,
  protocol_id: string,
): Promise<TableContext> => ({
  client_id: client.client_id,
  releases,
  rules: await loadRulesOrNull(protocol_id),
});

/** Why a client can't play, by the state of the hooks. By-hand hooks suffice, since the client decides. */
const hooksReasons = {
  missing: 'hooks_missing',
  unfinished: 'hooks_unfinished',
  by_hand: null,
  finished: null,
} as const;

const isSettled = (target: TableOrInvitation): boolean =>
  'table' in target && !['queued', 'pending'].includes(target.table.result?.state ?? '');

const rejectionCodes = ['decision_finalized', 'decision_not_open', 'decision_invalid'];

function toRejection(error: unknown): { status: 'rejected'; rejected: { reason: string } } {
  if (!(error instanceof ParlorError) || !rejectionCodes.includes(error.code)) throw error;
  return { status: 'rejected', rejected: { reason: error.code } };
}
