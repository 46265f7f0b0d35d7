/**
 * Recomputes what community.db stores: hashes, signatures, ratings, sums. Rows are streamed, so a large file needs little
 * memory. Each check yields one line per violation.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type ManifestFile, manifestHashOf } from '../../shared/bundle/manifest.ts';
import { limits } from '../../shared/community/limits.ts';
import { isRated, ratingDelta, startRating } from '../../shared/community/rating.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { readSpec } from '../../shared/protocol/spec.ts';
import { verifyText } from '../../shared/signing/ed25519.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { sessionIdOf, sessionText, ticketText } from '../../shared/signing/texts.ts';
import { karmaOf } from '../agents/karma.ts';
import { fingerprintOf } from '../protocols/fingerprint.ts';
import { termsOf } from '../storage/agent-terms.ts';
import type * as schema from '../storage/schema.ts';
import { derivedTables } from './derived-tables.ts';

type Check = (query: Query) => Generator<string>;
type Query = <Row>(text: string, ...values: SQLInputValue[]) => Iterable<Row>;

const checks: readonly Check[] = [
  checkIntegrity,
  checkReferences,
  checkProtocols,
  checkManifests,
  checkUiFiles,
  checkInvitations,
  checkTags,
  checkTerms,
  checkSessions,
  checkResults,
  checkCaps,
  checkRatingChains,
  checkDerivedTables,
  checkRatings,
  checkFeedback,
  checkKarma,
  checkMessages,
];

/** All findings in one snapshot of the database. `file` may be open read-only. */
export function* findings(file: DatabaseSync): Generator<string> {
  const query: Query = <Row>(text: string, ...values: SQLInputValue[]) =>
    file.prepare(text).iterate(...values) as Iterable<Row>;
  file.exec('BEGIN');
  try {
    for (const check of checks) yield* check(query);
  } finally {
    file.exec('ROLLBACK');
  }
}

function* checkIntegrity(query: Query): Generator<string> {
  for (const { integrity_check: message } of query<{ integrity_check: string }>('PRAGMA integrity_check')) {
    if (message !== 'ok') yield `file: ${message.replaceAll('\n', ' ')}`;
  }
}

function* checkReferences(query: Query): Generator<string> {
  type BrokenReference = { table: string; rowid: number | null; parent: string };
  for (const { table, rowid, parent } of query<BrokenReference>('PRAGMA foreign_key_check')) {
    yield `${table}: row ${rowid} references a missing row of ${parent}`;
  }
}

function* checkProtocols(query: Query): Generator<string> {
  // Protocols from before migration 005 have no fingerprint.
  const fingerprints = 'SELECT * FROM protocol LEFT JOIN fingerprint USING (protocol_id)';
  type Row = schema.ProtocolTable & Partial<schema.FingerprintTable>;
  for (const row of query<Row>(fingerprints)) {
    const name = `protocol ${row.protocol_id}`;
    try {
      if (protocolIdOf(row.spec_text) !== row.protocol_id) yield `${name}: its spec has a different id`;
      if (typeof row.structure !== 'string') continue;
      for (const [member, value] of Object.entries(fingerprintOf(readSpec(row.spec_text).spec))) {
        if (row[member as keyof Row] !== value) yield `${name}: ${member} of its fingerprint does not match its spec`;
      }
    } catch {
      yield `${name}: its spec cannot be read`;
    }
  }
}

function* checkManifests(query: Query): Generator<string> {
  type Row = schema.UiManifestTable & { present: number };
  const text = `SELECT *, (SELECT count(*) FROM ui_file AS f WHERE f.protocol_id = m.protocol_id
    AND f.manifest_hash = m.manifest_hash) AS present FROM ui_manifest AS m`;
  for (const { protocol_id, manifest_hash, status, files, present } of query<Row>(text)) {
    const name = `manifest ${manifest_hash} of protocol ${protocol_id}`;
    const listedFiles = JSON.parse(files) as ManifestFile[];
    if (manifestHashOf(listedFiles) !== manifest_hash) yield `${name}: its files have a different hash`;
    if (status === 'published' && present !== listedFiles.length) {
      yield `${name}: ${present} of ${listedFiles.length} published files are present`;
    }
    if (status === 'deprecated' && present > 0) yield `${name}: it is deprecated but still has ${present} files`;
  }
}

