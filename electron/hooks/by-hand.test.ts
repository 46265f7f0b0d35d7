import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { validateMessage } from '../../shared/protocol/message.ts';
import { type FieldDefinition, type MessageDefinition, readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { commitmentOf } from '../../shared/tables/commitment.ts';
import type { Answer, HookMethod } from '../../shared/tables/hooks.ts';
import { openingReader } from '../../shared/tables/sealed-rounds.ts';
import { launchPlainHooks } from '../tables/testing/plain-hooks.ts';
import { byHandProblem, generateByHand, isByHand } from './by-hand.ts';
import { unfinishedMethods } from './skeleton.ts';
import { bundled, packed } from './testing/protocols.ts';

const message = (
  name: string,
  direction: MessageDefinition['direction'],
  fields: { [name: string]: FieldDefinition } = {},
): MessageDefinition => ({
  name,
  direction,
  fields: { action: { type: 'enum', values: [name], required: true }, ...fields },
});
const specOf = (mode: string, ...messages: MessageDefinition[]): Spec =>
  ({ name: 'Nim', spec_version: '1.0', type: 'game', flow: { mode }, messages }) as Spec;
interface PlayedStep {
  state: Json;
  send?: JsonObject;
  ask?: { key: string; prompt: string };
}
const take: FieldDefinition = { type: 'integer', min: 1, max: 3, required: true };

/** Their seats send commitments, which a person cannot enter. */
const byCodeOnly = ['Battleship', "Liar's Dice"];
const playable = [...bundled, ...packed].filter(({ name }) => !byCodeOnly.includes(name));

test.each(byCodeOnly)('%s: no seat can be played by hand', (name) => {
  const { spec } = bundled.find((protocol) => protocol.name === name)!;
  expect(byHandProblem(spec, 'guest')).toMatch(/needs a hash in/);
});

test.each(playable.map((protocol) => [protocol.name, protocol] as const))(
  '%s: a guest can be played by hand',
  (_name, { spec }) => {
    expect(byHandProblem(spec, 'guest')).toBeNull();
    const text = generateByHand(spec);
    expect(generateByHand(structuredClone(spec))).toBe(text);
    expect(isByHand(text)).toBe(true);
    expect(unfinishedMethods(text)).toEqual([]);
  },
);

test('hooks that implement the rules are not by-hand hooks', () => {
  for (const { source } of [...bundled, ...packed]) expect(isByHand(source)).toBe(false);
});

describe('a host by hand', () => {
  test.each([
    ['Chat', true],
    ['Oracle', true],
    ['Connect Four', false],
    ['Reversi', false],
    ['Rock Paper Scissors', false],
  ])('of %s is possible: %s', (name, possible) => {
    const { spec } = bundled.find((protocol) => protocol.name === name)!;
    const refusal = byHandProblem(spec, 'host');
    if (possible) expect(refusal).toBeNull();
    else expect(refusal).toMatch(/has to judge it/);
  });

  test('is possible if none of its messages names the winner', () => {
    const plain = specOf('session_loop', message('join', 'guest_to_host'), message('move', 'both', { take }));
    expect(byHandProblem(plain, 'host')).toBeNull();
    const judged = specOf(
      'session_loop',
      message('move', 'both', { take }),
      message('over', 'host_to_guest', { winner: { type: 'enum', values: ['host', 'guest'], required: true } }),
    );
    expect(byHandProblem(judged, 'host')).toMatch(/judge/);
    expect(byHandProblem(judged, 'guest')).toBeNull();
  });
});

test.each<[string, Spec, RegExp]>([
  ['a mode that is not played', specOf('mental_poker', message('move', 'both')), /mode mental_poker/],
  [
    'a message that only code can make',
    specOf('session_loop', message('move', 'both', { proof: { type: 'hash', required: true } })),
    /move needs a hash in proof/,
  ],
  ['nothing to send', specOf('session_loop', message('move', 'host_to_guest', { take })), /no message to send/],
  [
    'results that never announce the end',
    specOf(
      'simultaneous_round',
      message('reveal', 'both', { value: { type: 'enum', values: ['a', 'b'], required: true } }),
      message('round_result', 'host_to_guest', { points: take }),
    ),
    /do not say when it is over/,
  ],
  [
    'a sealed hash',
    specOf('simultaneous_round', message('reveal', 'both', { value: { type: 'hash', required: true } })),
    /cannot choose the value that is sealed/,
  ],
])('%s cannot be played by hand, with the reason', (_name, spec, words) => {
  expect(byHandProblem(spec, 'guest')).toMatch(words);
});

test('only a host ends a game, and names its winner only where the spec says so', async () => {
  const winner: FieldDefinition = { type: 'enum', values: ['host', 'guest', 'draw'], required: false };
  const endsOf = async (role: 'host' | 'guest', spec: Spec, frame: object) => {
    const hooks = await launchPlainHooks(generateByHand(spec), { seed: 'x' });
    const state = await hooks.call('init', [{ role, options: {} }]);
    return ((await hooks.call('handle', [state, frame as JsonObject])) as { end?: object }).end;
  };
  const named = specOf('session_loop', message('over', 'host_to_guest', { winner }), message('move', 'both', { take }));
  expect(await endsOf('guest', named, { action: 'over', winner: 'host' })).toEqual({ completed: true, winner: 'host' });
  const loose = specOf(
    'session_loop',
    message('over', 'host_to_guest', { winner: { type: 'id', required: true } }),
    message('move', 'both', { take }),
  );
  expect(await endsOf('guest', loose, { action: 'over', winner: 'host' })).toBeUndefined();
  expect(await endsOf('guest', named, { action: 'move', take: 1, winner: 'host' })).toBeUndefined();
  const claimed = specOf(
    'session_loop',
    message('move', 'host_to_guest', { take }),
    message('claim', 'guest_to_host', { winner }),
  );
  expect(await endsOf('host', claimed, { action: 'claim', winner: 'guest' })).toBeUndefined();
});

describe('a seal that commit_reveal declares', () => {
  const hash: FieldDefinition = { type: 'hash', required: true };
  const nonce: FieldDefinition = { type: 'nonce', required: true };
  const commit_reveal = {
    commit: { message: 'seal', hashes: 'hash' },
    openings: [{ message: 'open', value: 'take', nonce: 'nonce' }],
  };
  const sealing = (value: FieldDefinition, change: object = {}): Spec => ({
    ...specOf(
      'session_loop',
      message('seal', 'guest_to_host', { hash }),
      message('load', 'host_to_guest', { take }),
      message('open', 'guest_to_host', { take: value, nonce }),
      message('over', 'host_to_guest', { winner: { type: 'enum', values: ['host', 'guest'], required: true } }),
    ),
    ...{ commit_reveal, ...change },
  });

  test.each<[string, FieldDefinition, Answer]>([
    ['number', take, 2],
    ['word', { type: 'enum', values: ['left', 'right'], required: true }, 'right'],
    ['yes or no', { type: 'boolean', required: true }, true],
  ])('is made for a person who chooses a %s, and opens as a record is verified', async (_, field, chosen) => {
    const spec = sealing(field);
    expect(byHandProblem(spec, 'guest')).toBeNull();
    const hooks = await launchPlainHooks(generateByHand(spec), { seed: 'x' });
    const call = async (method: HookMethod, ...args: Json[]) =>
      (await hooks.call(method, args)) as unknown as PlayedStep;
    const reader = openingReader(spec)!;
    const nonces = new Set<Json>();
    let step = await call('first_action', await hooks.call('init', [{ role: 'guest', options: {} }]));
    for (let round = 0; round < 2; round += 1) {
      expect(step.ask?.prompt).toBe('seal: take');
      const sealed = await call('act', step.state, step.ask!.key, chosen);
      expect(sealed.send).toEqual({ action: 'seal', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
      const opened = await call('handle', sealed.state, { action: 'load', take: 1 });
      expect(opened.send).toEqual({ action: 'open', take: chosen, nonce: expect.any(String) });
      reader.read('guest', sealed.send!);
      const [opening] = reader.read('guest', opened.send!).openings;
      expect(commitmentOf(opening!.value!, opening!.nonce!)).toBe(opening!.sealed);
      expect(validateMessage(spec, opened.send!, 'guest_to_host')).toEqual([]);
      nonces.add(opened.send!.nonce!);
      step = await call('handle', opened.state, { action: 'load', take: 1 });
    }
    expect(nonces.size).toBe(2);
  });

  test.each<[string, Spec]>([
    [
      'of several values',
      sealing(take, {
        messages: [
          ...sealing(take).messages.slice(1),
          message('seal', 'guest_to_host', { hash: { type: 'array', items: { type: 'hash' }, required: true } }),
        ],
      }),
    ],
    ['of a value that a person cannot enter', sealing({ type: 'key', required: true })],
    ['without an opening', sealing(take, { commit_reveal: { ...commit_reveal, openings: [] } })],
    ['that is not declared', sealing(take, { commit_reveal: undefined })],
  ])('%s is not made', (_, spec) => {
    expect(byHandProblem(spec, 'guest')).toMatch(
      /^The message (seal|open) needs a (hash|key|nonce) in (hash|take|nonce)/,
    );
  });
});

test('names in a spec are never executed as code', () => {
  const hostile = `*/ globalThis.owned = 1; /* \`\${owned}\` \u2028 "`;
  const { spec } = readSpec(
    JSON.stringify(specOf('session_loop', message(hostile, 'both', { [hostile]: take, take }))).replace(
      '"Nim"',
      JSON.stringify(hostile),
    ),
  );
  const text = generateByHand(spec);
  const code = text.slice(text.indexOf('export const PARLOR_BY_HAND'));
  const run = new Function(`${code.replaceAll(/^export /gm, '')}; return { init, first_action };`);
  const { init, first_action } = run();
  expect(Reflect.get(globalThis, 'owned')).toBeUndefined();
  expect(first_action(init({ role: 'guest', options: {} })).ask.prompt).toContain('globalThis');
  expect(text.indexOf('*/')).toBeGreaterThan(text.indexOf('are accepted.'));
});
