import { expect, test } from 'vitest';
import { protocolIdOf } from './contract.ts';
import { flowMode, readSpec, supportedModes } from './spec.ts';
import { templateSpec } from './templates.ts';

test.each(supportedModes)('the template for %s is a valid spec with its own protocol id', (mode) => {
  const text = JSON.stringify(templateSpec(mode, 'My First Game!'));
  const { spec, problems } = readSpec(text);
  expect(problems).toEqual([]);
  expect(flowMode(spec)).toBe(mode);
  expect(spec.family).toBe(spec.type === 'game' ? 'my-first-game' : undefined);
  const ids = supportedModes.map((each) => protocolIdOf(JSON.stringify(templateSpec(each, 'x'))));
  expect(new Set(ids).size).toBe(supportedModes.length);
});
