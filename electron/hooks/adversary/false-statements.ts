/** Statements about what is sealed that the opening proves false: an answer to a guess, when the secret is opened at the end. */
import type { JsonObject } from '../../../shared/json/value.ts';
import type { CommitReveal } from '../../../shared/protocol/commit-reveal.ts';
import { validateMessage } from '../../../shared/protocol/message.ts';
import { flowMode, type Spec } from '../../../shared/protocol/spec.ts';
import { directionFrom, otherRole, type Role, roles } from '../../../shared/tables/hooks.ts';
import { isKept, openingReader } from '../../../shared/tables/sealed-rounds.ts';
import { reactionAfter } from './altered-commitments.ts';
import type { AttackLog } from './attack-log.ts';
import { businessFields, otherValues, sample } from './field-values.ts';
import { HonestSender } from './honest-sender.ts';
import type { PlayedGame } from './played-game.ts';

/** A field of a message, and the messages after it that open something. */
interface Statement {
  game: PlayedGame;
  liar: Role;
  index: number;
  field: string;
  openings: { index: number; values: string[] }[];
}

/** How many other values of a statement are tried, and how many statements of each kind. */
const valuesMax = 6;
const statementsMax = 24;

/** Repeats games with one false statement, as the other side receives them. `spec` declares the commitments; `isOver` is asked before each. */
export async function attackWithFalseStatements(
  spec: Spec,
  games: readonly PlayedGame[],
  log: AttackLog,
  random: () => number,
  isOver: () => boolean,
): Promise<void> {
  if (flowMode(spec) !== 'session_loop') return;
  const statements = games.flatMap((game) => roles.flatMap((liar) => statementsBy(spec, game, liar)));
  const kindOf = ({ game, liar, index, field }: Statement) =>
    `${liar} ${game.messagesFrom(liar)[index]!.frame.action} ${field}`;
  for (const alike of Map.groupBy(statements, kindOf).values()) {
    // The fewest statements that could contradict it follow the last one.
    const nearest = alike.toSorted((a, b) => a.openings[0]!.index - a.index - (b.openings[0]!.index - b.index));
    for (const statement of nearest.slice(0, statementsMax)) {
      if (isOver()) return;
      if (await lieAbout(spec, statement, log, random)) break;
    }
  }
}

/** Fields that aren't moves and open nothing. */
function statementsBy(spec: Spec, game: PlayedGame, liar: Role): Statement[] {
  const openings = openingsBy(spec, game, liar);
  return game.messagesFrom(liar).flatMap(({ frame }, index) => {
    const later = openings.filter((opening) => opening.index > index);
    if (index === 0 || later.length === 0) return [];
    const others = [...game.moveFields, ...openingFields(spec, frame).all];
    return businessFields(spec, frame)
      .filter(([name]) => !others.includes(name))
      .map(([field]) => ({ game, liar, index, field, openings: later }));
  });
}

/** The messages of a seat that open what it has sealed; none if it breaks a commitment. */
function openingsBy(spec: Spec, game: PlayedGame, by: Role): Statement['openings'] {
  const reader = openingReader(spec);
  const found = game.messagesFrom(by).flatMap(({ frame }, index) => {
    const { openings = [] } = reader?.read(by, frame) ?? {};
    return openings.length === 0 ? [] : [{ index, values: openingFields(spec, frame).values, openings }];
  });
  return found.every(({ openings }) => openings.every(isKept)) ? found : [];
}

/** The fields of a message that open something, and those with the values among them. */
function openingFields({ commit_reveal }: Spec, { action }: JsonObject): { all: string[]; values: string[] } {
  const own = (commit_reveal as CommitReveal).openings.filter(({ message }) => message === action);
  return {
    all: own.flatMap(({ value, nonce, index }) => [value, nonce, ...(index === undefined ? [] : [index])]),
    values: own.map(({ value }) => value),
  };
}

/** Returns whether a lie was believed although the openings prove it. */
async function lieAbout(
  spec: Spec,
  { game, liar, index, field, openings }: Statement,
  log: AttackLog,
  random: () => number,
): Promise<boolean> {
  const { frame } = game.messagesFrom(liar)[index]!;
  const calls = game.receivingCalls(liar, index, openings.at(-1)!.index);
  if (calls === null) return false;
  const [, definition] = businessFields(spec, frame).find(([name]) => name === field)!;
  const sender = new HonestSender(game, liar);
  for (const value of sample(otherValues(definition, frame[field]!, [], random), valuesMax, random)) {
    const changed = { ...frame, [field]: value };
    if (validateMessage(spec, changed, directionFrom(liar)).length > 0) continue;
    const reaction = await reactionAfter(game, otherRole(liar), calls, changed);
    const isProven =
      reaction.kind === 'taken' &&
      !(await sender.possibilities(index, changed)).isActual &&
      (await sender.isDetermined(index, openings));
    log.add(
      { game, from: liar, index, kind: 'changed_value', field, frame: changed },
      { reaction: reaction.kind, problem: reaction.problem, method: calls.at(-1)!.method },
      isProven ? 'dishonest' : 'honest',
    );
    if (isProven) return true;
  }
  return false;
}
