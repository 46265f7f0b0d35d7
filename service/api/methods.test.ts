import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { communityApi, communityRoutes } from '../../shared/community/contract.ts';
import { type Route, splitKey } from '../../shared/community/define.ts';
import { policy } from '../policy.ts';
import { serviceVersion } from '../version.ts';
import { methods } from './methods.ts';

test('every route of the contract has exactly one method', () => {
  expect(methods.map(({ key }) => key).sort()).toEqual([...communityRoutes].sort());
});

test('a method stands in the file its URL names', () => {
  for (const key of communityRoutes) {
    const { method, path } = splitKey(key);
    const file = `service${path.replaceAll('{', '[').replaceAll('}', ']')}.${method.toLowerCase()}.ts`;
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, 'utf8'), file).toContain(`('${key}', {`);
  }
});

test('the rule of a public route is anyone, and of no other', () => {
  for (const key of communityRoutes) {
    expect(policy[key] === 'anyone', key).toBe((communityApi[key] as Route).access === 'public');
  }
});

test('the version is the version of the package', () => {
  expect(serviceVersion).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});
