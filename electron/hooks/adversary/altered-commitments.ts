/** Commitments with one wrong digit: a seat that compares only a part of the hash accepts openings that were searched for. */
import type { JsonObject } from '../../../shared/json/value.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { commitmentPattern } from '../../../shared/tables/commitment.ts';
import { legalAnswer, otherRole, type Role, roles } from '../../../shared/tables/hooks.ts';
import { openingReader } from '../../../shared/tables/sealed-rounds.ts';
import type { CompletedCall } from '../self-play.ts';
import type { AttackLog } from './attack-log.ts';
import type { PlayedGame } from './played-game.ts';
import { type Reaction, reactionOf } from './reaction.ts';

/** A commitment, and the calls of the other seat from the one that receives it to the one that receives its first opening. */
interface OpenedCommitment {
  game: PlayedGame;
  from: Role;
  index: number;
  /** The field with the hash, and the position of the opened one. */
  field: string;
  position: number;
  calls: CompletedCall[];
}

const digits = 64;
/** About how many calls may be made for each message that opens something. */
const callsMax = 256;

/** `spec` declares the commitments. */
export async function attackWithAlteredCommitments(
  spec: Spec,
  games: readonly PlayedGame[],
  log: AttackLog,
  isOver: () => boolean,
): Promise<void> {
  const commitments = games.flatMap((game) => roles.flatMap((from) => openedCommitments(spec, game, from)));
  const byOpening = Map.groupBy(commitments, ({ from, calls }) => `${from} ${actionIn(calls.at(-1)!)}`);
  for (const group of byOpening.values()) {
    const nearest = group.toSorted((a, b) => a.calls.length - b.calls.length)[0]!;
    const count = Math.min(digits, Math.ceil(callsMax / nearest.calls.length));
    for (let at = 0; at < count && !isOver(); at += 1) {
      // The last digit first, since most often the first ones are compared.
      const digit = digits - 1 - Math.floor((at * digits) / count);
      if (await alter(nearest, digit, log)) break;
    }
  }
}

const actionIn = ({ args }: CompletedCall): string => String((args[1] as JsonObject | undefined)?.action);

function openedCommitments(spec: Spec, game: PlayedGame, from: Role): OpenedCommitment[] {
  const reader = openingReader(spec);
  if (!reader) return [];
  const found: OpenedCommitment[] = [];
  let committed: number | null = null;
  const opened = new Set<string>();
  for (const [index, { frame }] of game.messagesFrom(from).entries()) {
    const { committed: isCommitment, openings } = reader.read(from, frame);
    if (isCommitment) {
      committed = index;
      opened.clear();
    }
    const [opening] = openings;
    if (!opening || committed === null || opened.has(String(frame.action))) continue;
    opened.add(String(frame.action));
    const calls = game.receivingCalls(from, committed, index);
    const commit = game.messagesFrom(from)[committed]!.frame;
    const field = Object.keys(commit).find((name) => [commit[name]].flat()[opening.index] === opening.sealed);
    if (calls === null || field === undefined) continue;
    found.push({ game, from, index: committed, field, position: opening.index, calls });
  }
  return found;
}

/** Returns whether the opening was accepted although a digit of its commitment is another one. */
async function alter(commitment: OpenedCommitment, digit: number, log: AttackLog): Promise<boolean> {
  const { game, from, index, field, position, calls } = commitment;
  const { frame } = game.messagesFrom(from)[index]!;
  const hashes = [frame[field]!].flat();
  const hash = String(hashes[position]);
  if (!commitmentPattern.test(hash)) return false;
  const other = (Number.parseInt(hash[digit]!, 16) ^ 1).toString(16);
  const altered = hash.slice(0, digit) + other + hash.slice(digit + 1);
  const changed = { ...frame, [field]: Array.isArray(frame[field]) ? hashes.with(position, altered) : altered };
  const reaction = await reactionAfter(game, otherRole(from), calls, changed);
  const isAccepted = reaction.kind === 'taken';
  log.add(
    { game, from, index, kind: 'wrong_opening', field, frame: changed },
    { reaction: reaction.kind, problem: reaction.problem, method: calls.at(-1)!.method },
    isAccepted ? 'dishonest' : 'honest',
  );
  return isAccepted;
}

/** How a seat reacts to the last of these calls of its hooks, which are made again with another message in the first one. */
export async function reactionAfter(
  game: PlayedGame,
  role: Role,
  calls: readonly CompletedCall[],
  changed: JsonObject,
): Promise<Reaction> {
  let reaction: Reaction = { kind: 'taken', problem: null, step: null };
  /** Whether the seat could make these calls: not after the end, nor with an answer that it wasn't asked for. */
  let isPlayable = true;
  for (const [at, { method, args }] of calls.entries()) {
    const { step } = reaction;
    if (method === 'act') isPlayable &&= step?.ask !== undefined && legalAnswer(step.ask, args[2]) !== null;
    isPlayable &&= step?.end === undefined;
    const called = at === 0 ? args.with(1, changed) : args.with(0, step!.state as JsonObject);
    reaction = await reactionOf(game, role, { method, args: called });
    if (reaction.kind === 'ended') break;
  }
  return isPlayable ? reaction : { ...reaction, problem: null };
}
