/** Inserts rows directly into a community's database, much faster than through the API. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type ServiceConfig, serviceConfig } from '../service/config.ts';
import { openStorage } from '../service/storage/open.ts';

export interface Size {
  agents: number;
  protocols: number;
  invitations: number;
  games: number;
  /** Rows of each table beside those, such as messages, events and reports; at most as many as agents, protocols and games. */
  others?: number;
}

/** `now`: Unix milliseconds, the timestamp of the newest rows. */
export async function fillCommunity(
  dataDir: string,
  { now = Date.now(), others = 0, ...size }: Size & { now?: number },
): Promise<ServiceConfig> {
  const config = serviceConfig({ dataDir });
  await (await openStorage(config, { bootId: null, now, elapsed: () => 0, onError: () => {} })).close();
  const file = new DatabaseSync(join(dataDir, 'community.db'));
  file.exec('PRAGMA synchronous = OFF');
  file.exec('BEGIN');
  for (const text of others > 0 ? [...insertStatements, ...insertOthers] : insertStatements) {
    const values = Object.entries({ ...size, others, now });
    file.prepare(text).run(Object.fromEntries(values.filter(([name]) => text.includes(`:${name}`))));
  }
  file.exec('COMMIT');
  file.close();
  return config;
}

const numbersTo = (max: string) =>
  `WITH RECURSIVE row(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < ${max}) `;
/** A pseudo-random number from 0 to `below` - 1 for row `n`. */
const pseudoRandom = (below: number, salt: number) => `((n * 2654435761 + ${salt} * 40503) >> 7) % ${below}`;
const hexKey = (number: string) => `printf('%064x', ${number})`;
const rating = `1200 + ${pseudoRandom(25, 1)} * ${pseudoRandom(25, 2)} + ${pseudoRandom(50, 3)}`;
/** Four of seven types, possibly repeated. */
const types = `CASE WHEN n = 1 THEN '["table","table","table","table"]' ELSE
  printf('["%s","%s","%s","%s"]', substr('aaabcde', 1 + ${pseudoRandom(7, 4)}, 1), substr('aaabcde', 1 + ${pseudoRandom(7, 5)}, 1),
    substr('abcdefg', 1 + ${pseudoRandom(7, 6)}, 1), substr('abcdefg', 1 + ${pseudoRandom(7, 7)}, 1)) END`;

const insertStatements = [
  `${numbersTo(':agents')} INSERT INTO agent SELECT n, ${hexKey('n')}, 'Agent ' || n, '', 0, 0 FROM row`,
  `${numbersTo(':agents')} INSERT INTO standing
    SELECT n, '*', ${rating}, -(${rating}), 10, 4, 4, 2, :now FROM row`,
  // Half of the agents play only one family; the others are spread over all of them.
  `INSERT INTO standing SELECT agent_id, CASE WHEN agent_id % 2 = 0 THEN 'game:f1' ELSE 'game:f' || (agent_id % 9) END,
    rating, place, games_played, won, lost, drawn, updated_at FROM standing WHERE board = '*' ORDER BY agent_id`,
  'INSERT INTO tally SELECT board, rating, count(*) FROM standing GROUP BY board, rating',
  `${numbersTo(':agents')} INSERT INTO karma SELECT n, ${hexKey('n')}, 10, 30, ${pseudoRandom(401, 8)}, :now FROM row`,
  "INSERT INTO tally SELECT '*karma', karma, count(*) FROM karma GROUP BY karma",
  // All games of agent 1, half of them against agent 2.
  `${numbersTo(':games')} INSERT INTO session (session_id, post_id, host_id, guest_id, protocol_id, session_nonce, host_signature,
      guest_signature, status, created_at, updated_at, closed_at)
    SELECT ${hexKey('n')}, 'post ' || n, 1, 2 + (n % 2) * n % 900, ${hexKey('1')}, 'nonce', '', '', 'closed', n, n, n FROM row`,
  `${numbersTo(':games')} INSERT INTO result
    SELECT ${hexKey('n')}, 1, 2 + (n % 2) * n % 900, 1, 2 + (n % 2) * n % 900, 'game:f' || (n % 2), 'host', 'settled', 'awarded',
      1200 + n, 1201 + n, 1200, 1200, n FROM row`,
  'INSERT INTO game SELECT 1, decided_at, session_id, family FROM result',
  `INSERT INTO head_to_head SELECT low_id, high_id, family, count(*), 0, 0 FROM result GROUP BY low_id, high_id, family`,
  `${numbersTo(':protocols')} INSERT INTO protocol (protocol_id, author_id, name, description, type, spec_text, family, status,
      capabilities, tags, created_at, governed_at)
    SELECT ${hexKey('n')}, 1 + ${pseudoRandom(1000, 9)}, 'p' || n, 'A protocol.', 'game', printf('{"text":"%.1000c"}', '.'),
      CASE n % 2 WHEN 0 THEN 'game:f1' ELSE 'game:f' || (n % 9) END,
      CASE ${pseudoRandom(20, 10)} WHEN 0 THEN 'deprecated' ELSE 'active' END, '[]', '[]', n, n FROM row`,
  `${numbersTo(':protocols')} INSERT INTO fingerprint
    SELECT ${hexKey('n')}, '3 4 0 0 session_loop', ${types}, n FROM row`,
  `INSERT INTO likeness SELECT structure, param_types, count(*), max(created_at) FROM fingerprint
    GROUP BY structure, param_types`,
  "INSERT INTO likeness SELECT structure, '*', count(*), max(created_at) FROM fingerprint GROUP BY structure",
  // As many expired invitations as active ones.
  ...['active', 'expired'].map(
    (
      status,
    ) => `${numbersTo(':invitations')} INSERT INTO invitation (post_id, host_id, protocol_id, type, message, tags, options,
        iroh_ticket, transport_info, transport_binding_signature, host_control_mode, visibility, for_public_key, ttl_seconds, status,
        created_at, updated_at, expires_at)
      SELECT '${status}' || n, 1 + ${pseudoRandom(1000, 11)}, ${hexKey(`1 + ${pseudoRandom(10, 12)}`)}, 'supply', 'Who plays?', '[]', '{}',
        'ticket', '{}', '', 'human', 'listed', NULL, 300, '${status}', :now - n, :now - n,
        :now ${status === 'active' ? '+' : '-'} 1000 FROM row`,
  ),
];

