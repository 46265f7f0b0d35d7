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
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let hash = Math.imul(state ^ (state >>> 15), state | 1);
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61);
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
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

const winners = ['host', 'guest', 'draw'] as const;
const finalStatuses = ['closed', 'failed', 'cancelled'] as const;

export class RandomLoad {
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
    this.#random = seededRandom(seed);
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
  runCalls(calls: number): Promise<void> {
    const targetCalls = this.calls + calls;
    return this.run(8, () => this.calls > targetCalls);
  }

  get calls(): number {
    return [...this.responseCounts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Replays the accepted request unchanged. */
  resendAccepted(): Promise<CallResult> {
    const { player, headers } = this.acceptedRequest!;
    return this.#agentOf(player).send({ method: 'GET', target: '/api/v1/protocols', headers });
  }

  #pickFrom<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)]!;
  }

  #agentOf({ seed, agent_id }: Player): TestAgent {
    const agent = new TestAgent(this.#pickFrom(this.communities), seed);
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
    return this.#pickFrom([
      () => this.#register(),
      () => this.#publish(),
      () => this.#invite(),
      () => this.#createSession(),
      () => this.#createSession(),
      () => this.#endSession(),
      () => this.#reportResult(),
      () => this.#reportResult(),
      () => this.#rateSession(),
      () => this.#sendMessage(),
      () => this.#declareCapabilities(),
      () => this.#listProtocols(),
    ])();
  }

  async #register(): Promise<void> {
    const agent = new TestAgent(this.#pickFrom(this.communities));
    const challenge = await agent.community.get('GET /api/v1/auth/challenge');
    if (!this.#succeeded(challenge)) return;
    const body = agent.solve(challenge.body, 'Player');
    const registration = await agent.call('POST /api/v1/auth/register', { body });
    if (!this.#succeeded(registration)) return;
    this.#recordOnce(`agent ${agent.public_key}`, registration.body.agent_id);
    this.#players.push({ seed: agent.seed, public_key: agent.public_key, agent_id: registration.body.agent_id });
  }

  async #publish(): Promise<void> {
    if (this.#players.length === 0) return;
    const author = this.#agentOf(this.#pickFrom(this.#players));
    this.#protocolCount += 1;
    const name = `load-${this.#protocolCount}`;
    const specText = JSON.stringify(specOf(name));
    const protocol_id = protocolIdOf(specText);
    const target = '/api/v1/protocols';
    if (!this.#succeeded(await author.send({ method: 'POST', target, body: protocolRegistrationBody(specText) })))
      return;
    this.#recordOnce(`protocol ${protocol_id}`, author.agent_id);
    const family = `${this.#random() < 0.8 ? 'game' : 'chat'}:${name}`;
    const governance = await author.call('POST /api/v1/protocols/{protocol_id}/governance', {
      params: { protocol_id },
      body: { family, status: 'active' },
    });
    if (!this.#succeeded(governance)) return;
    this.ledger.set(`family ${protocol_id}`, family);
    this.#protocols.push(protocol_id);
  }

  async #invite(): Promise<void> {
    const host = this.#agentOf(this.#pickFrom(this.#players));
    const tags = ['one', 'two', 'three'].slice(Math.floor(this.#random() * 4));
    const body = { ...host.invitation(this.#pickFrom(this.#protocols)), tags };
    const invitation = await host.call('POST /api/v1/invitations', { body });
    if (!this.#succeeded(invitation)) return;
    const { post_id } = invitation.body;
    this.#recordOnce(`invitation ${post_id}`, 'active');
    if (this.#random() < 0.5) return;
    await this.#recordUndo(`invitation ${post_id}`, 'cancelled', () =>
      host.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } }),
    );
  }

  async #createSession(): Promise<void> {
    // Few players, so that pairs exceed the daily cap.
    const [host, guest] = [this.#pickFrom(this.#players.slice(0, 6)), this.#pickFrom(this.#players.slice(0, 6))];
    if (host === guest) return;
    const [hostAgent, guestAgent] = [this.#agentOf(host), this.#agentOf(guest)];
    const session = await guestAgent.call('POST /api/v1/sessions', {
      body: proofOf(hostAgent, guestAgent, randomUUID(), this.#pickFrom(this.#protocols)),
    });
    if (!this.#succeeded(session)) return;
    const { session_id } = session.body;
    this.#recordOnce(`session ${session_id}`, 'matched');
    this.#games.push({ session_id, host, guest });
  }

  async #endSession(): Promise<void> {
    if (this.#games.length === 0) return;
    const { session_id, host, guest } = this.#pickFrom(this.#games);
    const status = this.#random() < 0.7 ? 'closed' : this.#pickFrom(finalStatuses);
    await this.#end(session_id, this.#pickFrom([host, guest]), status);
  }

  async #end(session_id: string, player: Player, status: (typeof finalStatuses)[number]): Promise<void> {
    const response = await this.#agentOf(player).call('POST /api/v1/sessions/{session_id}/status', {
      params: { session_id },
      body: { status },
    });
    if (this.#succeeded(response)) this.#recordOnce(`end ${session_id}`, status);
  }

  async #reportResult(): Promise<void> {
    // The newest games, so that both sides report the same one.
    const game = this.#games.at(-1 - Math.floor(this.#random() * 6));
    if (!game) return;
    const { session_id } = game;
    const side = this.#pickFrom(['host', 'guest'] as const);
    const winner = this.#random() < 0.9 ? winners[session_id.charCodeAt(0) % 3]! : this.#pickFrom(winners);
    // Most clients report the end first.
    if (this.#random() < 0.8) await this.#end(session_id, game[side], 'closed');
    const report = await this.#agentOf(game[side]).call('POST /api/v1/sessions/{session_id}/result', {
      params: { session_id },
      body: { winner },
    });
    if (!this.#succeeded(report)) return;
    this.ledger.set(`report ${session_id} ${side}`, winner);
    const { state, rating } = report.body;
    if (state === 'pending') return;
    const result = JSON.stringify([
      state,
      rating.host.before,
      rating.host.after,
      rating.guest.before,
      rating.guest.after,
    ]);
    const earlierResult = this.ledger.get(`result ${session_id}`);
    if (earlierResult !== undefined && earlierResult !== result)
      this.violations.push(`${session_id} was settled as ${earlierResult} and ${result}`);
    this.ledger.set(`result ${session_id}`, result);
  }

  async #rateSession(): Promise<void> {
    if (this.#games.length === 0) return;
    const { session_id, host, guest } = this.#pickFrom(this.#games);
    const rater = this.#pickFrom([host, guest]);
    const score = 1 + Math.floor(this.#random() * 5);
    if (this.#succeeded(await this.#agentOf(rater).call('POST /api/v1/ratings', { body: { session_id, score } }))) {
      this.#recordOnce(`rating ${session_id} ${rater.agent_id}`, score);
    }
  }

  async #sendMessage(): Promise<void> {
    const [from, to] = [this.#agentOf(this.#pickFrom(this.#players)), this.#agentOf(this.#pickFrom(this.#players))];
    const ciphertext = randomBytes(1 + Math.floor(this.#random() * 2048)).toString('base64');
    const response = await from.call('POST /api/v1/inbox', {
      body: { recipient_public_key: to.public_key, ciphertext },
    });
    if (!this.#succeeded(response)) return;
    const { id } = response.body;
    this.#recordOnce(`message ${id}`, ciphertext);
    if (this.#random() < 0.5) return;
    await this.#recordUndo(`message ${id}`, 'gone', () => to.call('DELETE /api/v1/inbox/{id}', { params: { id } }));
  }

  async #recordUndo(name: string, value: string, undo: () => Promise<CallResult>): Promise<void> {
    this.#uncertain.add(name);
    if (this.#succeeded(await undo())) this.ledger.set(name, value);
    this.#uncertain.delete(name);
  }

  async #declareCapabilities(): Promise<void> {
    const agent = this.#agentOf(this.#pickFrom(this.#players));
    this.#succeeded(
      await agent.call('POST /api/v1/agents/{id}/capabilities', {
        params: { id: agent.agent_id },
        body: { capabilities: ['one', 'two'] },
      }),
    );
  }

  async #listProtocols(): Promise<void> {
    const player = this.#pickFrom(this.#players);
    const agent = this.#agentOf(player);
    const listRequest = { method: 'GET', target: '/api/v1/protocols' };
    const headers = agent.headers(listRequest);
    if (this.#succeeded(await agent.send({ ...listRequest, headers }))) this.acceptedRequest = { player, headers };
  }

  /** All violations; empty if there are none. */
  async check(community: TestCommunity): Promise<string[]> {
    return [
      ...this.violations,
      ...(await this.findMissing(community)),
      ...(await findViolations(community.sql.bind(community))),
    ];
  }

  /** Acknowledged facts that the database lacks. */
  async findMissing(community: TestCommunity): Promise<string[]> {
    const sql = community.sql.bind(community);
    const storedFacts = new Map<string, string | number>();
    for (const row of await sql`SELECT public_key, agent_id FROM agent`)
      storedFacts.set(`agent ${row.public_key}`, row.agent_id);
    for (const row of await sql`SELECT protocol_id, author_id, family FROM protocol`) {
      storedFacts.set(`protocol ${row.protocol_id}`, row.author_id);
      storedFacts.set(`family ${row.protocol_id}`, row.family);
    }
    // Long runs outlast the lifetime of invitations.
    for (const { post_id, status } of await sql`SELECT post_id, status FROM invitation`)
      storedFacts.set(`invitation ${post_id}`, status === 'expired' ? 'active' : status);
    for (const { session_id, status } of await sql`SELECT session_id, status FROM session`) {
      storedFacts.set(`session ${session_id}`, 'matched');
      if (status !== 'matched') storedFacts.set(`end ${session_id}`, status);
    }
    for (const row of await sql`SELECT session_id, side, winner FROM report`) {
      storedFacts.set(`report ${row.session_id} ${row.side}`, row.winner);
    }
    for (const row of await sql`SELECT * FROM result`) {
      const { session_id, state, host_before, host_after, guest_before, guest_after } = row;
      storedFacts.set(
        `result ${session_id}`,
        JSON.stringify([state, host_before, host_after, guest_before, guest_after]),
      );
    }
    for (const row of await sql`SELECT session_id, rater_id, score FROM rating`) {
      storedFacts.set(`rating ${row.session_id} ${row.rater_id}`, row.score);
    }
    for (const row of await sql`SELECT message_id, ciphertext FROM inbox_message`) {
      storedFacts.set(`message ${row.message_id}`, Buffer.from(row.ciphertext).toString('base64'));
    }
    return [...this.ledger]
      .filter(
        ([name, value]) =>
          !this.#uncertain.has(name) && storedFacts.get(name) !== (value === 'gone' ? undefined : value),
      )
      .map(([name, value]) => `${name} should be ${value}, is ${storedFacts.get(name)}`);
  }
}

/** Violated invariants of the database. */
async function findViolations(sql: TestCommunity['sql']): Promise<string[]> {
  const violations: string[] = [];
  const check = (holds: boolean, violation: string) => {
    if (!holds) violations.push(violation);
  };
  const checkEmpty = async (violation: string, rows: Promise<unknown[]>) => check((await rows).length === 0, violation);
  await checkEmpty('a key has two agents', sql`SELECT public_key FROM agent GROUP BY public_key HAVING count(*) > 1`);
  await checkEmpty(
    'a protocol has no fingerprint',
    sql`SELECT protocol_id FROM protocol WHERE protocol_id NOT IN (SELECT protocol_id FROM fingerprint)`,
  );
  await checkEmpty(
    'a session is neither open nor ended',
    sql`SELECT session_id FROM session WHERE status NOT IN ('matched', 'closed', 'failed', 'cancelled')
      OR (status = 'matched') <> (closed_at IS NULL) OR (status = 'matched') <> (status_by IS NULL)`,
  );
  await checkEmpty(
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
    check(JSON.parse(expected).sort().join() === (tags.get(post_id) ?? []).join(), `the tags of ${post_id} differ`);
  }
  for (const row of await sql`SELECT k.agent_id, k.rating_count, k.score_sum, count(r.score) AS n, sum(r.score) AS total
      FROM karma k LEFT JOIN rating r ON r.rated_id = k.agent_id GROUP BY k.agent_id, k.rating_count, k.score_sum`) {
    check(
      row.rating_count === Number(row.n) && row.score_sum === Number(row.total),
      `the karma of ${row.agent_id} is wrong`,
    );
  }
  await checkEmpty(
    'a rated agent has no karma',
    sql`SELECT rated_id FROM rating WHERE rated_id NOT IN (SELECT agent_id FROM karma)`,
  );
  return [...violations, ...(await findWrongRatings(sql))];
}

/** Ratings must be the sum of the results, each result must award points by the rules, and at most two a day per pair may. */
async function findWrongRatings(sql: TestCommunity['sql']): Promise<string[]> {
  const violations: string[] = [];
  const steps = new Map<number, { before: number; after: number; gain: number }[]>();
  const awards = new Map<string, number[]>();
  for (const row of await sql`SELECT * FROM result`) {
    const { host_id, guest_id, host_before, host_after, guest_before, guest_after, winner, reason } = row;
    const gain = (ownRating: number, opponentRating: number, side: string) =>
      reason === 'awarded'
        ? ratingDelta(ownRating, opponentRating, winner === 'draw' ? 'draw' : winner === side ? 'win' : 'loss')
        : 0;
    if (host_after - host_before !== gain(host_before, guest_before, 'host'))
      violations.push(`the points of the host of ${row.session_id} are wrong`);
    if (guest_after - guest_before !== gain(guest_before, host_before, 'guest'))
      violations.push(`the points of the guest of ${row.session_id} are wrong`);
    if (reason !== 'awarded' && reason !== 'capped') continue;
    const addStep = (id: number, before: number, after: number) =>
      steps.set(id, [...(steps.get(id) ?? []), { before, after, gain: after - before }]);
    addStep(host_id, host_before, host_after);
    addStep(guest_id, guest_before, guest_after);
    if (reason !== 'awarded') continue;
    const pair = `${row.low_id} ${row.high_id}`;
    awards.set(pair, [...(awards.get(pair) ?? []), row.decided_at]);
  }
  for (const { agent_id, rating, games_played } of await sql`SELECT agent_id, rating, games_played FROM standing
      WHERE board = ${eloLeaderboardId}`) {
    // Ratings never decrease, so they order the steps; steps of zero points fit anywhere.
    const ownSteps = (steps.get(agent_id) ?? []).sort((a, b) => a.before - b.before || a.gain - b.gain);
    let expectedRating = startRating;
    for (const { before, after } of ownSteps) {
      if (before !== expectedRating)
        violations.push(`the rating of ${agent_id} jumps from ${expectedRating} to ${before}`);
      expectedRating = after;
    }
    if (expectedRating !== rating || ownSteps.length !== games_played)
      violations.push(`the rating of ${agent_id} is ${rating}, not ${expectedRating}`);
    steps.delete(agent_id);
  }
  for (const agent_id of steps.keys()) violations.push(`${agent_id} has played but has no rating`);
  for (const [pair, awardTimes] of awards) {
    const awardsBeyondCap = awardTimes.sort((a, b) => a - b).slice(limits.elo_same_opponent_awards);
    if (awardsBeyondCap.some((time, i) => time - awardTimes[i]! < limits.elo_same_opponent_seconds * 1000)) {
      violations.push(`the pair ${pair} was awarded points too often`);
    }
  }
  return violations;
}