function* checkUiFiles(query: Query): Generator<string> {
  const text = 'SELECT * FROM ui_file LEFT JOIN ui_manifest USING (protocol_id, manifest_hash)';
  for (const { protocol_id, manifest_hash, path, content, files } of query<
    schema.UiFileTable & { files: string | null }
  >(text)) {
    const entry = (JSON.parse(files ?? '[]') as ManifestFile[]).find((file) => file.path === path);
    const matchesManifest = entry && entry.size_bytes === content.length && entry.content_hash === sha256Hex(content);
    if (!matchesManifest)
      yield `file ${path} of manifest ${manifest_hash} of protocol ${protocol_id}: it does not match the manifest`;
  }
}

function* checkInvitations(query: Query): Generator<string> {
  type Row = schema.InvitationTable & { public_key: string };
  const text = 'SELECT i.*, a.public_key FROM invitation AS i JOIN agent AS a ON a.agent_id = i.host_id';
  for (const { post_id, public_key, iroh_ticket, protocol_id, transport_binding_signature } of query<Row>(text)) {
    if (
      !isSigned(() => ticketText({ public_key, iroh_ticket, protocol_id }), transport_binding_signature, public_key)
    ) {
      yield `invitation ${post_id}: the host's signature of its ticket is invalid`;
    }
  }
}

function* checkTags(query: Query): Generator<string> {
  const text = `SELECT post_id FROM invitation AS i WHERE
    (SELECT json_group_array(value) FROM (SELECT value FROM json_each(i.tags) ORDER BY value)) <>
    (SELECT json_group_array(tag) FROM (SELECT tag FROM invitation_tag AS t WHERE t.post_id = i.post_id ORDER BY tag))`;
  for (const { post_id } of query<{ post_id: string }>(text))
    yield `invitation ${post_id}: its tags differ from invitation_tag`;
}

function* checkTerms(query: Query): Generator<string> {
  // Agents without terms may have been registered by a process of an older Parlor during an upgrade.
  type Row = { agent_id: number; nickname: string; terms: string };
  const text = `SELECT agent_id, nickname, json_group_array(term) AS terms FROM agent JOIN agent_term USING (agent_id)
    GROUP BY agent_id`;
  for (const { agent_id, nickname, terms } of query<Row>(text)) {
    if (JSON.stringify((JSON.parse(terms) as string[]).sort()) !== JSON.stringify(termsOf(nickname).sort()))
      yield `agent ${agent_id}: the terms that find it do not match its name`;
  }
}

function* checkSessions(query: Query): Generator<string> {
  type Row = schema.SessionTable & { host_public_key: string; guest_public_key: string };
  const text = `SELECT s.*, h.public_key AS host_public_key, g.public_key AS guest_public_key FROM session AS s
    JOIN agent AS h ON h.agent_id = s.host_id JOIN agent AS g ON g.agent_id = s.guest_id`;
  for (const row of query<Row>(text)) {
    const name = `session ${row.session_id}`;
    const { host_public_key: host, guest_public_key: guest, iroh_ticket, protocol_id } = row;
    if (!isTrue(() => sessionIdOf(row) === row.session_id)) yield `${name}: its fields have a different id`;
    if (!isSigned(() => sessionText(row), row.host_signature, host)) yield `${name}: the host's signature is invalid`;
    if (!isSigned(() => sessionText(row), row.guest_signature, guest))
      yield `${name}: the guest's signature is invalid`;
    const signature = row.transport_binding_signature;
    if (iroh_ticket !== null || signature !== null) {
      const text = () => ticketText({ public_key: host, iroh_ticket: iroh_ticket ?? '', protocol_id });
      if (!isSigned(text, signature ?? '', host)) yield `${name}: the host's signature of its ticket is invalid`;
    }
    if ((row.status === 'matched') !== (row.closed_at === null))
      yield `${name}: status ${row.status} contradicts closed_at`;
  }
}

