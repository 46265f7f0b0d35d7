/** Plays the planned games. */
import type { Json } from '../../../shared/json/value.ts';
import { type Answer, type HookMethod, type Question, type Role, roles } from '../../../shared/tables/hooks.ts';
import type { HookHost } from '../hook-host.ts';
import { randomFrom, type SelfPlayOptions, selfPlay } from '../self-play.ts';
import type { Answerer, PlannedGame } from './game-plan.ts';
import { brokenSeal } from './honest-seals.ts';
import { PlayedGame } from './played-game.ts';

/** Methods that take part in the rules. The others cost time, and `decide` would answer. */
const shownMethods: readonly HookMethod[] = ['view', 'evaluate', 'ahead', 'session_end', 'metadata'];

/** Maximum number of answers between two messages that are chosen by the answerer. */
const patience = 8;

/** The hooks without the methods that the answerer of a seat doesn't need. */
function seatHooks(hooks: HookHost, answerer: Answerer): HookHost {
  const left = [...hooks.methods].filter(
    (method) => !shownMethods.includes(method) && (answerer === 'hooks' || method !== 'decide'),
  );
  return {
    hash: hooks.hash,
    manners: hooks.manners,
    methods: new Set(left),
    call: (method, args) => hooks.call(method, args),
    dispose: async () => {},
  };
}

/** `tamper`: replaces what a seat sends. */
export async function playGame(
  parts: SelfPlayOptions,
  planned: PlannedGame,
  tamper?: SelfPlayOptions['tamper'],
): Promise<PlayedGame> {
  const { options, seed } = planned;
  const random = { host: randomFrom(`${seed}:host`), guest: randomFrom(`${seed}:guest`) };
  /** The answers of each seat since its last message. */
  const answered = { host: 0, guest: 0 };
  const hooks = Object.fromEntries(roles.map((role) => [role, seatHooks(parts.hooks[role], planned[role])]));
  const quickest = parts.hooks.host.manners.find((manner) => manner === 'easy');
  const game: SelfPlayOptions = {
    ...parts,
    hooks: hooks as Record<Role, HookHost>,
    options,
    seed,
    ...(quickest && { manners: { host: quickest, guest: quickest } }),
    answerForPerson(role, ask) {
      answered[role] += 1;
      // Questions that lead to each other, as those of a set-up, may never lead to a message at random.
      const cycled = ask.choices[(answered[role] - patience - 1) % ask.choices.length];
      return answered[role] > patience && cycled ? cycled.value : answerOf(planned[role], ask, random[role]);
    },
    tamper(from, frame) {
      answered[from] = 0;
      return tamper?.(from, frame) ?? null;
    },
  };
  return new PlayedGame(game, await selfPlay(game));
}

function answerOf(
  answerer: Answerer,
  { choices, entry }: Pick<Question, 'choices' | 'entry'>,
  random: () => number,
): Answer {
  const count = choices.length + (entry ? 1 : 0);
  const at = answerer === 'first' ? 0 : answerer === 'last' ? count - 1 : Math.floor(random() * count);
  const choice = choices[at];
  if (choice) return choice.value;
  if (entry?.type !== 'integer') return 'Some words.'.slice(0, entry?.max_bytes);
  if (answerer === 'first' || answerer === 'last') return answerer === 'first' ? entry.min : entry.max;
  return entry.min + Math.floor(random() * (entry.max - entry.min + 1));
}

/** Whether the hooks refused the options of a game: not every combination of their values may make sense. */
export const areRefused = ({ report }: PlayedGame): boolean =>
  roles.some((role) => report.seats[role].outcome?.problem?.code === 'options_invalid');

/** Whether a game never ended because the seats always gave the same answers, as with draws in every round. */
export const isEndless = ({ report }: PlayedGame, { host, guest }: PlannedGame): boolean =>
  report.stopped === 'endless' && [host, guest].some((answerer) => answerer === 'first' || answerer === 'last');

/** Why a game of honest seats failed; null if it didn't. */
export function failureOf({ report, parts, messages }: PlayedGame): string | null {
  if (report.ok) return brokenSeal(parts.spec, messages);
  if (report.stopped) return `The game is ${report.stopped}.`;
  const { host, guest } = report.seats;
  const problem = [host, guest].map(({ outcome }) => outcome?.problem).find((each) => each);
  if (problem) return `${problem.code}: ${problem.message}`;
  return `The sides disagree on the winner: ${winnerText(host.outcome)} for the host, ${winnerText(guest.outcome)} for the guest.`;
}

const winnerText = (outcome: { winner: Json } | null): string => String(outcome?.winner ?? 'none');
