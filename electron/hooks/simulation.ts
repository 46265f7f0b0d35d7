/** Plays many games of a protocol, to see how they end and how long they are. */
import type { JsonObject } from '../../shared/json/value.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import type { Answerer } from './adversary/game-plan.ts';
import { failureOf, playGame } from './adversary/random-game.ts';
import type { LaunchHooks } from './hook-host.ts';

export interface SimulationOptions {
  spec: Spec;
  source: string;
  options: JsonObject;
  games: number;
  /** The same seed plays the same games. */
  seed: string;
  /** `hooks`: their `decide`, at its easiest strength; without one, answers at random. */
  answerers: Record<Role, Answerer>;
  signal: AbortSignal;
  onGame(game: SimulatedGame): void;
}

export interface SimulatedGame {
  /** From 1. */
  number: number;
  result: 'host' | 'guest' | 'draw' | 'none' | 'failed';
  messages: number;
  /** Why it failed. */
  failure: string | null;
}

/** Rejects `hook_failed` if the hooks cannot be loaded; a game that fails is a result like any other. */
export async function simulate(launch: LaunchHooks, request: SimulationOptions): Promise<void> {
  const { spec, source, options, games, seed, answerers, signal, onGame } = request;
  const hooks = await launch(source, { seed });
  try {
    for (let number = 1; number <= games && !signal.aborted; number += 1) {
      // Each game has a seed of its own, so it doesn't depend on the games before it.
      const gameSeed = `${seed}:${number}`;
      await hooks.reload(source, gameSeed);
      const parts = { spec, hooks: { host: hooks, guest: hooks }, options, seed: gameSeed };
      const game = await playGame(parts, { ...answerers, options, seed: gameSeed });
      const failure = failureOf(game);
      const winner = game.report.seats.host.outcome?.winner ?? 'none';
      if (!signal.aborted) {
        onGame({ number, result: failure === null ? winner : 'failed', messages: game.messages.length, failure });
      }
    }
  } finally {
    await hooks.dispose();
  }
}

export interface ResultRow {
  result: SimulatedGame['result'];
  games: number;
  /** Of their messages. */
  shortest: number;
  median: number;
  longest: number;
}

/** How many games had each result, and how long they were; the most frequent result first. */
export function tally(games: readonly SimulatedGame[]): ResultRow[] {
  const byResult = Map.groupBy(games, ({ result }) => result);
  return [...byResult]
    .map(([result, group]) => {
      const lengths = group.map(({ messages }) => messages).toSorted((a, b) => a - b);
      const median = lengths[Math.floor((lengths.length - 1) / 2)] ?? 0;
      return { result, games: lengths.length, shortest: lengths[0] ?? 0, median, longest: lengths.at(-1) ?? 0 };
    })
    .toSorted((a, b) => b.games - a.games);
}