function* checkResults(query: Query): Generator<string> {
  type Row = Omit<schema.ResultTable, 'session_id'> & {
    session_id: string;
    decided: number;
    of_host: string | null;
    of_guest: string | null;
    same_sides: number;
  };
  const text = `SELECT s.session_id, r.session_id IS NOT NULL AS decided, h.winner AS of_host, g.winner AS of_guest,
      s.host_id = r.host_id AND s.guest_id = r.guest_id AND min(r.host_id, r.guest_id) = r.low_id
        AND max(r.host_id, r.guest_id) = r.high_id AS same_sides,
      r.winner, r.family, r.state, r.reason, r.host_before, r.host_after, r.guest_before, r.guest_after
    FROM session AS s LEFT JOIN result AS r ON r.session_id = s.session_id
    LEFT JOIN report AS h ON h.session_id = s.session_id AND h.side = 'host'
    LEFT JOIN report AS g ON g.session_id = s.session_id AND g.side = 'guest'`;
  for (const row of query<Row>(text)) {
    const name = `result of session ${row.session_id}`;
    const bothReported = row.of_host !== null && row.of_guest !== null;
    if (bothReported !== (row.decided === 1))
      yield `${name}: ${bothReported ? 'both sides reported, but it is missing' : 'it was not reported by both sides'}`;
    if (row.decided !== 1) continue;
    const reportsAgree = row.of_host === row.of_guest;
    if (row.same_sides !== 1) yield `${name}: its agents differ from the session's`;
    if (row.winner !== (reportsAgree ? row.of_host : null)) yield `${name}: its winner differs from the reports`;
    const isRatedResult = row.reason === 'awarded' || row.reason === 'capped';
    const isReasonCorrect = reportsAgree
      ? isRatedResult === isRated(row.family) && (isRatedResult || row.reason === 'unrated')
      : row.reason === 'disputed';
    const state = row.reason === 'disputed' || row.reason === 'capped' ? row.reason : 'settled';
    if (!isReasonCorrect || row.state !== state)
      yield `${name}: ${row.state} because ${row.reason} does not follow from the reports`;
    for (const side of ['host', 'guest'] as const) {
      if (row[`${side}_after`] - row[`${side}_before`] !== expectedGain(row, side))
        yield `${name}: the points of its ${side} are wrong`;
    }
  }
}

function expectedGain(
  row: Pick<schema.ResultTable, 'reason' | 'winner' | 'host_before' | 'guest_before'>,
  side: 'host' | 'guest',
) {
  if (row.reason !== 'awarded') return 0;
  const [ownRating, opponentRating] =
    side === 'host' ? [row.host_before, row.guest_before] : [row.guest_before, row.host_before];
  return ratingDelta(ownRating, opponentRating, row.winner === 'draw' ? 'draw' : row.winner === side ? 'win' : 'loss');
}

/** No time window as long as the cap's has more awarding results between two agents than allowed; ties may be in any order. */
function* checkCaps(query: Query): Generator<string> {
  const text = `SELECT session_id FROM (SELECT session_id, decided_at - lag(decided_at, ?) OVER
    (PARTITION BY low_id, high_id ORDER BY decided_at) AS apart FROM result WHERE reason = 'awarded') WHERE apart < ?`;
  const { elo_same_opponent_awards: awards, elo_same_opponent_seconds: seconds } = limits;
  for (const { session_id } of query<{ session_id: string }>(text, awards, seconds * 1000)) {
    yield `result of session ${session_id}: it awarded points beyond the cap for the same opponent`;
  }
}

