/** Replays published sessions between two other clients of the network, with this engine in either seat. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../json/value.ts';
import { readSpec, type Spec } from '../protocol/spec.ts';
import { commitmentOf } from './commitment.ts';
import { sessionInitSchema, sessionProofSchema, sessionReadySchema } from './frames.ts';
import { type Answer, type Role, roles } from './hooks.ts';
import { BenchSeat, Clock } from './testing/bench.ts';
import type { PlainHooks } from './testing/games.ts';

const folder = new URL('../../../shared/vectors/', import.meta.url);
const present = existsSync(folder);
if (!present) console.warn('../shared/vectors is absent: the published transcripts are skipped.');

interface TranscriptLine {
  from: Role;
  frame: JsonObject;
}

function transcript(name: string): TranscriptLine[] {
  const text = readFileSync(new URL(`transcripts/${name}.jsonl`, folder), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TranscriptLine);
}

function specNamed(name: string): Spec {
  for (const file of readdirSync(new URL('protocols/', folder))) {
    const { spec } = readSpec(readFileSync(new URL(`protocols/${file}`, folder), 'utf8'));
    if (spec.name === name) return spec;
  }
  throw new Error(`no spec is named ${name}`);
}

const business = (lines: TranscriptLine[]) => lines.filter(({ frame }) => 'action' in frame);

/** Plays one seat of a transcript with the recorded answers; it receives the recorded frames of its peer. */
function replay(
  role: Role,
  lines: TranscriptLine[],
  spec: Spec,
  hooks: PlainHooks,
  answers: Answer[],
): { seat: BenchSeat; sent: JsonObject[] } {
  const seat = new BenchSeat(role, { spec, hooks }, new Clock(), { control_mode: 'human' });
  const sent: JsonObject[] = [];
  seat.dispatch({ type: 'start' });
  const settle = () => {
    seat.runHooks();
    while (seat.game.ask && answers.length > 0) {
      seat.answer(answers.shift() as Answer);
      seat.runHooks();
    }
    sent.push(...seat.outbox.splice(0));
  };
  settle();
  for (const { from, frame } of business(lines)) {
    if (from === role) continue;
    seat.dispatch({ type: 'frame', frame });
    settle();
  }
  return { seat, sent };
}

describe.skipIf(!present)('rps', () => {
  const lines = present ? transcript('rps') : [];
  const ready = { best_of: 3, rounds_to_win: 2, termination: 'first_to_win', round_delay_seconds: 0 };
  const endOf = (result: JsonObject) =>
    result.game_over ? { end: { completed: true, winner: result.game_winner as Json } } : {};
  /** The rules of this transcript’s protocol, as far as the transcript needs them. */
  const hooks: PlainHooks = {
    init: () => ({ host_wins: 0, guest_wins: 0 }),
    join: (state: JsonObject) => ({ state, send: { action: 'join', best_of: 3 } }),
    handle_join: (state: JsonObject) => ({ state, send: { action: 'ready', ...ready } }),
    round_value: (state: JsonObject, round: number) => ({
      state,
      ask: {
        key: `round:${round}`,
        prompt: 'Hand',
        choices: ['rock', 'paper', 'scissors'].map((value) => ({ value, label: value })),
      },
    }),
    round_judge: (
      state: { host_wins: number; guest_wins: number },
      round: number,
      host_choice: string,
      guest_choice: string,
    ) => {
      const round_winner = host_choice === guest_choice ? 'draw' : 'host';
      const host_wins = state.host_wins + (round_winner === 'host' ? 1 : 0);
      const game_over = host_wins === 2;
      const score = { host_wins, guest_wins: 0 };
      const game_winner = game_over ? 'host' : 'none';
      const send = {
        action: 'round_result',
        round,
        host_choice,
        guest_choice,
        round_winner,
        ...score,
        game_over,
        game_winner,
      };
      return { state: score, send, ...endOf(send) };
    },
    handle: (state: JsonObject, result: JsonObject) => ({ state, ...endOf(result) }),
  };
  const hands = (role: Role) =>
    business(lines)
      .filter(({ from, frame }) => from === role && frame.action === 'reveal')
      .map(({ frame }) => frame.choice as string);

  test('accepts the handshake', () => {
    const handshake = lines.map(({ frame }) => frame);
    expect(sessionInitSchema.safeParse(handshake[0]).success).toBe(true);
    expect(sessionProofSchema.safeParse(handshake[1]).success).toBe(true);
    expect(sessionReadySchema.safeParse(handshake.find((frame) => frame._session_ready)).success).toBe(true);
  });

  test('computes the same commitments', () => {
    const frames = business(lines);
    for (const { from, frame } of frames.filter(({ frame }) => frame.action === 'reveal')) {
      const commit = frames.find(
        (other) => other.from === from && other.frame.action === 'commit' && other.frame.round === frame.round,
      );
      expect(commitmentOf(frame.choice as string, frame.nonce as string)).toBe(commit?.frame.hash);
    }
  });

  test.each(roles)('the %s sends the same frames, except for nonces', (role) => {
    const { seat, sent } = replay(role, lines, specNamed('Rock-Paper-Scissors'), hooks, hands(role));
    const withoutSecrets = (frame: JsonObject) => ({
      ...frame,
      ...('hash' in frame ? { hash: '' } : {}),
      ...('nonce' in frame ? { nonce: '' } : {}),
    });
    const theirs = business(lines)
      .filter(({ from }) => from === role)
      .map(({ frame }) => withoutSecrets(frame));
    expect(sent.map(withoutSecrets)).toEqual(theirs);
    expect(sent.map((frame) => Object.keys(frame))).toEqual(theirs.map((frame) => Object.keys(frame)));
    expect(seat.outcome).toMatchObject({ completed: true, winner: 'host', problem: null });
  });
});

