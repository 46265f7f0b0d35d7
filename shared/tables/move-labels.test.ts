import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSpec } from '../protocol/spec.ts';
import { MoveLabels } from './move-labels.ts';

const specOf = (folder: string) =>
  readSpec(readFileSync(new URL(`../../resources/protocols/${folder}/spec.json`, import.meta.url), 'utf8')).spec;

test('the first move of the other side has the name that this side is offered for it', () => {
  const labels = new MoveLabels(specOf('battleship'));
  const shot = { action: 'shot', turn: 1, cell: 32 };
  expect(labels.ofMessage('shot', shot).text).toBe('cell 32');
  labels.learnChoices([{ value: 32, label: 'C4' }]);
  expect(labels.ofMessage('shot', shot)).toEqual({ text: 'C4' });
});

test('a message that only one side sends is not named by the choices of the other', () => {
  const labels = new MoveLabels(specOf('sealed-bid-auction'));
  labels.learnChoices([{ value: 3, label: 'three' }]);
  expect(labels.ofMessage('join', { action: 'join', catalogue: 3 }).text).toBe('catalogue 3');
});