/** Ratings never decrease, so an agent's results, ordered by rating, form a chain from the start rating. */
function* checkRatingChains(query: Query): Generator<string> {
  const text = `SELECT agent_id, "before", "after" FROM (
      SELECT host_id AS agent_id, host_before AS "before", host_after AS "after" FROM result
      UNION ALL SELECT guest_id, guest_before, guest_after FROM result)
    ORDER BY agent_id, "before", "after"`;
  let expected = { agent_id: 0, rating: 0 };
  for (const { agent_id, before, after } of query<{ agent_id: number; before: number; after: number }>(text)) {
    if (expected.agent_id !== agent_id) expected = { agent_id, rating: startRating };
    if (before !== expected.rating)
      yield `results of agent ${agent_id}: one starts at ${before} instead of ${expected.rating}`;
    expected.rating = after;
  }
}

function* checkDerivedTables(query: Query): Generator<string> {
  for (const { table, storedQuery, computedQuery } of derivedTables) {
    for (const row of query<object>(`SELECT * FROM (${storedQuery}) EXCEPT SELECT * FROM (${computedQuery})`)) {
      yield `${table}: ${JSON.stringify(row)} is unexpected`;
    }
    for (const row of query<object>(`SELECT * FROM (${computedQuery}) EXCEPT SELECT * FROM (${storedQuery})`)) {
      yield `${table}: ${JSON.stringify(row)} is missing`;
    }
  }
}

function* checkRatings(query: Query): Generator<string> {
  const text = `SELECT r.session_id, r.rater_id FROM rating AS r JOIN session AS s ON s.session_id = r.session_id
    WHERE s.status <> 'closed' OR NOT ((r.rater_id = s.host_id AND r.rated_id = s.guest_id)
      OR (r.rater_id = s.guest_id AND r.rated_id = s.host_id))`;
  for (const { session_id, rater_id } of query<schema.RatingTable>(text)) {
    yield `rating of session ${session_id} by agent ${rater_id}: not between the sides of a closed session`;
  }
}

function* checkFeedback(query: Query): Generator<string> {
  const text = `SELECT f.session_id, f.agent_id FROM feedback AS f JOIN session AS s ON s.session_id = f.session_id
    WHERE s.status <> 'closed' OR f.agent_id NOT IN (s.host_id, s.guest_id)`;
  for (const { session_id, agent_id } of query<schema.FeedbackTable>(text)) {
    yield `feedback of session ${session_id} by agent ${agent_id}: not by a side of a closed session`;
  }
}

function* checkKarma(query: Query): Generator<string> {
  type Row = { agent_id: number; n: number; sum: number; key: string } & Omit<Partial<schema.KarmaTable>, 'agent_id'>;
  const text = `SELECT a.agent_id, a.public_key AS "key", k.*, ifnull(r.n, 0) AS n, ifnull(r.sum, 0) AS sum,
      a.agent_id AS agent_id FROM agent AS a
    LEFT JOIN karma AS k ON k.agent_id = a.agent_id
    LEFT JOIN (SELECT rated_id, count(*) AS n, sum(score) AS sum FROM rating GROUP BY rated_id) AS r
      ON r.rated_id = a.agent_id
    WHERE k.agent_id IS NOT NULL OR r.n > 0`;
  for (const row of query<Row>(text)) {
    const isCorrect =
      row.rating_count === row.n &&
      row.score_sum === row.sum &&
      row.karma === karmaOf(row.n, row.sum) &&
      row.public_key === row.key;
    if (!isCorrect) yield `karma of agent ${row.agent_id}: it does not match the ${row.n} ratings`;
  }
}

function* checkMessages(query: Query): Generator<string> {
  for (const { message_id } of query<{ message_id: number }>(
    'SELECT message_id FROM inbox_message WHERE size <> length(ciphertext)',
  )) {
    yield `message ${message_id}: its size does not match its content`;
  }
}

const isSigned = (text: () => string, signature: string, publicKey: string): boolean =>
  isTrue(() => verifyText(text(), signature, publicKey));

/** Evaluates a condition; a malformed value makes it throw, which also counts as a violation. */
function isTrue(condition: () => boolean): boolean {
  try {
    return condition();
  } catch {
    return false;
  }
}
