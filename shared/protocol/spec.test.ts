import { describe, expect, test } from 'vitest';
import type { Json } from '../json/value.ts';
import { specMaxBytes } from './limits.ts';
import { flowMode, flowModes, isSupportedMode, readSpec, type Spec, supportedModes } from './spec.ts';

const action = (...values: string[]) => ({ type: 'enum', values, required: true });
const message = (name: string, fields: object = {}, direction = 'guest_to_host') => ({
  name,
  direction,
  fields: { action: action(name), ...fields },
});
const spec = (more: object = {}) => ({ name: 'Go', type: 'game', messages: [message('go')], ...more });
const pointers = (value: unknown) => readSpec(JSON.stringify(value)).problems.map((problem) => problem.pointer);
const withField = (field: unknown, type = 'game') => ({ ...spec({ type }), messages: [message('go', { f: field })] });
const fieldAt = '/messages/0/fields/f';

describe('readSpec', () => {
  test('accepts a complete spec', () => {
    const full = spec({
      spec_version: '1.0',
      type: 'chat',
      description: 'd',
      family: 'f',
      flow: {
        mode: 'simultaneous_round',
        round: { value_field: 'choice', value_type_ref: 'reveal.fields.choice' },
        phases: [{ repeat: 'best_of' }, {}, 'x'],
      },
      timing: { mode: 'none', min_think_seconds: 0, max_think_seconds: 0 },
      shadow_judge: true,
      parameters: {
        i: { type: 'integer', min: 1, max: 1, default: 1 },
        b: { type: 'boolean' },
        e: { type: 'enum', values: ['x'] },
        t: { type: 'text', max_length: 10 },
        d: { type: 'id' },
        h: {
          type: 'table',
          columns: {
            hp: { type: 'integer' },
            s: { type: 'object', fields: { on: { type: 'boolean', required: false } } },
          },
        },
        g: { type: 'table', columns: { type: 'object', fields: { kind: { type: 'enum', values: ['x'] } } } },
      },
      messages: [
        message('go', {
          ...Object.fromEntries(
            [
              'integer',
              'boolean',
              'hash',
              'nonce',
              'id',
              'signature',
              'ticket',
              'ciphertext',
              'key',
              'ot_blob',
              'text',
            ].map((type) => [type, { type }]),
          ),
          e: { type: 'enum', values: ['x', 'y'], required: false, description: 'd' },
          a: { type: 'array', items: { type: 'text', max_length: 0 }, min_items: 0, max_items: 2, max_total_bytes: 5 },
        }),
        message('go', {}, 'host_to_guest'),
        message('say', {}, 'both'),
      ],
      unknown_key: [1],
    });
    const text = JSON.stringify(full);
    expect(readSpec(text)).toEqual({ spec: full, problems: [] });
  });

  test.each([
    ['malformed_json', '{"messages":[}'],
    ['malformed_json', `{"rules":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['duplicate_key', '{"messages":[],"messages":[]}'],
    ['invalid_spec', '[]'],
    ['invalid_spec', '"spec"'],
  ])('throws %s', (code, text) => {
    expect(() => readSpec(text)).toThrow(expect.objectContaining({ code }));
  });

  test('limits the size in bytes exactly', () => {
    const padded = (length: number) => JSON.stringify(spec({ rules: 'x'.repeat(length) }));
    const room = specMaxBytes - padded(0).length;
    expect(readSpec(padded(room)).problems).toEqual([]);
    expect(readSpec(padded(room + 1)).problems).toMatchObject([{ pointer: '' }]);
    expect(readSpec(JSON.stringify(spec({ rules: `é${'x'.repeat(room - 1)}` }))).problems).toMatchObject([
      { pointer: '' },
    ]);
  });

  test.each<[string, unknown]>([
    ['/spec_version', spec({ spec_version: '2.0' })],
    ['/spec_version', spec({ spec_version: 1 })],
    ['/name', spec({ name: 1 })],
    ['/type', spec({ type: [] })],
    ['/description', spec({ description: {} })],
    ['/family', spec({ family: false })],
    ['/shadow_judge', spec({ shadow_judge: 'yes' })],
    ['/messages', {}],
    ['/messages', { messages: [] }],
    ['/messages', { messages: {} }],
    ['/messages/0', { messages: ['go'] }],
    ['/messages/0', { messages: [null] }],
    ['/messages/0/name', { messages: [{ ...message('go'), name: undefined }] }],
    ['/messages/0/direction', { messages: [{ ...message('go'), direction: undefined }] }],
    ['/messages/0/direction', { messages: [message('go', {}, '')] }],
    ['/messages/0/fields', { messages: [{ ...message('go'), fields: undefined }] }],
    ['/messages/0/fields/action', { messages: [message('go', { action: { ...action('go'), values: [1] } })] }],
    ['/messages/1/name', { messages: [message('go'), message('go', { action: action('other') })] }],
    ['/messages/0/name', { messages: [{ ...message('go'), name: '' }] }],
    ['/messages/0/direction', { messages: [message('go', {}, 'sideways')] }],
    ['/messages/0/fields', { messages: [{ ...message('go'), fields: [] }] }],
    ['/messages/0/fields/action', { messages: [{ ...message('go'), fields: {} }] }],
    ['/messages/0/fields/action', { messages: [message('go', { action: action() })] }],
    ['/messages/0/fields/action', { messages: [message('go', { action: action('a', 'b') })] }],
    ['/messages/0/fields/action', { messages: [message('go', { action: { ...action('go'), required: false } })] }],
    ['/messages/0/fields/action', { messages: [message('go', { action: { ...action('go'), required: 1 } })] }],
    ['/messages/0/fields/action', { messages: [message('go', { action: { type: 'id', required: true } })] }],
    ['/messages/1/name', { messages: [message('go'), message('go')] }],
    ['/messages/1/fields/action', { messages: [message('go'), message('other', { action: action('go') })] }],
    ['/messages/1/fields/action', { messages: [message('go'), message('go', {}, 'both')] }],
    [fieldAt, withField('integer')],
    [`${fieldAt}/type`, withField({})],
    [`${fieldAt}/type`, withField({ type: 'json' })],
    [`${fieldAt}/type`, withField({ type: 'toString' })],
    [`${fieldAt}/type`, withField({ type: 'text' })],
    [`${fieldAt}/required`, withField({ type: 'integer', required: 'yes' })],
    [`${fieldAt}/values`, withField({ type: 'enum' })],
    [`${fieldAt}/values`, withField({ type: 'enum', values: [] })],
    [`${fieldAt}/values`, withField({ type: 'enum', values: [1] })],
    [`${fieldAt}/min`, withField({ type: 'integer', min: 1.5 })],
    [`${fieldAt}/max`, withField({ type: 'integer', max: '1' })],
    [`${fieldAt}/max`, withField({ type: 'integer', max: 2 ** 53 })],
    [`${fieldAt}/max`, withField({ type: 'integer', min: 2, max: 1 })],
    [`${fieldAt}/max_length`, withField({ type: 'ciphertext', max_length: -1 })],
    [`${fieldAt}/max_length`, withField({ type: 'text', max_length: null }, 'chat')],
    [`${fieldAt}/items`, withField({ type: 'array' })],
    [`${fieldAt}/items/type`, withField({ type: 'array', items: { type: 'array', items: { type: 'id' } } })],
    [`${fieldAt}/items/type`, withField({ type: 'array', items: { type: 'object' } })],
    [`${fieldAt}/items/type`, withField({ type: 'array', items: { type: 'text' } })],
    [`${fieldAt}/items/values`, withField({ type: 'array', items: { type: 'enum' } })],
    [`${fieldAt}/type`, withField({ type: 'table', columns: {} })],
    [`${fieldAt}/type`, withField({ type: 'object', fields: {} })],
    [`${fieldAt}/type`, withField({ type: 1 })],
    [`${fieldAt}/max_length`, withField({ type: 'ot_blob', max_length: 1.5 })],
    [`${fieldAt}/items`, withField({ type: 'array', items: 'integer' })],
    [`${fieldAt}/items/type`, withField({ type: 'array', items: {} })],
    [`${fieldAt}/items/max`, withField({ type: 'array', items: { type: 'integer', min: 1, max: 0 } })],
    [`${fieldAt}/min_items`, withField({ type: 'array', items: { type: 'id' }, min_items: -1 })],
    [`${fieldAt}/max_items`, withField({ type: 'array', items: { type: 'id' }, min_items: 2, max_items: 1 })],
    [`${fieldAt}/max_total_bytes`, withField({ type: 'array', items: { type: 'id' }, max_total_bytes: 0.5 })],
    ['/flow', spec({ flow: 'free' })],
    ['/flow/mode', spec({ flow: { mode: 'sequential_turn' } })],
    ['/flow/mode', spec({ flow: { mode: 1 } })],
    ['/flow/round', spec({ flow: { mode: 'simultaneous_round' } })],
    ['/flow/round/value_field', spec({ flow: { mode: 'simultaneous_round', round: { value_type_ref: 'x' } } })],
    [
      '/flow/round/value_type_ref',
      spec({ flow: { mode: 'simultaneous_round', round: { value_field: 'x', value_type_ref: '' } } }),
    ],
    ['/flow/group', spec({ flow: { mode: 'authoritative_group' } })],
    ['/flow/realtime', spec({ flow: { mode: 'authoritative_realtime' } })],
    ['/flow/phases', spec({ flow: { phases: {} } })],
    ['/flow/phases/1/repeat', spec({ flow: { phases: [{}, { repeat: 'forever' }] } })],
    ['/timing', spec({ timing: [] })],
    ['/timing/mode', spec({ timing: {} })],
    ['/timing/min_think_seconds', spec({ timing: { mode: 'none', min_think_seconds: -1 } })],
    ['/timing/max_think_seconds', spec({ timing: { mode: 'none', min_think_seconds: 2, max_think_seconds: 1 } })],
    ['/timing/min_think_seconds', spec({ timing: { mode: 'none', min_think_seconds: 1.5 } })],
    ['/timing/max_think_seconds', spec({ timing: { mode: 'none', max_think_seconds: '2' } })],
    ['/parameters', spec({ parameters: [] })],
    ['/parameters/p/type', spec({ parameters: { p: {} } })],
    ['/parameters/p/max_length', spec({ parameters: { p: { type: 'text', max_length: -1 } } })],
    ['/parameters/p/columns/c', spec({ parameters: { p: { type: 'table', columns: { c: 1 } } } })],
    [
      '/parameters/p/columns/c/required',
      spec({ parameters: { p: { type: 'table', columns: { c: { type: 'boolean', required: 0 } } } } }),
    ],
    ['/parameters/p', spec({ parameters: { p: 1 } })],
    ['/parameters/p/type', spec({ parameters: { p: { type: 'float' } } })],
    ['/parameters/p/max', spec({ parameters: { p: { type: 'integer', min: 1, max: 0 } } })],
    ['/parameters/p/values', spec({ parameters: { p: { type: 'enum' } } })],
    ['/parameters/p/columns', spec({ parameters: { p: { type: 'table' } } })],
    ['/parameters/p/columns/c/type', spec({ parameters: { p: { type: 'table', columns: { c: { type: 'text' } } } } })],
    [
      '/parameters/p/columns/fields/c/fields',
      spec({ parameters: { p: { type: 'table', columns: { type: 'object', fields: { c: { type: 'object' } } } } } }),
    ],
  ])('reports a problem at %s', (pointer, value) => {
    expect(pointers(value)).toEqual([pointer]);
  });

  test('reports all problems in document order', () => {
    const broken = spec({
      spec_version: '3',
      messages: [message('a', { 'x/y': { type: 'json' } }), 1],
      timing: { mode: 'fast' },
    });
    expect(pointers(broken)).toEqual(['/spec_version', '/messages/0/fields/x~1y/type', '/messages/1', '/timing/mode']);
  });

  test.each<[string, object]>([
    ['no version', {}],
    ['a falsy version', { spec_version: '' }],
    ['null flow, timing, parameters', { flow: null, timing: null, parameters: null, shadow_judge: null }],
    ['an empty mode', { flow: { mode: '', phases: null } }],
  ])('accepts %s', (_, more) => {
    expect(pointers(spec(more))).toEqual([]);
  });

  test('validates the ranges and keys of a realtime block', () => {
    const block = {
      tick_rate_hz: 60,
      input_delay_ticks: 2,
      snapshot_every_ticks: 1,
      max_command_lead_ticks: 2,
      max_commands_per_frame: 1,
      disconnect_policy: 'abort',
    };
    const realtime = (more: object) =>
      pointers(spec({ flow: { mode: 'authoritative_realtime', realtime: { ...block, ...more } } }));
    expect(realtime({})).toEqual([]);
    expect(realtime({ tick_rate_hz: 61 })).toEqual(['/flow/realtime/tick_rate_hz']);
    expect(realtime({ max_command_lead_ticks: 1 })).toEqual(['/flow/realtime/max_command_lead_ticks']);
    expect(realtime({ disconnect_policy: 'wait' })).toEqual(['/flow/realtime/disconnect_policy']);
    expect(realtime({ extra: 1 })).toEqual(['/flow/realtime/extra']);
  });

  test('considers own keys only, also if they have the name of a prototype member', () => {
    const text =
      '{"__proto__":{"messages":[]},"messages":[{"name":"go","direction":"both","fields":{"action":{"type":"enum","values":["go"],"required":true},"__proto__":{"type":"integer"},"constructor":{"type":"nope"}}}]}';
    expect(readSpec(text).problems).toMatchObject([{ pointer: '/messages/0/fields/constructor/type' }]);
    expect(readSpec('{"__proto__":{"messages":[1]}}').problems).toMatchObject([{ pointer: '/messages' }]);
  });
});

test('the mode is session_loop by default, and only some modes are supported', () => {
  const mode = (flow: Json | undefined) => flowMode({ messages: [], flow } as unknown as Spec);
  expect([undefined, null, {}, { mode: '' }, { mode: null }].map(mode)).toEqual(Array(5).fill('session_loop'));
  expect(mode({ mode: 'free' })).toBe('free');
  expect(flowModes.filter(isSupportedMode)).toEqual(
    flowModes.filter((mode) => (supportedModes as readonly string[]).includes(mode)),
  );
  expect(isSupportedMode('mental_poker')).toBe(false);
});
