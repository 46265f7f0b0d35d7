/** Values that a seat seals in a round although its question did not offer them. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import { type Answer, legalAnswer, type Role } from '../../../shared/tables/hooks.ts';
import { messageByAction } from '../../../shared/tables/move-labels.ts';
import type { CompletedCall } from '../self-play.ts';
import { otherValues, sample } from './field-values.ts';
import { type PlayedGame, type ReceivingCall, stepOf } from './played-game.ts';

/** A sealed value that was not offered, or a result of other values than the opened ones; and the call with which the other seat judges it. */
export interface SealedAttempt {
  kind: 'sealed_value' | 'changed_values';
  from: Role;
  /** The number of the message that was replaced: the guest's reveal, or the host's result. */
  index: number;
  field: string | null;
  frame: JsonObject;
  call: ReceivingCall;
}

const valuesMax = 6;

/** `round`: the number of a round that was judged in the game. */
export async function sealedAttempts(game: PlayedGame, round: number, random: () => number): Promise<SealedAttempt[]> {
  const { spec, hooks } = game.parts;
  const name = spec.flow?.round?.value_field ?? 'value';
  const field = messageByAction(spec, 'reveal')?.fields[name];
  const judged = callsOf(game, 'host', 'round_judge')[round];
  const checked = callsOf(game, 'guest', 'handle')[round];
  if (!judged || !field || field.type === 'array') return [];
  const [state, , hostValue, guestValue] = judged.args as [JsonObject, number, Answer, Answer];
  const seen = callsOf(game, 'host', 'round_judge').flatMap(({ args }) => [args[2]!, args[3]!]);
  const others = (from: Role, value: Json) => {
    const ask = stepOf(callsOf(game, from, 'round_value')[round]?.value ?? null)?.ask;
    const values = ask ? otherValues(field, value, seen, random) : [];
    return sample(values.filter((other) => ask && legalAnswer(ask, other) === null) as Answer[], valuesMax, random);
  };
  const attempts: SealedAttempt[] = others('guest', guestValue).map((value) => ({
    kind: 'sealed_value',
    from: 'guest',
    index: indexOf(game, 'guest', 'reveal', round),
    field: name,
    frame: { ...game.messagesFrom('guest')[indexOf(game, 'guest', 'reveal', round)]!.frame, [name]: value },
    call: { method: 'round_judge', args: [state, round, hostValue, value] },
  }));
  for (const value of checked ? others('host', hostValue) : []) {
    const result = await hooks.host.call('round_judge', [state, round, value, guestValue]).catch(() => null);
    const step = stepOf(result);
    // Hooks that refuse the value make no result of it; a liar sends that of the honest value.
    const isJudged = step?.send !== undefined && step.end?.completed !== false;
    const frame = (isJudged ? step.send : checked!.args[1]) as JsonObject;
    const opened = { round, host_value: value, guest_value: guestValue };
    attempts.push({
      kind: 'sealed_value',
      from: 'host',
      index: indexOf(game, 'host', String(frame.action), round),
      field: name,
      frame,
      call: { method: 'handle', args: [checked!.args[0]!, frame, opened] },
    });
  }
  attempts.push(...(await falseResults(game, round, random)));
  return attempts.filter(({ index }) => index >= 0);
}

/** The results that the host's own hooks give for other values than those that were opened. */
async function falseResults(game: PlayedGame, round: number, random: () => number): Promise<SealedAttempt[]> {
  const judged = callsOf(game, 'host', 'round_judge')[round]!;
  const checked = callsOf(game, 'guest', 'handle')[round];
  if (!checked) return [];
  const attempts: SealedAttempt[] = [];
  for (const [at, from] of [[2, 'host'] as const, [3, 'guest'] as const]) {
    const ask = stepOf(callsOf(game, from, 'round_value')[round]?.value ?? null)?.ask;
    const values = ask
      ? [
          ...ask.choices.map(({ value }) => value),
          ...(ask.entry?.type === 'integer' ? [ask.entry.min, ask.entry.max] : []),
        ]
      : [];
    for (const value of sample(
      values.filter((other) => other !== judged.args[at]),
      valuesMax,
      random,
    )) {
      const result = await game.parts.hooks.host.call('round_judge', judged.args.with(at, value)).catch(() => null);
      const step = stepOf(result);
      if (!step?.send || step.end?.completed === false) continue;
      const frame = step.send as JsonObject;
      attempts.push({
        kind: 'changed_values',
        from: 'host',
        index: indexOf(game, 'host', String(frame.action), round),
        field: null,
        frame,
        call: { method: 'handle', args: checked.args.with(1, frame) },
      });
    }
  }
  return attempts;
}

/** How many rounds of a game were judged. */
export const roundsOf = (game: PlayedGame): number => callsOf(game, 'host', 'round_judge').length;

const callsOf = (game: PlayedGame, role: Role, method: CompletedCall['method']): CompletedCall[] =>
  game.trace(role).calls.filter((call) => call.method === method);

/** The number of the seat's message of an action in a round. */
function indexOf(game: PlayedGame, from: Role, action: string, round: number): number {
  let remaining = round;
  return game.messagesFrom(from).findIndex(({ frame }) => frame.action === action && remaining-- === 0);
}
