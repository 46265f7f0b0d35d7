/**
 * Plays several games, and in them against each seat as a peer that breaks every rule it can. Reports what the seat accepted, what could
 * not be judged, and what was never reached.
 */

import type { JsonObject } from '../../../shared/json/value.ts';
import { flowMode } from '../../../shared/protocol/spec.ts';
import type { HookHost } from '../hook-host.ts';
import { randomFrom, type SelfPlayOptions, type SelfPlayReport } from '../self-play.ts';
import { attackWithAlteredCommitments } from './altered-commitments.ts';
import { AttackLog, type AttackReport } from './attack-log.ts';
import { withFoundCommitments } from './commitments.ts';
import { type Unreached, unreachedIn } from './coverage.ts';
import { DishonestAttacks } from './dishonest-attacks.ts';
import { attackEngine } from './engine-attacks.ts';
import { attackWithFalseCommitments } from './false-commitments.ts';
import { attackWithFalseStatements } from './false-statements.ts';
import { type Answerer, plannedGames } from './game-plan.ts';
import { repeatedSecret } from './honest-seals.ts';
import { PlayedGame } from './played-game.ts';
import { positionsOf } from './positions.ts';
import { areRefused, failureOf, isEndless, playGame } from './random-game.ts';
import { attackWithUnofferedAnswers } from './unoffered-answers.ts';

export interface AttackLimits {
  /** Each round adds games and calls of the hooks. */
  rounds: number;
  /** About how many calls of the hooks the games and the messages of a round may make; false answers and commitments make a few more. */
  calls: number;
  /** Stops at the first hole. */
  isShort?: boolean;
  /** Ends it early; the report is then of no use. */
  signal?: AbortSignal | undefined;
  /** Called with the share of the calls that were made, up to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** About a minute of one core for Reversi, whose hooks take 6 ms for a call. */
export const defaultLimits: AttackLimits = { rounds: 1, calls: 9_000 };
/** The share of the calls that games may use, before the attacks. */
const gamesShare = 0.4;
/** The share that games with false answers may use besides. */
const falseAnswersShare = 0.15;
/** The share that false statements about what is sealed may use besides. */
const falseStatementsShare = 0.1;
/** Hooks that time out this often are not tested further. */
const timeoutsMax = 2;

export interface AdversaryReport {
  /**
   * `holes`: something dishonest was accepted, or a game of honest seats failed. `failures`: else, the hooks failed at a message.
   * `not_proven`: else, something could not be judged.
   */
  result: 'ok' | 'holes' | 'failures' | 'not_proven';
  attacks: AttackReport[];
  /** The games that were played, the given one first. `failure` is null if it ended, the same for both sides. */
  games: {
    options: JsonObject;
    guest: Answerer;
    host: Answerer;
    seed: string;
    messages: number;
    failure: string | null;
  }[];
  unreached: Unreached[];
  /** Calls of the hooks. */
  calls: number;
}

/** `fairGame`: a completed game. Hook failures never reject. */
export async function adversarialPlay(
  parts: SelfPlayOptions,
  fairGame: SelfPlayReport,
  limits: AttackLimits = defaultLimits,
): Promise<AdversaryReport> {
  const meter = { calls: 0 };
  const budget = limits.rounds * limits.calls;
  const count = () => {
    meter.calls += 1;
    limits.onProgress?.(Math.min(1, meter.calls / budget));
  };
  const counted = {
    ...parts,
    hooks: { host: countedHooks(parts.hooks.host, count), guest: countedHooks(parts.hooks.guest, count) },
  };
  const random = randomFrom(`${parts.seed}:adversary`);
  const isStopped = () => limits.signal?.aborted === true;
  const first = new PlayedGame(counted, fairGame);
  const isGamesOver = () => meter.calls > gamesShare * budget || isStopped();
  const { games, played } = await playGames(counted, first, limits, random, isGamesOver);
  const gameCalls = meter.calls;
  const log = new AttackLog();
  await attackEngine(first, log);
  const spec = withFoundCommitments(parts.spec, first.messages);
  if (spec.commit_reveal) await attackWithFalseCommitments(counted, spec, played, log, random);
  const isEnough = () => (limits.isShort === true && log.hasHoles) || isStopped();
  /** Also once this share of the calls has been made from now on. */
  const isOverAfter = (share: number) => {
    const last = meter.calls + share * budget;
    return () => meter.calls > last || isEnough();
  };
  await attackWithAlteredCommitments(spec, played, log, isEnough);
  if (spec.commit_reveal) await attackWithFalseStatements(spec, played, log, random, isOverAfter(falseStatementsShare));
  await attackWithUnofferedAnswers(counted, played, log, random, isOverAfter(falseAnswersShare));
  const attacks = new DishonestAttacks(log, random);
  const last = meter.calls + budget - Math.min(budget, gameCalls);
  const isOver = () => meter.calls > last || log.timeouts >= timeoutsMax || isEnough();
  for (const position of positionsOf(played, random)) {
    if (isOver()) break;
    await attacks.attack(position, isOver);
  }
  const reports = log.reports;
  const hasHoles = log.hasHoles || games.some(({ failure }) => failure !== null);
  const isDecided = reports.every(({ undecided }) => undecided === 0);
  return {
    result: hasHoles ? 'holes' : log.hasFailures ? 'failures' : isDecided ? 'ok' : 'not_proven',
    attacks: reports,
    games,
    unreached: unreachedIn(parts.spec, parts.hooks.host.methods, played),
    calls: meter.calls,
  };
}

/** `played`: the games that ended as they should. */
async function playGames(
  parts: SelfPlayOptions,
  first: PlayedGame,
  { rounds }: AttackLimits,
  random: () => number,
  isOver: () => boolean,
): Promise<{ games: AdversaryReport['games']; played: PlayedGame[] }> {
  const { spec, options, seed } = parts;
  const answerer: Answerer = parts.hooks.host.methods.has('decide') ? 'hooks' : 'random';
  const lengthAndFailure = (game: PlayedGame) => ({ messages: game.messages.length, failure: failureOf(game) });
  const games: AdversaryReport['games'] = [
    { options, guest: answerer, host: answerer, seed, ...lengthAndFailure(first) },
  ];
  const played = [first];
  const all = [first];
  // A chat has no rules except those of its messages.
  const planned = flowMode(spec) === 'free' ? [] : plannedGames(spec, options, seed, rounds, random);
  for (const plan of planned) {
    if (isOver()) break;
    const game = await playGame(parts, plan);
    if (areRefused(game) || isEndless(game, plan)) continue;
    all.push(game);
    games.push({ ...plan, ...lengthAndFailure(game) });
    if (game.report.ok) played.push(game);
  }
  const repeated = repeatedSecret(withFoundCommitments(spec, first.messages), all);
  if (repeated) games[repeated.game]!.failure ??= repeated.failure;
  return { games, played };
}

function countedHooks(hooks: HookHost, onCall: () => void): HookHost {
  return {
    hash: hooks.hash,
    methods: hooks.methods,
    manners: hooks.manners,
    call(method, args) {
      onCall();
      return hooks.call(method, args);
    },
    dispose: () => hooks.dispose(),
  };
}
