import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Spec } from '../../../shared/protocol/spec-types.ts';
import { flowOf } from './flow.ts';
import { createRulesTree } from './rules-tree.ts';
import { messageRows, optionRows } from './spec-rows.ts';

const bundledSpec = (name: string): Spec =>
  JSON.parse(readFileSync(new URL(`../../../resources/protocols/${name}/spec.json`, import.meta.url), 'utf8'));
const phasesOf = (spec: Spec) => flowOf(spec).phases.map(({ kind, until, steps }) => [kind, until, steps.length]);

describe('the parts of a spec', () => {
  test('lists messages without the field `action`', () => {
    const rows = messageRows(bundledSpec('connect-four'));
    expect(rows.map(({ name }) => name)).toEqual(['join', 'ready', 'move', 'round_result', 'error']);
    expect(rows[2]).toMatchObject({
      direction: 'guest_to_host',
      fields: [
        { name: 'turn', type: 'integer', required: true, bounds: [{ kind: 'from', min: 1 }] },
        { name: 'col', bounds: [{ kind: 'between', min: 0, max: 9 }] },
      ],
    });
  });

  test('lists options with their defaults', () => {
    const [cols] = optionRows(bundledSpec('connect-four'));
    expect(cols).toMatchObject({ name: 'cols', defaultText: '7', bounds: [{ kind: 'between', min: 4, max: 10 }] });
    expect(optionRows({})).toEqual([]);
  });

  test('lists the item type and bounds of an array', () => {
    const cards = { type: 'array', items: { type: 'enum', values: ['a', 'b'] }, max_items: 5 };
    const [row] = messageRows({ messages: [{ name: 'deal', direction: 'both', fields: { cards } }] } as never);
    expect(row?.fields[0]).toMatchObject({
      itemType: 'enum',
      bounds: [
        { kind: 'values', values: 'a, b' },
        { kind: 'items_to', max: 5 },
      ],
    });
  });

  test('tolerates a malformed spec', () => {
    const malformed = {
      messages: [null, 3, { fields: [] }, { name: 1, fields: { a: null } }],
      flow: { phases: 'x' },
    } as never;
    expect(messageRows(malformed)).toHaveLength(2);
    expect(flowOf(malformed).phases.length).toBeGreaterThan(0);
  });

  test('takes the flow from the author’s phases', () => {
    expect(phasesOf(bundledSpec('connect-four'))).toEqual([
      ['once', '', 2],
      ['turns', 'until game_over', 2],
    ]);
    expect(flowOf(bundledSpec('connect-four')).anytime.map(({ message }) => message)).toEqual(['error']);
    expect(phasesOf(bundledSpec('rock-paper-scissors'))[1]).toEqual(['rounds', 'best_of', 5]);
    expect(phasesOf(bundledSpec('chat')).map(([kind]) => kind)).toEqual(['once', 'talk', 'once']);
  });

  test('derives the flow from the mode if there are no phases; the guest moves first', () => {
    const { flow: _, ...spec } = bundledSpec('connect-four');
    expect(phasesOf(spec as Spec)).toEqual([
      ['once', '', 2],
      ['turns', '', 2],
    ]);
    expect(flowOf(spec as Spec).phases[1]?.steps.map(({ message }) => message)).toEqual(['move', 'round_result']);

    const inOrder = (...messages: [string, string][]) =>
      flowOf({ messages: messages.map(([name, direction]) => ({ name, direction, fields: {} })) } as never)
        .phases.flatMap(({ steps }) => steps)
        .map(({ message }) => message);
    const [seal, load] = [['seal', 'guest_to_host'] as [string, string], ['load', 'host_to_guest'] as [string, string]];
    const [open, landed] = [
      ['open', 'guest_to_host'] as [string, string],
      ['landed', 'host_to_guest'] as [string, string],
    ];
    expect(inOrder(seal, load, open, landed)).toEqual(['seal', 'load', 'open', 'landed']);
    expect(inOrder(load, seal, open, landed)).toEqual(['seal', 'load', 'open', 'landed']);
  });

  test('keeps the nesting of rules', () => {
    expect(createRulesTree({ win: { rock: 'scissors' }, steps: ['a', 'b'], note: 'n' })).toEqual([
      { name: 'win', text: '', parts: [{ name: 'rock', text: 'scissors', parts: [] }] },
      { name: 'steps', text: 'a, b', parts: [] },
      { name: 'note', text: 'n', parts: [] },
    ]);
    expect(createRulesTree('one text')).toEqual([{ name: '', text: 'one text', parts: [] }]);
    expect(createRulesTree(undefined)).toEqual([]);
  });
});
