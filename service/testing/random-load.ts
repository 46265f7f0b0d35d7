/**
 * Makes random calls to one or more services on one database, records everything acknowledged, and checks invariants that the
 * database must satisfy afterwards, whatever faults occurred.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { limits } from '../../shared/community/limits.ts';
import { ratingDelta, startRating } from '../../shared/community/rating.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { eloLeaderboardId } from '../leaderboards/rank.ts';
import { type CallResult, proofOf, TestAgent, type TestCommunity } from './community.ts';
import { protocolRegistrationBody, specOf } from './specs.ts';

/** A deterministic generator of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Player {
  seed: Uint8Array;
  public_key: string;
  agent_id: number;
}
interface Game {
  session_id: string;
  host: Player;
  guest: Player;
}

const outcomes = ['host', 'guest', 'draw'] as const;
const ends = ['closed', 'failed', 'cancelled'] as const;

export class Load {
  /** Each call goes to one of these at random. Replaced after a restart. */
  communities: readonly TestCommunity[];
  readonly #random: () => number;
  /** Error codes that the injected fault may cause; any other status above 499 is a violation. */
  readonly #allowedCodes: ReadonlySet<string>;
  readonly #players: Player[] = [];
  readonly #games: Game[] = [];
  readonly #protocols: string[] = [];
  #protocolCount = 0;

  /** Everything acknowledged: names of facts and the values that the database must have. */
  readonly ledger = new Map<string, string | number>();
  /** Facts that a call without a response may or may not have undone. */
  readonly #uncertain = new Set<string>();
  /** Violations seen in responses. */
  readonly violations: string[] = [];
  /** By status. */
  readonly responseCounts = new Map<number, number>();
  /** The newest accepted signed request, for replaying. */
  acceptedRequest: { player: Player; headers: { [name: string]: string } } | null = null;

  constructor(communities: readonly TestCommunity[], seed: number, allowedCodes: readonly string[] = []) {
    this.communities = communities;
    this.#random = seeded(seed);
    this.#allowedCodes = new Set(allowedCodes);
  }

  /** Makes random calls from `workers` concurrent workers until `isDone` returns true. Rejects if a call gets no response. */
  async run(workers: number, isDone: () => boolean): Promise<void> {
    while (this.#protocols.length === 0 || this.#players.length < 4) {
      await this.#register();
      await this.#publish();
      if (isDone()) return;
    }
    const worker = async () => {
      while (!isDone()) await this.#call();
    };
    const results = await Promise.allSettled(Array.from({ length: workers }, worker));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** Makes more than `calls` further calls, from eight workers. Rejects like `run`. */
  more(calls: number): Promise<void> {
    const last = this.calls + calls;
    return this.run(8, () => this.calls > last);
  }

  get calls(): number {
    return [...this.responseCounts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Replays the accepted request unchanged. */
  resendAccepted(): Promise<CallResult> {
    const { player, headers } = this.acceptedRequest!;
    return this.#agent(player).send({ method: 'GET', target: '/api/v1/protocols', headers });
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)]!;
  }

  #agent({ seed, agent_id }: Player): TestAgent {
    const agent = new TestAgent(this.#pick(this.communities), seed);
    agent.agent_id = agent_id;
    return agent;
  }

  /** Records the response and returns whether the call succeeded. */
  #succeeded({ status, code, text }: CallResult): boolean {
    this.responseCounts.set(status, (this.responseCounts.get(status) ?? 0) + 1);
    if (status >= 500 && !this.#allowedCodes.has(code ?? '')) this.violations.push(`${status} ${text}`);
    return status < 300;
  }

  /** Records a fact that can come about only once. */
  #recordOnce(name: string, value: string | number): void {
    if (this.ledger.has(name)) this.violations.push(`${name} was acknowledged twice`);
    this.ledger.set(name, value);
  }

  #call(): Promise<void> {
    return this.#pick([
      () => this.#register(),
      () => this.#publish(),
      () => this.#invite(),
      () => this.#play(),
      () => this.#play(),
      () => this.#end(),
      () => this.#report(),
      () => this.#report(),
      () => this.#rate(),
      () => this.#write(),
      () => this.#declare(),
      () => this.#list(),
    ])();
  }

  async #register(): Promise<void> {
    const agent = new TestAgent(this.#pick(this.communities));
    const challenge = await agent.community.get('GET /api/v1/auth/challenge');
    if (!this.#succeeded(challenge)) return;
    const body = agent.solve(challenge.body, 'Player');
    const registered = await agent.call('POST /api/v1/auth/register', { body });
    if (!this.#succeeded(registered)) return;
    this.#recordOnce(`agent ${agent.public_key}`, registered.body.agent_id);
    this.#players.push({ seed: agent.seed, public_key: agent.public_key, agent_id: registered.body.agent_id });
  }

  async #publish(): Promise<void> {
    if (this.#players.length === 0) return;
    const author = this.#agent(this.#pick(this.#players));
    this.#protocolCount += 1;
    const name = `load-${this.#protocolCount}`;
    const specText = JSON.stringify(specOf(name));
    const protocol_id = protocolIdOf(specText);
    const target = '/api/v1/protocols';
    if (!this.#succeeded(await author.send({ method: 'POST', target, body: protocolRegistrationBody(specText) })))
      return;
    this.#recordOnce(`protocol ${protocol_id}`, author.agent_id);
    const family = `${this.#random() < 0.8 ? 'game' : 'chat'}:${name}`;
    const governed = await author.call('POST /api/v1/protocols/{protocol_id}/governance', {
      params: { protocol_id },
      body: { family, status: 'active' },
    });
    if (!this.#succeeded(governed)) return;
    this.ledger.set(`family ${protocol_id}`, family);
    this.#protocols.push(protocol_id);
  }

  async #invite(): Promise<void> {
    const host = this.#agent(this.#pick(this.#players));
    const tags = ['one', 'two', 'three'].slice(Math.floor(this.#random() * 4));
    const body = { ...host.invitation(this.#pick(this.#protocols)), tags };
    const posted = await host.call('POST /api/v1/invitations', { body });
    if (!this.#succeeded(posted)) return;
    const { post_id } = posted.body;
    this.#recordOnce(`invitation ${post_id}`, 'active');
    if (this.#random() < 0.5) return;
    await this.#undo(`invitation ${post_id}`, 'cancelled', () =>
      host.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } }),
    );
  }

  async #play(): Promise<void> {
    // Few players, so that pairs exceed the daily cap.
    const [host, guest] = [this.#pick(this.#players.slice(0, 6)), this.#pick(this.#players.slice(0, 6))];
    if (host === guest) return;
    const [hostAgent, guestAgent] = [this.#agent(host), this.#agent(guest)];
    const created = await guestAgent.call('POST /api/v1/sessions', {
      body: proofOf(hostAgent, guestAgent, randomUUID(), this.#pick(this.#protocols)),
    });
    if (!this.#succeeded(created)) return;
    const { session_id } = created.body;
    this.#recordOnce(`session ${session_id}`, 'matched');
    this.#games.push({ session_id, host, guest });
  }

  async #end(): Promise<void> {
    if (this.#games.length === 0) return;
    const { session_id, host, guest } = this.#pick(this.#games);
    const status = this.#random() < 0.7 ? 'closed' : this.#pick(ends);
    const ended = await this.#agent(this.#pick([host, guest])).call('POST /api/v1/sessions/{session_id}/status', {
      params: { session_id },
      body: { status },
    });
    if (this.#succeeded(ended)) this.#recordOnce(`end ${session_id}`, status);
  }

  async #report(): Promise<void> {
    // The newest games, so that both sides report the same one.
    const game = this.#games.at(-1 - Math.floor(this.#random() * 6));
    if (!game) return;
    const { session_id } = game;
    const side = this.#pick(['host', 'guest'] as const);
    const winner = this.#random() < 0.9 ? outcomes[session_id.charCodeAt(0) % 3]! : this.#pick(outcomes);
    const reported = await this.#agent(game[side]).call('POST /api/v1/sessions/{session_id}/result', {
      params: { session_id },
      body: { winner },
    });
    if (!this.#succeeded(reported)) return;
    this.ledger.set(`report ${session_id} ${side}`, winner);
    const { state, rating } = reported.body;
    if (state === 'pending') return;
    const result = JSON.stringify([
      state,
      rating.host.before,
      rating.host.after,
      rating.guest.before,
      rating.guest.after,
    ]);
    const earlier = this.ledger.get(`result ${session_id}`);
    if (earlier !== undefined && earlier !== result)
      this.violations.push(`${session_id} was settled as ${earlier} and ${result}`);
    this.ledger.set(`result ${session_id}`, result);
  }

  async #rate(): Promise<void> {
    if (this.#games.length === 0) return;
    const { session_id, host, guest } = this.#pick(this.#games);
    const rater = this.#pick([host, guest]);
    const score = 1 + Math.floor(this.#random() * 5);
    if (this.#succeeded(await this.#agent(rater).call('POST /api/v1/ratings', { body: { session_id, score } }))) {
      this.#recordOnce(`rating ${session_id} ${rater.agent_id}`, score);
    }
  }

  async #write(): Promise<void> {
    const [from, to] = [this.#agent(this.#pick(this.#players)), this.#agent(this.#pick(this.#players))];
    const ciphertext = randomBytes(1 + Math.floor(this.#random() * 2048)).toString('base64');
    const sent = await from.call('POST /api/v1/inbox', { body: { recipient_public_key: to.public_key, ciphertext } });
    if (!this.#succeeded(sent)) return;
    const { id } = sent.body;
    this.#recordOnce(`message ${id}`, ciphertext);
    if (this.#random() < 0.5) return;
    await this.#undo(`message ${id}`, 'gone', () => to.call('DELETE /api/v1/inbox/{id}', { params: { id } }));
  }

  async #undo(name: string, value: string, undo: () => Promise<CallResult>): Promise<void> {
    this.#uncertain.add(name);
    if (this.#succeeded(await undo())) this.ledger.set(name, value);
    this.#uncertain.delete(name);
  }

  async #declare(): Promise<void> {
    const agent = this.#agent(this.#pick(this.#players));
    this.#succeeded(
      await agent.call('POST /api/v1/agents/{id}/capabilities', {
        params: { id: agent.agent_id },
        body: { capabilities: ['one', 'two'] },
      }),
    );
  }

  async #list(): Promise<void> {
    const player = this.#pick(this.#players);
    const agent = this.#agent(player);
    const list = { method: 'GET', target: '/api/v1/protocols' };
    const headers = agent.headers(list);
    if (this.#succeeded(await agent.send({ ...list, headers }))) this.acceptedRequest = { player, headers };
  }

  /** All violations; empty if there are none. */
  async check(community: TestCommunity): Promise<string[]> {
    return [
      ...this.violations,
      ...(await this.missing(community)),
      ...(await brokenInvariants(community.sql.bind(community))),
    ];
  }

  /** Acknowledged facts that the database lacks. */
  async missing(community: TestCommunity): Promise<string[]> {
    const sql = community.sql.bind(community);
    const stored = new Map<string, string | number>();
    for (const row of await sql`SELECT public_key, agent_id FROM agent`)
      stored.set(`agent ${row.public_key}`, row.agent_id);
    for (const row of await sql`SELECT protocol_id, author_id, family FROM protocol`) {
      stored.set(`protocol ${row.protocol_id}`, row.author_id);
      stored.set(`family ${row.protocol_id}`, row.family);
    }
    // Long runs outlast the lifetime of invitations.
    for (const { post_id, status } of await sql`SELECT post_id, status FROM invitation`)
      stored.set(`invitation ${post_id}`, status === 'expired' ? 'active' : status);
    for (const { session_id, status } of await sql`SELECT session_id, status FROM session`) {
      stored.set(`session ${session_id}`, 'matched');
      if (status !== 'matched') stored.set(`end ${session_id}`, status);
    }
    for (const row of await sql`SELECT session_id, side, winner FROM report`) {
      stored.set(`report ${row.session_id} ${row.side}`, row.winner);
    }
    for (const row of await sql`SELECT * FROM result`) {
      const { session_id, state, host_before, host_after, guest_before, guest_after } = row;
      stored.set(`result ${session_id}`, JSON.stringify([state, host_before, host_after, guest_before, guest_after]));
    }
    for (const row of await sql`SELECT session_id, rater_id, score FROM rating`) {
      stored.set(`rating ${row.session_id} ${row.rater_id}`, row.score);
    }
    for (const row of await sql`SELECT message_id, ciphertext FROM inbox_message`) {
      stored.set(`message ${row.message_id}`, Buffer.from(row.ciphertext).toString('base64'));
    }
    return [...this.ledger]
      .filter(
        ([name, value]) => !this.#uncertain.has(name) && stored.get(name) !== (value === 'gone' ? undefined : value),
      )
      .map(([name, value]) => `${name} should be ${value}, is ${stored.get(name)}`);
  }
}

/** Violated invariants of the database. */
async function brokenInvariants(sql: TestCommunity['sql']): Promise<string[]> {
  const violations: string[] = [];
  const mustHold = (holds: boolean, violation: string) => {
    if (!holds) violations.push(violation);
  };
  const mustBeEmpty = async (violation: string, rows: Promise<unknown[]>) =>
    mustHold((await rows).length === 0, violation);
  await mustBeEmpty('a key has two agents', sql`SELECT public_key FROM agent GROUP BY public_key HAVING count(*) > 1`);
  await mustBeEmpty(
    'a protocol has no fingerprint',
    sql`SELECT protocol_id FROM protocol WHERE protocol_id NOT IN (SELECT protocol_id FROM fingerprint)`,
  );
  await mustBeEmpty(
    'a session is neither open nor ended',
    sql`SELECT session_id FROM session WHERE status NOT IN ('matched', 'closed', 'failed', 'cancelled')
      OR (status = 'matched') <> (closed_at IS NULL) OR (status = 'matched') <> (status_by IS NULL)`,
  );
  await mustBeEmpty(
    'two reports without a result, or a result without two reports',
    sql`SELECT session_id FROM session s WHERE (SELECT count(*) FROM report r WHERE r.session_id = s.session_id)
      <> 2 * (SELECT count(*) FROM result d WHERE d.session_id = s.session_id)
      AND ((SELECT count(*) FROM report r WHERE r.session_id = s.session_id) <> 1
        OR EXISTS (SELECT 1 FROM result d WHERE d.session_id = s.session_id))`,
  );
  const tags = new Map<string, string[]>();
  for (const { post_id, tag } of await sql`SELECT post_id, tag FROM invitation_tag ORDER BY tag`) {
    tags.set(post_id, [...(tags.get(post_id) ?? []), tag]);
  }
  for (const { post_id, tags: expected } of await sql`SELECT post_id, tags FROM invitation`) {
    mustHold(JSON.parse(expected).sort().join() === (tags.get(post_id) ?? []).join(), `the tags of ${post_id} differ`);
  }
  for (const row of await sql`SELECT k.agent_id, k.rating_count, k.score_sum, count(r.score) AS n, sum(r.score) AS total
      FROM karma k LEFT JOIN rating r ON r.rated_id = k.agent_id GROUP BY k.agent_id, k.rating_count, k.score_sum`) {
    mustHold(
      row.rating_count === Number(row.n) && row.score_sum === Number(row.total),
      `the karma of ${row.agent_id} is wrong`,
    );
  }
  await mustBeEmpty(
    'a rated agent has no karma',
    sql`SELECT rated_id FROM rating WHERE rated_id NOT IN (SELECT agent_id FROM karma)`,
  );
  return [...violations, ...(await wrongRatings(sql))];
}

/** Ratings must be the sum of the results, each result must award points by the rules, and at most two a day per pair may. */
async function wrongRatings(sql: TestCommunity['sql']): Promise<string[]> {
  const violations: string[] = [];
  const steps = new Map<number, { before: number; after: number; gain: number }[]>();
  const awards = new Map<string, number[]>();
  for (const row of await sql`SELECT * FROM result`) {
    const { host_id, guest_id, host_before, host_after, guest_before, guest_after, winner, reason } = row;
    const gain = (own: number, other: number, side: string) =>
      reason === 'awarded' ? ratingDelta(own, other, winner === 'draw' ? 'draw' : winner === side ? 'win' : 'loss') : 0;
    if (host_after - host_before !== gain(host_before, guest_before, 'host'))
      violations.push(`the points of the host of ${row.session_id} are wrong`);
    if (guest_after - guest_before !== gain(guest_before, host_before, 'guest'))
      violations.push(`the points of the guest of ${row.session_id} are wrong`);
    if (reason !== 'awarded' && reason !== 'capped') continue;
    const step = (id: number, before: number, after: number) =>
      steps.set(id, [...(steps.get(id) ?? []), { before, after, gain: after - before }]);
    step(host_id, host_before, host_after);
    step(guest_id, guest_before, guest_after);
    if (reason !== 'awarded') continue;
    const pair = `${row.low_id} ${row.high_id}`;
    awards.set(pair, [...(awards.get(pair) ?? []), row.decided_at]);
  }
  for (const { agent_id, rating, games_played } of await sql`SELECT agent_id, rating, games_played FROM standing
      WHERE board = ${eloLeaderboardId}`) {
    // Ratings never decrease, so they order the steps; steps of zero points fit anywhere.
    const own = (steps.get(agent_id) ?? []).sort((a, b) => a.before - b.before || a.gain - b.gain);
    let current = startRating;
    for (const { before, after } of own) {
      if (before !== current) violations.push(`the rating of ${agent_id} jumps from ${current} to ${before}`);
      current = after;
    }
    if (current !== rating || own.length !== games_played)
      violations.push(`the rating of ${agent_id} is ${rating}, not ${current}`);
    steps.delete(agent_id);
  }
  for (const agent_id of steps.keys()) violations.push(`${agent_id} has played but has no rating`);
  for (const [pair, times] of awards) {
    const beyondCap = times.sort((a, b) => a - b).slice(limits.elo_same_opponent_awards);
    if (beyondCap.some((time, i) => time - times[i]! < limits.elo_same_opponent_seconds * 1000)) {
      violations.push(`the pair ${pair} was awarded points too often`);
    }
  }
  return violations;
}