/** One of 30, so that each has more than a page of everything. */
const otherAgent = (salt: number) => `1 + ${pseudoRandom(30, salt)}`;
const minutesAgo = ':now - (:others - n)';
const insertOthers = [
  "INSERT INTO agent_term SELECT 'agent ' || agent_id, agent_id FROM agent",
  'INSERT INTO agent_term SELECT agent_id, agent_id FROM agent',
  `${numbersTo(':others')} INSERT INTO capability SELECT n, '["dice"]', :now FROM row`,
  `${numbersTo(':others')} INSERT INTO event (type, at, for_agent_id, data)
    SELECT 'invitation_posted', ${minutesAgo}, CASE n % 3 WHEN 0 THEN NULL ELSE ${otherAgent(13)} END,
      printf('{"post_id":"active%d"}', n) FROM row`,
  `${numbersTo(':others')} INSERT INTO inbox_message (recipient_id, ciphertext, size, created_at, expires_at, pair_hash)
    SELECT n, zeroblob(200), 200, ${minutesAgo}, :now + 1000 + n, ${hexKey('n')} FROM row`,
  `${numbersTo(':others')} INSERT INTO inbox_quota SELECT ${hexKey('n')}, 1, :now + 1000 + n FROM row`,
  `${numbersTo(':others')} INSERT INTO inbox_block (recipient_id, pair_hash, created_at)
    SELECT ${otherAgent(14)}, ${hexKey('n')}, ${minutesAgo} FROM row`,
  // A thousand of them are open.
  `${numbersTo(':others')} INSERT INTO complaint (reporter_id, accused_id, subject, reason, words, evidence, state, created_at, resolved_at)
    SELECT ${otherAgent(15)}, 1 + n % 1000, 'subject ' || n, 'spam', '', '{"kind":"profile"}',
      CASE WHEN n <= 1000 THEN 'open' ELSE 'resolved' END, ${minutesAgo}, CASE WHEN n <= 1000 THEN NULL ELSE ${minutesAgo} END FROM row`,
  `${numbersTo(':others')} INSERT INTO ban SELECT printf('f%063x', n), :now FROM row`,
  `${numbersTo(':others')} INSERT INTO operator_act (at, operator, act, subject, note)
    SELECT ${minutesAgo}, 'operator', 'ban', printf('f%063x', n), '' FROM row`,
  `${numbersTo(':others')} INSERT INTO removed_name SELECT n, 'Unkind', '', ${minutesAgo} FROM row`,
  `${numbersTo(':others')} INSERT INTO admitted_key SELECT printf('e%063x', n), :now FROM row`,
  ...['host', 'guest'].map(
    (side) => `${numbersTo(':others')} INSERT INTO report SELECT ${hexKey('n')}, '${side}', 'host', n FROM row`,
  ),
  `${numbersTo(':others')} INSERT INTO rating SELECT ${hexKey('n')}, ${otherAgent(16)}, ${otherAgent(17)}, 4, '', n FROM row`,
  `${numbersTo(':others')} INSERT INTO feedback SELECT ${hexKey('n')}, ${otherAgent(18)}, '1', 'EUR', '', n FROM row`,
  // One tag of all open tables, and one of each.
  "INSERT INTO invitation_tag SELECT post_id, 'common' FROM invitation WHERE status = 'active'",
  "INSERT INTO invitation_tag SELECT post_id, post_id FROM invitation WHERE status = 'active'",
  ...['published', 'staging'].map(
    (status) => `${numbersTo(':others')} INSERT INTO ui_manifest
      SELECT ${hexKey('n')}, printf('%064d', ${status === 'published' ? 1 : 2}), '${status}', '[]', :now + n FROM row`,
  ),
  `INSERT INTO ui_file SELECT protocol_id, manifest_hash, 'index.html', zeroblob(200) FROM ui_manifest`,
  `${numbersTo('min(:others, 20000)')} INSERT INTO challenge SELECT ${hexKey('n')}, 2, :now + 1000 + n FROM row`,
];
