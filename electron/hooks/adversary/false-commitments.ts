/** Commitments to values that no honest seat has: a fleet without ships, opened as it was committed. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import type { CommitReveal } from '../../../shared/protocol/commit-reveal.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { sha256Hex } from '../../../shared/signing/hash.ts';
import { committedText, commitValueText } from '../../../shared/tables/commitment.ts';
import { type Answer, otherRole, type Role, roles } from '../../../shared/tables/hooks.ts';
import { openingReader } from '../../../shared/tables/sealed-rounds.ts';
import type { SelfPlayOptions } from '../self-play.ts';
import type { AttackLog } from './attack-log.ts';
import { sample } from './field-values.ts';
import type { PlayedGame } from './played-game.ts';
import { playGame } from './random-game.ts';

type Messages = readonly { from: Role; frame: JsonObject }[];

/** How many commitments must have the same values, in whatever order, until another collection of values is taken for a lie. */
const samplesMin = 4;
/** How many lies of each seat are tried. */
const liesMax = 3;

/** The values of each commitment of a game, or of one side in it, that was opened completely, in the order of the hashes. */
export function committedValues(spec: Spec, messages: Messages, by?: Role): string[][] {
  const reader = openingReader(spec);
  if (!reader) return [];
  const current: Record<Role, { count: number; values: Map<number, string> }> = {
    host: { count: 0, values: new Map() },
    guest: { count: 0, values: new Map() },
  };
  const complete: string[][] = [];
  for (const { from, frame } of messages) {
    const { committed, openings } = reader.read(from, frame);
    if (committed) current[from] = { count: hashesIn(spec, frame).length, values: new Map() };
    const { count, values } = current[from];
    const before = values.size;
    for (const { index, value } of openings) if (value !== null) values.set(index, value);
    if (before < count && values.size === count && (by ?? from) === from) {
      complete.push(Array.from({ length: count }, (_, index) => values.get(index) ?? ''));
    }
  }
  return complete;
}

/** The values that every commitment of this length has, in some order; null if they differ or too few are known. */
export function fixedValues(commitments: readonly string[][], length: number): string[] | null {
  const sorted = commitments.filter((values) => values.length === length).map((values) => [...values].sort().join());
  const [first] = sorted;
  if (sorted.length < samplesMin || !sorted.every((values) => values === first)) return null;
  return commitments.find((values) => values.length === length)!;
}

/** Rewrites a seat's messages as if it had committed to `values` at these places. */
export function falseMessages(spec: Spec, values: ReadonlyMap<number, Answer>): (frame: JsonObject) => JsonObject {
  const { commit, openings } = spec.commit_reveal as CommitReveal;
  const nonceOf = (index: number) => sha256Hex(`false:${index}`).slice(0, 32);
  const replaced = (list: Json, start: number, other: (index: number) => Json) => {
    if (!Array.isArray(list)) return values.has(start) ? other(start) : list;
    return list.map((item, at) => (values.has(start + at) ? other(start + at) : item));
  };
  return (frame) => {
    const next = { ...frame };
    if (frame.action === commit.message) {
      next[commit.hashes] = replaced(frame[commit.hashes] ?? [], 0, (index) =>
        sha256Hex(committedText(commitValueText(values.get(index)!), nonceOf(index))),
      );
    }
    for (const { message, value, nonce, index } of openings) {
      if (frame.action !== message || !(value in frame) || !(nonce in frame)) continue;
      const start = index === undefined ? 0 : Number(frame[index]);
      next[value] = replaced(frame[value]!, start, (at) => values.get(at)!);
      next[nonce] = replaced(frame[nonce]!, start, nonceOf);
    }
    return next;
  };
}

/** Plays games in which a seat has committed to other values than any honest one, and opens them. */
export async function attackWithFalseCommitments(
  parts: SelfPlayOptions,
  spec: Spec,
  games: readonly PlayedGame[],
  log: AttackLog,
  random: () => number,
): Promise<void> {
  const commitments = games.flatMap((game) => committedValues(spec, game.messages));
  const lengths = [...new Set(commitments.map(({ length }) => length))];
  const known = lengths.map((length) => fixedValues(commitments, length)).find((values) => values !== null);
  if (!known) return;
  const names = [...new Set(known)];
  const most = names.toSorted(
    (a, b) => known.filter((value) => value === b).length - known.filter((value) => value === a).length,
  )[0]!;
  const places = [...known.keys()];
  const lies: ReadonlyMap<number, Answer>[] = [
    new Map(places.map((place) => [place, most])),
    ...sample(places, liesMax - 1, random).map((place) => {
      const others = names.filter((name) => name !== known[place]);
      return new Map([[place, others[Math.floor(random() * others.length)]!]]);
    }),
  ];
  const { options } = games.find((game) =>
    committedValues(spec, game.messages).some(({ length }) => length === known.length),
  )!.parts;
  for (const [number, values] of lies.entries()) {
    for (const liar of roles) {
      const planned = {
        options,
        host: 'random',
        guest: 'random',
        [liar]: 'hooks',
        seed: `${parts.seed}:false:${number}`,
      } as const;
      const rewrite = falseMessages(spec, values);
      const game = await playGame(parts, planned, (from, frame) => (from === liar ? [rewrite(frame)] : null));
      report({ game, spec, liar, rewrite, isLie: (honest) => isLie(known, honest, values) }, log);
    }
  }
}

interface FalseGame {
  game: PlayedGame;
  spec: Spec;
  liar: Role;
  rewrite(frame: JsonObject): JsonObject;
  /** Whether the rewritten values are false: the seat may have had these at the same places anyway. */
  isLie(honest: readonly string[]): boolean;
}

/** Whether a commitment of an honest seat has other values than all honest ones, once some of them are replaced. */
export function isLie(
  known: readonly string[],
  honest: readonly string[],
  values: ReadonlyMap<number, Answer>,
): boolean {
  const committed = honest.map((value, place) => (values.has(place) ? commitValueText(values.get(place)!) : value));
  return committed.toSorted().join() !== known.toSorted().join();
}

function report({ game, spec, liar, rewrite, isLie: isFalse }: FalseGame, log: AttackLog): void {
  const { openings } = spec.commit_reveal as CommitReveal;
  const sent = game.messagesFrom(liar);
  const index = sent.findLastIndex(({ frame }) => openings.some(({ message }) => message === frame.action));
  const { outcome } = game.report.seats[otherRole(liar)];
  if (index < 0 || !outcome) return;
  const isBelieved =
    outcome.completed && outcome.winner !== otherRole(liar) && committedValues(spec, game.messages, liar).some(isFalse);
  log.add(
    { game, from: liar, index, kind: 'false_commitment', field: null, frame: rewrite(sent[index]!.frame) },
    { reaction: isBelieved ? 'taken' : 'ended', problem: outcome.problem, method: 'handle' },
    isBelieved ? 'dishonest' : 'honest',
  );
}

const hashesIn = (spec: Spec, frame: JsonObject): Json[] => {
  const hashes = frame[(spec.commit_reveal as CommitReveal).commit.hashes];
  return Array.isArray(hashes) ? hashes : [hashes ?? null];
};
