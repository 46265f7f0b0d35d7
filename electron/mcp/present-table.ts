/** Converts a table to what a client may see. Long lists are cut to what fits into an answer; `TablePage` asks for other parts of them. */
import type { z } from 'zod';
import type { HostedTable, Releases, Table } from '../../shared/bridge/contract.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { answerMaxBytes, cutText, textMaxBytes } from './answer-size.ts';
import { errorMessage } from './error-messages.ts';
import { type AnswerRoom, createRoom } from './legend.ts';
import { presentPerson } from './present.ts';
import { authorText, presentMessage, presentOptions, type Rules } from './present-protocol.ts';
import { presentView } from './present-view.ts';
import { presentQuestion } from './question.ts';
import type { tableOutput } from './schemas.ts';
import { markUntrusted } from './untrusted-text.ts';

export type TableOutput = z.input<typeof tableOutput>;

export function statusOf({ phase, ask, control_mode, client }: Table, client_id: string): TableOutput['status'] {
  if (phase === 'finished' || phase === 'failed') return phase;
  if (phase === 'joining') return 'waiting';
  if (ask === null) return 'their_turn';
  const isProposed = ask.proposer === 'client';
  return control_mode === 'human' || client?.client_id !== client_id || isProposed ? 'waiting' : 'your_turn';
}

export interface TableContext {
  client_id: string;
  releases: Releases;
  /** Null if the protocol is unknown. */
  rules: Rules | null;
}

export interface TablePage {
  /** Number of choices to leave out. */
  choices_from?: number | undefined;
  /** Number of the message before which the shown ones end. */
  messages_before?: number | undefined;
}

/** Bytes kept for what the tool `answer` adds. */
const answerEnvelopeBytes = 300;
/** Bytes kept for the parts that come after the choices: the position, and the messages. */
const afterChoicesBytes = 10_000;
const messagesBytes = 4_000;

/** Which table it is, and its status: what a list of tables shows of each. */
export function presentTableHead(table: Table, { client_id, releases, rules }: TableContext) {
  const { table_id, post_id, role, control_mode, peer, protocol } = table;
  const { protocol_id } = protocol;
  return {
    table_id,
    post_id,
    status: statusOf(table, client_id),
    protocol_id: isKnown(protocol_id) ? protocol_id : null,
    protocol: rules && authorText(rules, rules.name, releases),
    control_mode,
    role,
    opponent: isKnown(peer.public_key) ? presentPerson(peer, releases) : null,
  };
}

export function presentTable(table: Table, context: TableContext, page: TablePage = {}): TableOutput {
  const { releases, rules } = context;
  const { peer, ask, board_record: record, result, problem } = table;
  const head = presentTableHead(table, context);
  const question = rules && ask && head.status === 'your_turn' ? presentQuestion(rules, ask, releases) : null;
  const answer = {
    ...head,
    ask: question && { ...question, choices: [] },
    may_leave: table.stall !== null,
    view: null,
    record: rules &&
      record && {
        seat: record.seat,
        options: presentOptions(rules, record.options as JsonObject),
        messages: [],
        end: record.end && { completed: record.end.completed, winner: record.end.winner },
      },
    result: result && {
      winner: result.winner,
      reported: result.state,
      rating: result.rating && { before: result.rating.mine.before, after: result.rating.mine.after },
    },
    problem: problem && { code: problem.code, message: errorMessage(problem.code) },
  };
  const room = createRoom(rules, answerMaxBytes - answerEnvelopeBytes);
  room.add(answer);
  const shownAsk = question && { ...answer.ask!, ...choicesOf(question.choices, page, room) };
  const view = rules === null ? null : presentView(rules, table.view as Json, releases, { room, spare: messagesBytes });
  const talk = releases.people.includes(peer.public_key) ? { talk: newestTalk(table.talk, room) } : {};
  const messages = rules && record && newestMessages(rules, record.messages, page, room);
  const names = room.legend();
  return {
    ...answer,
    ask: shownAsk,
    view,
    record: answer.record && { ...answer.record, ...messages },
    ...talk,
    ...(names ? { names } : {}),
  };
}

type Choices = ReturnType<typeof presentQuestion>['choices'];

function choicesOf(choices: Choices, { choices_from = 0 }: TablePage, room: AnswerRoom) {
  const shown = room.fill(choices.slice(choices_from), afterChoicesBytes);
  return { choices: shown, ...(shown.length < choices.length ? { choices_from, choices_total: choices.length } : {}) };
}

type Messages = NonNullable<Table['board_record']>['messages'];

/** The newest ones that fit, oldest first. */
function newestMessages(rules: Rules, messages: Messages, { messages_before }: TablePage, room: AnswerRoom) {
  const end =
    messages_before === undefined ? messages.length : messages.findIndex(({ number }) => number >= messages_before);
  const candidates = end < 0 ? messages : messages.slice(0, end);
  const shown: ReturnType<typeof presentMessage>[] = [];
  for (const message of candidates.toReversed()) {
    const next = presentMessage(rules, message);
    if (!room.add(next)) break;
    shown.unshift(next);
  }
  const earlier = candidates.length - shown.length;
  return { messages: shown, ...(earlier > 0 ? { earlier } : {}) };
}

function newestTalk(talk: Table['talk'], room: AnswerRoom) {
  const lines = talk.map(({ number, by, text }) => ({ number, by, text: markUntrusted(cutText(text, textMaxBytes)) }));
  return room.fill(lines.toReversed(), messagesBytes).reverse();
}

/** While a table is joined, its protocol and peer are zeros until they are known. */
const isKnown = (id: string): boolean => /[^0]/.test(id);

/** An invitation of this identity that no guest has accepted yet. */
export function presentInvitation(invitation: HostedTable, { releases, rules }: TableContext): TableOutput {
  const { post_id, protocol_id, control_mode } = invitation;
  return {
    table_id: null,
    post_id,
    status: 'waiting',
    protocol_id,
    protocol: rules && authorText(rules, rules.name, releases),
    control_mode,
    role: 'host',
    opponent: null,
    ask: null,
    may_leave: false,
    view: null,
    record: null,
    result: null,
    problem: null,
  };
}
