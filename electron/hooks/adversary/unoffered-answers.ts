/** Seats that answer a question with something it didn't offer, and then play on as their own hooks do: they seal, open and score it. */
import { flowMode } from '../../../shared/protocol/spec.ts';
import { type Answer, legalAnswer, otherRole, type Question, type Role, roles } from '../../../shared/tables/hooks.ts';
import { messageByAction } from '../../../shared/tables/move-labels.ts';
import type { HookHost } from '../hook-host.ts';
import type { SelfPlayOptions } from '../self-play.ts';
import type { AttackLog } from './attack-log.ts';
import { businessFields, comparedPart, isBusiness, otherValues, sample } from './field-values.ts';
import { HonestCourse } from './honest-course.ts';
import { type PlayedGame, stepOf } from './played-game.ts';
import { playGame } from './random-game.ts';

/** Questions of a seat whose keys differ only in their numbers. */
interface QuestionKind {
  liar: Role;
  kind: string;
  /** Answers that none of them offered in the first game with such a question. */
  answers: Answer[];
  /** The games with such questions, and how many there are in each. */
  games: { game: PlayedGame; count: number }[];
}

/** How many answers of a kind of question are tried, and how often each. */
const answersMax = 12;
const turnsMax = 2;

const kindOf = (key: string): string => key.replaceAll(/\d+/g, '#');

/** Plays games in which one answer of a seat is false. `isOver` is asked before each. */
export async function attackWithUnofferedAnswers(
  parts: SelfPlayOptions,
  games: readonly PlayedGame[],
  log: AttackLog,
  random: () => number,
  isOver: () => boolean,
): Promise<void> {
  if (flowMode(parts.spec) !== 'session_loop') return;
  const kinds = roles.flatMap((liar) => questionKinds(games, liar, random));
  const found = new Set<QuestionKind>();
  for (let attempt = 0; attempt < turnsMax * answersMax; attempt += 1) {
    for (const kind of kinds) {
      const answer = kind.answers[attempt % answersMax];
      if (answer === undefined || found.has(kind)) continue;
      if (isOver()) return;
      const { game, count } = kind.games[attempt % kind.games.length]!;
      const occurrence = Math.floor(random() * count);
      const seed = `${parts.seed}:unoffered:${attempt}`;
      const lie = { ...kind, answer, occurrence, games, options: game.parts.options, seed };
      if (await tellLie(parts, lie, log)) found.add(kind);
    }
  }
}

interface Lie extends Pick<QuestionKind, 'liar' | 'kind'> {
  answer: Answer;
  occurrence: number;
  options: SelfPlayOptions['options'];
  seed: string;
  /** Honest ones. */
  games: readonly PlayedGame[];
}

/** Returns whether the lie was believed. */
async function tellLie(parts: SelfPlayOptions, lie: Lie, log: AttackLog): Promise<boolean> {
  const { liar, options, seed } = lie;
  const told = { call: -1 };
  const hooks = { ...parts.hooks, [liar]: lyingHooks(parts.hooks[liar], lie, told) };
  const game = await playGame({ ...parts, hooks }, { options, seed, host: 'random', guest: 'random' });
  const call = callOf(game, lie, told.call);
  const sent = game.messagesFrom(liar);
  const first = sent.findIndex((message) => message.call >= call);
  const { outcome } = game.report.seats[otherRole(liar)];
  // The hooks rejected the answer, or the engine of the seat the message, which therefore never arrived.
  if (call < 0 || first < 0 || !outcome) return false;
  const exposed = isBelieved(game, lie) ? await new HonestCourse(game, liar, { ...lie, call }).exposedLie() : null;
  const isHole = exposed !== null && !isEndedAt(game, liar, exposed.index);
  const index = isHole ? exposed.index : first;
  log.add(
    {
      game,
      from: liar,
      index,
      kind: 'illegal_answer',
      field: isHole ? exposed.field : null,
      frame: sent[index]!.frame,
    },
    {
      reaction: outcome.completed ? 'taken' : 'ended',
      problem: outcome.problem,
      method: game.receivingCall(liar, index)?.method ?? null,
    },
    isHole ? 'dishonest' : 'honest',
  );
  return isHole;
}

/** Whether the other side has ended the game with the liar's result, or as honest games end: not with an accusation. */
function isBelieved(game: PlayedGame, { liar, games }: Lie): boolean {
  const { outcome } = game.report.seats[otherRole(liar)];
  if (!outcome?.completed) return false;
  return outcome.winner !== otherRole(liar) || games.some((honest) => endOf(honest) === endOf(game));
}

/** Whether the other side has won at this message. */
function isEndedAt(game: PlayedGame, liar: Role, index: number): boolean {
  const end = stepOf(game.receivingCall(liar, index)?.value ?? null)?.end;
  return end !== undefined && (!end.completed || end.winner === otherRole(liar));
}

