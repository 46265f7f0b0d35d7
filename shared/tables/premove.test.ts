import { expect, test } from 'vitest';
import type { ControlMode } from './hooks.ts';
import { Bench, type SeatOptions } from './testing/bench.ts';
import { pile } from './testing/games.ts';

interface PileState {
  role: string;
  left: number;
}

/** What may be taken next time, whatever the other side takes. */
const ahead = ({ left }: PileState) => ({
  prompt: 'Take stones',
  choices: [1, 2].filter((take) => take <= left).map((value) => ({ value, label: `take ${value}` })),
});

/** A guest that has taken the first stone of a pile, and a host that decides next. */
function waitingGuest(size = 9, control_mode: ControlMode = 'human', hooks: SeatOptions['hooks'] = { ahead }) {
  const bench = new Bench(pile(size), { guest: { control_mode, hooks }, host: { control_mode: 'human' } });
  const { guest, host } = bench.seats;
  bench.settle();
  if (control_mode !== 'autonomous') guest.answer(1);
  bench.settle();
  const premove = (value: number | null) =>
    guest.dispatch({ type: 'premove', key: guest.game.ahead?.key ?? 'none', value });
  const hostTakes = (value: number) => {
    host.answer(value);
    bench.settle();
  };
  return { bench, guest, host, premove, hostTakes };
}

const decisions = (records: Bench['seats']['guest']['records']) => records.filter(({ kind }) => kind === 'decision');

test('what may be chosen is offered while the other side decides, and only then', () => {
  const { guest, hostTakes } = waitingGuest();
  expect(guest.game.ahead).toMatchObject({ prompt: 'Take stones', choices: [{ value: 1 }, { value: 2 }] });
  hostTakes(1);
  expect(guest.game).toMatchObject({ ahead: null, ask: { prompt: 'Take stones' } });
});

test('a premove is kept without being sent, and played as soon as it is asked', () => {
  const { guest, premove, hostTakes } = waitingGuest();
  premove(2);
  expect(guest.businessFrames).toEqual([]);
  expect(guest.game.premove).toEqual({ answer: 2, label: 'take 2', dropped: null });
  hostTakes(1);
  expect(guest.game).toMatchObject({ ask: null, premove: null });
  expect(guest.game.moves.map(({ by, text, origin }) => [by, text, origin])).toEqual([
    ['guest', 'take 1', 'you'],
    ['host', 'take 1', null],
    ['guest', 'take 2', 'you'],
  ]);
  expect(decisions(guest.records)).toEqual([
    { kind: 'decision', key: 'turn:1', value: 1, origin: 'you' },
    { kind: 'decision', key: 'turn:3', value: 2, origin: 'you', ahead: true },
  ]);
});

test('a move of the other side has the label that it would have had here, also if it was never offered', () => {
  const word = (choices: number[]) => choices.map((value) => ({ value, label: ['', 'a stone', 'two stones'][value]! }));
  const first = { ask: { key: 'turn:1', prompt: 'Take stones', choices: word([1]) } };
  const game = pile(3);
  const hooks = {
    ahead: () => ({ prompt: 'Take stones', choices: word([1, 2]) }),
    first_action: (state: PileState) => ({ state: { ...state }, ...first }),
  };
  const bench = new Bench(game, { guest: { control_mode: 'human', hooks }, host: { control_mode: 'human' } });
  bench.settle();
  bench.seats.guest.answer(1);
  bench.settle();
  bench.seats.host.answer(2);
  bench.settle();
  expect(bench.seats.guest.game.moves.map(({ text }) => text)).toEqual(['a stone', 'two stones']);
});

test('a person’s premove takes precedence over the agent’s proposal', () => {
  const { guest, premove, hostTakes } = waitingGuest(9, 'hybrid');
  premove(2);
  hostTakes(1);
  expect(guest.game.moves.at(-1)).toMatchObject({ text: 'take 2', origin: 'you' });
});

test('a premove is replaced and taken back', () => {
  const { guest, premove, hostTakes } = waitingGuest();
  premove(1);
  premove(2);
  expect(guest.game.premove?.answer).toBe(2);
  premove(null);
  expect(guest.game.premove).toBeNull();
  hostTakes(1);
  expect(guest.game).toMatchObject({ premove: null, ask: { key: 'turn:3' } });
});

test('a premove that became illegal is dropped with its reason, until the next move', () => {
  const { bench, guest, premove, hostTakes } = waitingGuest(4);
  premove(2);
  hostTakes(2);
  expect(guest.game).toMatchObject({ ask: { key: 'turn:3' }, premove: { answer: 2, dropped: 'illegal' } });
  expect(guest.game.moves).toHaveLength(2);
  guest.answer(1);
  bench.settle();
  expect(guest.game.premove).toBeNull();
});

