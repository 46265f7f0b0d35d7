import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/json/value.ts';
import { type FieldDefinition, type MessageDefinition, readSpec, type Spec } from '../../shared/protocol/spec.ts';
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