/** The flags and names of the last message. */
function endOf(game: PlayedGame): string {
  const { frame } = game.messages.at(-1)!;
  const part = comparedPart(game.parts.spec, frame);
  const entries = Object.entries(part).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean');
  return JSON.stringify(entries);
}

/** The hooks of a seat that give one false answer. `told.call`: the number of the false one among its answers; -1 until then. */
function lyingHooks(hooks: HookHost, { kind, answer, occurrence }: Lie, told: { call: number }): HookHost {
  let asked: Question | null = null;
  let seen = -1;
  return {
    hash: hooks.hash,
    methods: hooks.methods,
    manners: hooks.manners,
    async call(method, args) {
      const isKind = method === 'act' && asked?.key === args[1] && kindOf(String(args[1])) === kind;
      if (isKind) seen += 1;
      const isLie = isKind && seen === occurrence && told.call < 0 && legalAnswer(asked!, answer) === null;
      if (isLie) told.call = seen;
      const value = await hooks.call(method, isLie ? args.with(2, answer) : args);
      asked = stepOf(value)?.ask ?? asked;
      return value;
    },
    dispose: () => hooks.dispose(),
  };
}

/** The number of the call with the seat's answer number `occurrence` to such questions; -1 if there is none. */
function callOf(game: PlayedGame, { liar, kind }: Lie, occurrence: number): number {
  let remaining = occurrence;
  if (occurrence < 0) return -1;
  return game
    .trace(liar)
    .calls.findIndex(({ method, args }) => method === 'act' && kindOf(String(args[1])) === kind && remaining-- === 0);
}

/** The kinds of questions whose answers aren't sent at once as they are: `DishonestAttacks` sends other ones in their place. */
function questionKinds(games: readonly PlayedGame[], liar: Role, random: () => number): QuestionKind[] {
  const kinds = new Map<string, QuestionKind>();
  for (const game of games) {
    const acts = game.trace(liar).calls.filter(({ method }) => method === 'act');
    for (const [kind, calls] of Map.groupBy(acts, ({ args }) => kindOf(String(args[1])))) {
      const isOpen = calls.every(({ args, value }) => {
        const sent = stepOf(value)?.send;
        return sent && Object.values(sent).includes(args[2] as Answer);
      });
      if (isOpen) continue;
      const known = kinds.get(kind) ?? { liar, kind, answers: unofferedAnswers(game, liar, kind, random), games: [] };
      known.games.push({ game, count: calls.length });
      kinds.set(kind, known);
    }
  }
  return [...kinds.values()];
}

/** The values beyond those that were offered, then others that the fields with such answers may have. */
function unofferedAnswers(game: PlayedGame, liar: Role, kind: string, random: () => number): Answer[] {
  const { calls } = game.trace(liar);
  const { spec } = game.parts;
  const asks = calls.flatMap(({ value }) => {
    const ask = stepOf(value)?.ask;
    return ask && kindOf(ask.key) === kind ? [ask] : [];
  });
  const given = calls.flatMap(({ method, args }) =>
    method === 'act' && kindOf(String(args[1])) === kind ? [args[2] as Answer] : [],
  );
  const frames = game.messagesFrom(liar).map(({ frame }) => frame);
  const carriers = frames.flatMap((frame) =>
    businessFields(spec, frame).filter(([name]) => given.includes(frame[name] as Answer)),
  );
  const fields = new Map(carriers).values();
  const others = [...fields].flatMap((field) => otherValues(field, null, [], random)) as Answer[];
  const isUnoffered = (value: Answer) => asks.every((ask) => legalAnswer(ask, value) === null);
  const numbers = asks.flatMap(({ choices, entry }) => [
    ...choices.map(({ value }) => value).filter((value) => typeof value === 'number'),
    ...(entry?.type === 'integer' ? [entry.min, entry.max] : []),
  ]);
  const edges = numbers.length === 0 ? [] : [Math.max(...numbers) + 1, Math.min(...numbers) - 1];
  const distinct = (values: readonly Answer[]) => [...new Set(values)].filter(isUnoffered);
  const near = distinct(edges);
  const far = distinct([...others, ...(numbers.length === 0 ? namesIn(game) : [])]).filter(
    (value) => !near.includes(value),
  );
  return [...near, ...sample(far, answersMax - near.length, random)];
}

/** Every name in the messages of a protocol. */
const namesIn = ({ parts, messages }: PlayedGame): string[] =>
  [...new Set(messages.map(({ frame }) => String(frame.action)))].flatMap((action) =>
    Object.values(messageByAction(parts.spec, action)?.fields ?? {}).flatMap((field) =>
      isBusiness(field) && field.type === 'enum' ? (field.values ?? []) : [],
    ),
  );