test('a premove for another kind of question is dropped', () => {
  const { guest, premove, hostTakes } = waitingGuest(9, 'human', {
    ahead: (state: PileState) => ({ ...ahead(state), prompt: 'Take more' }),
  });
  premove(2);
  hostTakes(1);
  expect(guest.game).toMatchObject({ ask: { key: 'turn:3' }, premove: { dropped: 'other_question' } });
});

test.each(['autonomous', 'hybrid'] as const)('whoever decides from now on (%s) does not play it', (control_mode) => {
  const { guest, premove, hostTakes } = waitingGuest();
  premove(2);
  guest.dispatch({ type: 'set_mode', control_mode });
  expect(guest.game).toMatchObject({ ahead: null, premove: { dropped: 'mode' } });
  hostTakes(1);
  expect(guest.game.moves.filter(({ origin }) => origin === 'you')).toHaveLength(1);
});

test('after a change to a mode with a person, something can be chosen again', () => {
  const { bench, guest } = waitingGuest(9, 'autonomous');
  expect(guest.game.ahead).toBeNull();
  guest.dispatch({ type: 'set_mode', control_mode: 'human' });
  bench.settle();
  expect(guest.game.ahead).not.toBeNull();
});

test.each([
  ['another value', (key: string) => ({ key, value: 3 })],
  ['an outdated offer', () => ({ key: 'ahead:0', value: 1 })],
  ['the key of a question', () => ({ key: 'turn:3', value: 1 })],
] as const)('rejects %s without any effect', (_name, choice) => {
  const { guest } = waitingGuest();
  guest.dispatch({ type: 'premove', ...choice(guest.game.ahead?.key ?? '') });
  expect(guest.refusals).toEqual(['decision_invalid']);
  expect(guest.game.premove).toBeNull();
});

test('rejects a premove once the question is open: its choices may differ', () => {
  const { guest, hostTakes } = waitingGuest();
  const key = guest.game.ahead?.key ?? '';
  hostTakes(1);
  guest.dispatch({ type: 'premove', key, value: 2 });
  expect(guest.refusals).toEqual(['decision_invalid']);
  expect(guest.game.ask?.key).toBe('turn:3');
});

test('the end of the table removes it', () => {
  const { guest, premove } = waitingGuest();
  premove(2);
  guest.dispatch({ type: 'abort', problem: { code: 'resigned', message: '' } });
  expect(guest.game).toMatchObject({ ahead: null, premove: null });
});

const withoutOffer: [string, SeatOptions['hooks']][] = [
  ['hooks without `ahead`', { ahead: undefined }],
  ['hooks that return nothing', { ahead: () => null }],
  ['hooks that return something else', { ahead: () => ['take 1'] }],
  [
    'hooks that throw',
    {
      ahead: () => {
        throw new Error();
      },
    },
  ],
];

test.each(withoutOffer)('%s offer nothing, and the game continues', (_name, hooks) => {
  const { guest, hostTakes } = waitingGuest(9, 'human', hooks);
  expect(guest.game.ahead).toBeNull();
  hostTakes(1);
  expect(guest.game.ask?.key).toBe('turn:3');
});

test('a premove outlasts a turn that the hooks answer without asking, if it is still offered', () => {
  // After the host's first move, the guest's hooks take a stone by themselves.
  const { hooks } = pile(12);
  const handle = hooks.handle as unknown as (state: PileState & { turn: number }, move: object) => { ask?: object };
  const act = hooks.act as unknown as (state: object, key: string, take: number) => object;
  const passing = (state: PileState & { turn: number }, move: { left: number; turn: number }) => {
    const step = handle(state, move);
    return move.turn === 2 && step.ask ? act({ ...state, left: move.left, turn: 3 }, 'turn:3', 1) : step;
  };
  const { guest, premove, hostTakes } = waitingGuest(12, 'human', { ahead, handle: passing as never });
  premove(2);
  hostTakes(1);
  expect(guest.game).toMatchObject({ ask: null, premove: { answer: 2, dropped: null } });
  hostTakes(1);
  expect(guest.game.premove).toBeNull();
  expect(guest.game.moves.filter(({ by }) => by === 'guest').at(-1)?.text).toBe('take 2');
});

test('nothing is offered where the host has forbidden it', () => {
  const game = pile(9);
  const bench = new Bench(game, {
    guest: { control_mode: 'human', hooks: { ahead }, premoves: false },
    host: { control_mode: 'human' },
  });
  bench.settle();
  bench.seats.guest.answer(1);
  bench.settle();
  expect(bench.seats.guest.game.ahead).toBeNull();
});
