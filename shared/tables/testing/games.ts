/** Small protocols with hooks as plain functions, one per supported mode. */
import type { Json, JsonObject } from '../../json/value.ts';
import type { FieldDefinition, MessageDefinition, Spec } from '../../protocol/spec.ts';
import type { Answer, HookMethod, Role } from '../hooks.ts';

export type PlainHooks = Partial<Record<HookMethod, (...args: never[]) => Json>>;

export interface Game {
  spec: Spec;
  hooks: PlainHooks;
}

type Direction = MessageDefinition['direction'];

function message(
  action: string,
  direction: Direction,
  fields: { [name: string]: FieldDefinition } = {},
): MessageDefinition {
  return { name: action, direction, fields: { action: { type: 'enum', values: [action], required: true }, ...fields } };
}

const integer = (min: number, max: number): FieldDefinition => ({ type: 'integer', min, max, required: true });
const oneOf = (...values: string[]): FieldDefinition => ({ type: 'enum', values, required: true });

const hands = ['rock', 'paper', 'scissors'] as const;
const beats: Record<string, string> = { rock: 'scissors', paper: 'rock', scissors: 'paper' };

interface HandsState {
  role: Role;
  host_wins: number;
  guest_wins: number;
  rounds: number;
  ended: boolean;
}

/** simultaneous_round: rock, paper, scissors over `rounds` rounds. */
export function sealedHands(rounds: number): Game {
  const judge = (state: HandsState, round: number, host: string, guest: string) => {
    const round_winner = host === guest ? 'draw' : beats[host] === guest ? 'host' : 'guest';
    const host_wins = state.host_wins + (round_winner === 'host' ? 1 : 0);
    const guest_wins = state.guest_wins + (round_winner === 'guest' ? 1 : 0);
    const game_over = round + 1 === rounds;
    return { round, host_choice: host, guest_choice: guest, round_winner, host_wins, guest_wins, game_over };
  };
  const endOf = (result: { host_wins: number; guest_wins: number }) => ({
    completed: true,
    winner: result.host_wins === result.guest_wins ? 'draw' : result.host_wins > result.guest_wins ? 'host' : 'guest',
    reason: `${result.host_wins} to ${result.guest_wins}.`,
  });
  return {
    spec: {
      name: 'Sealed hands',
      type: 'game',
      flow: { mode: 'simultaneous_round', round: { value_field: 'choice', value_type_ref: 'reveal.fields.choice' } },
      messages: [
        message('join', 'guest_to_host'),
        message('ready', 'host_to_guest'),
        message('commit', 'both', { round: integer(0, 99), hash: { type: 'hash', required: true } }),
        message('reveal', 'both', {
          round: integer(0, 99),
          choice: oneOf(...hands),
          nonce: { type: 'nonce', required: true },
        }),
        message('round_result', 'host_to_guest', {
          round: integer(0, 99),
          host_choice: oneOf(...hands),
          guest_choice: oneOf(...hands),
          round_winner: oneOf('host', 'guest', 'draw'),
          host_wins: integer(0, 99),
          guest_wins: integer(0, 99),
          game_over: { type: 'boolean', required: true },
        }),
        message('error', 'host_to_guest', { round: { type: 'integer' }, reason: oneOf('commit_mismatch', 'aborted') }),
        message('end', 'host_to_guest'),
      ],
      decision: { mode: 'auto', timeout_seconds: 60 },
      timing: { mode: 'simultaneous', max_think_seconds: 10 },
    },
    hooks: {
      init: ({ role }: { role: Role }) => ({ role, host_wins: 0, guest_wins: 0, rounds, ended: false }),
      round_value: (state: JsonObject, round: number) => ({
        state,
        ask: {
          key: `round:${round}`,
          prompt: 'Show a hand',
          choices: hands.map((value) => ({ value, label: `the ${value}` })),
        },
      }),
      round_judge: (state: HandsState, round: number, host: string, guest: string) => {
        const result = judge(state, round, host, guest);
        return {
          state: { ...state, host_wins: result.host_wins, guest_wins: result.guest_wins },
          send: { action: 'round_result', ...result },
          ...(result.game_over ? { end: endOf(result) } : {}),
        };
      },
      handle: (state: HandsState, result: { host_wins: number; guest_wins: number; game_over: boolean }) => ({
        state: { ...state, host_wins: result.host_wins, guest_wins: result.guest_wins },
        ...(result.game_over ? { end: endOf(result) } : {}),
      }),
      decide: (state: HandsState, ask: { key: string }) =>
        hands[(state.host_wins + ask.key.length + (state.role === 'host' ? 1 : 2)) % 3] as string,
      view: (state: HandsState) => ({ score: [state.host_wins, state.guest_wins], ended: state.ended }),
      session_end: (state: HandsState) => ({ ...state, ended: true }),
    },
  };
}

interface PileState {
  role: Role;
  left: number;
  turn: number;
}