describe.skipIf(!present)('guess', () => {
  const lines = present ? transcript('guess') : [];
  const numbers = business(lines)
    .filter(({ frame }) => frame.action === 'guess')
    .map(({ frame }) => frame.number as number);
  const wins = (winner: Json) => ({ end: { completed: true, winner } });
  const ask = (attempt: number) => ({
    ask: {
      key: `attempt:${attempt}`,
      prompt: 'Guess',
      choices: Array.from({ length: 50 }, (_, index) => ({ value: index + 1, label: `${index + 1}` })),
    },
  });
  const hooks: PlainHooks = {
    init: () => ({ attempt: 1 }),
    join: (state: JsonObject) => ({ state, send: { action: 'join', max_attempts: 7 } }),
    handle_join: (state: JsonObject) => ({
      state,
      send: { action: 'ready', range_min: 1, range_max: 50, max_attempts: 7 },
    }),
    first_action: (state: JsonObject) => ({ state, ...ask(1) }),
    act: (state: { attempt: number }, _key: string, number: number) => ({
      state,
      send: { action: 'guess', attempt: state.attempt, number },
    }),
    handle: (state: { attempt: number }, message: JsonObject) => {
      const next = { attempt: state.attempt + 1 };
      if (message.action === 'hint') return { state: next, ...ask(next.attempt) };
      if (message.action === 'game_over') return { state: next, ...wins(message.winner as Json) };
      const { attempt, number } = message as { attempt: number; number: number };
      if (number === 27) {
        return {
          state: next,
          send: { action: 'game_over', winner: 'guest', secret_number: 27, total_attempts: attempt },
          ...wins('guest'),
        };
      }
      return {
        state: next,
        send: { action: 'hint', attempt, result: number < 27 ? 'higher' : 'lower', attempts_used: attempt },
      };
    },
  };

  test.each(roles)('the %s sends the same frames', (role) => {
    const { seat, sent } = replay(role, lines, specNamed('Guess Number'), hooks, [...numbers]);
    expect(sent).toEqual(
      business(lines)
        .filter(({ from }) => from === role)
        .map(({ frame }) => frame),
    );
    expect(seat.outcome).toMatchObject({ completed: true, winner: 'guest', problem: null });
  });
});

describe.skipIf(!present)('chat', () => {
  const lines = present ? transcript('chat') : [];
  const answers = { host: ['hi from host'], guest: ['hello', false] };

  test.each(roles)('the %s sends the same frames', (role) => {
    const { seat, sent } = replay(role, lines, specNamed('Human Chat'), {}, [...answers[role]]);
    expect(sent).toEqual(
      business(lines)
        .filter(({ from }) => from === role)
        .map(({ frame }) => frame),
    );
    expect(seat.outcome).toEqual({ completed: true, winner: null, reason: null, problem: null });
  });
});
