/** Converts Parlor's state to what a client may see. */
import type { z } from 'zod';
import type { HostedTable, Inbox, LobbyEntry, Person, Releases, Table } from '../../shared/bridge/contract.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { errorMessage } from './error-messages.ts';
import { labelOf } from './label.ts';
import { authorText, isToken, presentMessage, presentOptions, type Rules } from './present-protocol.ts';
import { presentQuestion } from './question.ts';
import type { outputs, tableOutput } from './schemas.ts';
import { markUntrusted } from './untrusted-text.ts';

export type TableOutput = z.input<typeof tableOutput>;

function presentPerson({ public_key, rating, nickname }: Person, { people }: Releases) {
  const name = people.includes(public_key) ? { name: markUntrusted(nickname) } : {};
  return { public_key, label: labelOf(public_key), rating, ...name };
}

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

export function presentTable(table: Table, { client_id, releases, rules }: TableContext): TableOutput {
  const {
    table_id,
    post_id,
    role,
    control_mode,
    peer,
    protocol,
    ask,
    board_record: record,
    result,
    problem,
    stall,
  } = table;
  const { protocol_id } = protocol;
  const status = statusOf(table, client_id);
  const talk = releases.people.includes(peer.public_key)
    ? { talk: table.talk.map(({ number, by, text }) => ({ number, by, text: markUntrusted(text) })) }
    : {};
  return {
    table_id,
    post_id,
    status,
    protocol_id: isKnown(protocol_id) ? protocol_id : null,
    protocol: rules && authorText(rules, rules.name, releases),
    control_mode,
    role,
    opponent: isKnown(peer.public_key) ? presentPerson(peer, releases) : null,
    ask: rules && ask && status === 'your_turn' ? presentQuestion(rules, ask, releases) : null,
    may_leave: stall !== null,
    view: rules === null ? null : presentView(rules, table.view as Json, releases),
    record: rules &&
      record && {
        seat: record.seat,
        options: presentOptions(rules, record.options as JsonObject),
        messages: record.messages.map((message) => presentMessage(rules, message)),
        end: record.end && { completed: record.end.completed, winner: record.end.winner },
      },
    ...talk,
    result: result && {
      winner: result.winner,
      reported: result.state,
      rating: result.rating && { before: result.rating.mine.before, after: result.rating.mine.after },
    },
    problem: problem && { code: problem.code, message: errorMessage(problem.code) },
  };
}

/** While a table is joined, its protocol and peer are zeros until they are known. */
const isKnown = (id: string): boolean => /[^0]/.test(id);

/** An invitation of this identity that no guest has accepted yet. */
export function presentInvitation(
  invitation: HostedTable,
  { releases, rules }: Omit<TableContext, 'client_id'>,
): TableOutput {
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

/** Bundled protocols: without strings that could be sentences. Others: only if released, as untrusted text. */
function presentView(rules: Rules, view: Json, { protocols }: Releases): Json {
  if (rules.bundled) return withoutSentences(view);
  return protocols.includes(rules.protocol_id) ? markUntrusted(JSON.stringify(view)) : null;
}

function withoutSentences(value: Json): Json {
  if (typeof value === 'string') return isToken(value) ? value : null;
  if (Array.isArray(value)) return value.map(withoutSentences);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => isToken(name));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutSentences(member)]));
}

type Offer = z.input<typeof outputs.list_tables>['tables'][number];

/** `reason`: why the client can't play it, in addition to the lobby's reasons. */
export function presentOffer(
  entry: LobbyEntry,
  { releases, rules, reason }: Omit<TableContext, 'client_id'> & { reason: string | null },
): Offer {
  const { post_id, protocol_id, host, host_control_mode, message, gain, refusal, own } = entry;
  const reasonCode = own ? 'own_invitation' : (refusal?.code ?? reason);
  return {
    post_id,
    protocol_id,
    protocol: rules && authorText(rules, rules.name, releases),
    options: rules ? presentOptions(rules, entry.options as JsonObject) : {},
    host: presentPerson(host, releases),
    host_control_mode,
    ...(releases.people.includes(host.public_key) && message !== '' ? { message: markUntrusted(message) } : {}),
    playable: reasonCode === null,
    ...(reasonCode === null ? {} : { reason: reasonCode }),
    expected: gain,
  };
}

export const presentWriter = (writer: Inbox['messages'][number]['writer']) =>
  writer && { public_key: writer.public_key, label: labelOf(writer.public_key) };