/** session_loop: a pile of stones; each side takes one or two in turn, guest first. Taking the last stone wins. */
export function pile(size: number): Game {
  const ask = (state: PileState) => ({
    state: { ...state },
    ask: {
      key: `turn:${state.turn}`,
      prompt: 'Take stones',
      choices: [1, 2].filter((take) => take <= state.left).map((value) => ({ value, label: `take ${value}` })),
    },
  });
  const over = (by: Role) => ({ completed: true, winner: by, reason: 'The pile is empty.' });
  return {
    spec: {
      name: 'Pile',
      type: 'game',
      flow: { mode: 'session_loop' },
      messages: [
        message('join', 'guest_to_host', { size: integer(1, 50) }),
        message('ready', 'host_to_guest', { size: integer(1, 50) }),
        message('move', 'both', { turn: integer(1, 50), take: integer(1, 2), left: integer(0, 50) }),
        message('over', 'host_to_guest', { player: oneOf('host', 'guest') }),
        message('error', 'both', { reason: oneOf('wrong_count') }),
      ],
    },
    hooks: {
      init: ({ role }: { role: Role }) => ({ role, left: size, turn: 1 }),
      join: (state: JsonObject) => ({ state, send: { action: 'join', size } }),
      handle_join: (state: JsonObject, join: { size: number }) =>
        join.size === size
          ? { state, send: { action: 'ready', size } }
          : {
              state,
              send: { action: 'error', reason: 'wrong_count' },
              end: { completed: false, reason: 'Another pile.' },
            },
      handle_ready: (state: JsonObject) => ({ state }),
      first_action: (state: PileState) => ask(state),
      handle: (state: PileState, move: { action: string; turn: number; take: number; left: number }) => {
        if (move.action === 'over') return { state: { ...state }, end: over('guest') };
        const left = state.left - move.take;
        if (move.turn !== state.turn || move.left !== left || left < 0) {
          return {
            state: { ...state },
            send: { action: 'error', reason: 'wrong_count' },
            end: { completed: false, reason: 'The stones do not add up.' },
          };
        }
        const next = { ...state, left, turn: state.turn + 1 };
        if (left > 0) return ask(next);
        if (state.role === 'guest') return { state: { ...next }, end: over('host') };
        return { state: { ...next }, send: { action: 'over', player: 'guest' }, end: over('guest') };
      },
      act: (state: PileState, _key: string, take: Answer) => {
        const left = state.left - Number(take);
        const next = { ...state, left, turn: state.turn + 1 };
        const send = { action: 'move', turn: state.turn, take: Number(take), left };
        // The host confirms the guest's last move.
        return { state: next, send, ...(left === 0 && state.role === 'host' ? { end: over('host') } : {}) };
      },
      decide: (state: PileState) => (state.left % 3 === 2 ? 2 : 1),
      view: (state: PileState) => ({ left: state.left }),
    },
  };
}

/** request_response: a request with a text, answered by yes or no. The text has no effect. */
export function oracle(): Game {
  return {
    spec: {
      name: 'Signs',
      type: 'chat',
      flow: { mode: 'request_response' },
      messages: [
        message('join', 'guest_to_host'),
        message('ready', 'host_to_guest'),
        message('request', 'guest_to_host', {
          kind: oneOf('short', 'long'),
          text: { type: 'text', max_length: 200, required: true },
        }),
        message('response', 'host_to_guest', { sign: oneOf('yes', 'no') }),
        message('error', 'both', { reason: oneOf('unclear') }),
      ],
      decision: { mode: 'auto', timeout_seconds: 60 },
      timing: { mode: 'sequential', max_think_seconds: 10 },
    },
    hooks: {
      init: ({ role }: { role: Role }) => ({ role, seen: null }),
      first_action: (state: JsonObject) => ({
        state,
        ask: { key: 'question', prompt: 'Ask', choices: [], entry: { type: 'text', max_bytes: 200 } },
      }),
      handle: (state: { role: Role }, message: JsonObject) =>
        state.role === 'guest'
          ? { state: { ...state, seen: message } }
          : {
              state: { ...state, seen: message },
              ask: {
                key: 'sign',
                prompt: 'Give a sign',
                choices: ['yes', 'no'].map((value) => ({ value, label: value })),
              },
            },
      act: (state: JsonObject, key: string, answer: Answer) => ({
        state,
        send:
          key === 'sign' ? { action: 'response', sign: answer } : { action: 'request', kind: 'short', text: answer },
      }),
      decide: (_state: JsonObject, ask: { key: string }) => (ask.key === 'sign' ? 'yes' : 'Will it rain?'),
      view: (state: JsonObject) => state,
    },
  };
}

/** free: a chat whose agent greets, replies `rounds` times, and then leaves. */
export function talk(rounds: number): Game {
  return {
    spec: {
      name: 'Talk',
      type: 'chat',
      flow: { mode: 'free' },
      messages: [
        message('join', 'guest_to_host'),
        message('ready', 'host_to_guest'),
        message('chat', 'both', {
          text: { type: 'text', max_length: 40, required: true },
          seq: { type: 'integer', min: 1, required: true },
        }),
        message('end', 'both'),
      ],
      timing: { mode: 'none', max_think_seconds: 10 },
    },
    hooks: {
      init: () => ({ received: 0 }),
      on_message: (state: { received: number }) => ({ state: { received: state.received + 1 } }),
      decide: (state: { received: number }) => (state.received > rounds ? false : `line ${state.received}`),
      view: (state: JsonObject) => state,
    },
  };
}
