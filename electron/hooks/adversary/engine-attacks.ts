/** What the engine refuses before the hooks see it, and what it does if a message is repeated or never comes. */
import type { JsonObject } from '../../../shared/json/value.ts';
import { flowMode } from '../../../shared/protocol/spec.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { AttackLog } from './attack-log.ts';
import { type MalformedAttempt, malformedMessages } from './malformed-messages.ts';
import type { PlayedGame } from './played-game.ts';
import type { ReplayedSeat } from './replayed-seat.ts';

export async function attackEngine(game: PlayedGame, log: AttackLog): Promise<void> {
  for (const attempt of malformedMessages(game)) await sendMalformed(game, log, attempt);
  for (const from of ['guest', 'host'] as const) {
    const frames = game.messagesFrom(from).map(({ frame }) => frame);
    const actions = new Set(frames.map(({ action }) => action));
    for (const action of actions) {
      const isAction = (frame: JsonObject) => frame.action === action;
      for (const index of new Set([frames.findIndex(isAction), frames.findLastIndex(isAction)])) {
        await repeatMessage(game, log, from, index);
        if (flowMode(game.parts.spec) !== 'free') withholdMessage(game, log, from, index);
      }
    }
  }
}

async function sendMalformed(game: PlayedGame, log: AttackLog, attempt: MalformedAttempt): Promise<void> {
  const { kind, from, index, lines, expected, droppable } = attempt;
  const seat = game.receiverBefore(from, index);
  for (const line of lines) await seat.receive(line);
  const { reaction, problem } = reactionOf(seat);
  const isRefused =
    (droppable && reaction === 'dropped') ||
    (reaction === 'ended' && problem !== null && expected.includes(problem.code));
  const [line] = lines;
  const frame = line instanceof Uint8Array || line === undefined ? {} : line;
  log.add(
    { game, from, index, kind, field: null, frame },
    { reaction, problem, method: methodOf(seat) },
    isRefused ? 'honest' : 'dishonest',
  );
}

async function repeatMessage(game: PlayedGame, log: AttackLog, from: Role, index: number): Promise<void> {
  const { frame } = game.messagesFrom(from)[index]!;
  const seat = game.receiverBefore(from, index);
  await seat.receive(frame);
  // The message ended the game; the seat reads no messages after the end.
  if (seat.outcome) return;
  await seat.receive(frame);
  const { reaction, problem } = reactionOf(seat);
  const isAccepted = reaction === 'taken' && flowMode(game.parts.spec) !== 'free';
  const attack = { game, from, index, kind: 'repeated_message', field: null, frame } as const;
  log.add(attack, { reaction, problem, method: methodOf(seat) }, isAccepted ? 'dishonest' : 'honest');
}

function withholdMessage(game: PlayedGame, log: AttackLog, from: Role, index: number): void {
  const seat = game.receiverBefore(from, index);
  seat.waitForTimers();
  if (!seat.outcome) seat.leave();
  const { reaction, problem } = reactionOf(seat);
  const isAccepted = reaction === 'taken' && seat.outcome?.completed === true;
  const attack = { game, from, index, kind: 'withheld_message', field: null, frame: {} } as const;
  log.add(attack, { reaction, problem, method: methodOf(seat) }, isAccepted ? 'dishonest' : 'honest');
}

const methodOf = (seat: ReplayedSeat) => seat.completedCalls[0]?.method ?? null;

function reactionOf({ role, outcome, warnings }: ReplayedSeat) {
  const hasEnded = outcome !== null && (outcome.completed ? outcome.winner === role : outcome.winner === null);
  return {
    reaction: warnings.length > 0 ? ('dropped' as const) : hasEnded ? ('ended' as const) : ('taken' as const),
    problem: outcome?.problem ?? null,
  };
}
