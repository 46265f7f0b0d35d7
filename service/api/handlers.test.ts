import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { communityApi, communityRoutes } from '../../shared/community/contract.ts';
import { type Route, splitKey } from '../../shared/community/define.ts';
import { policy } from '../http/access-policy.ts';
import { serviceVersion } from '../version.ts';
import { handlers } from './handlers.ts';

test('every route of the contract has exactly one handler', () => {
  expect(handlers.map(({ key }) => key).sort()).toEqual([...communityRoutes].sort());
});

test('each handler is defined in the file named after its path', () => {
  for (const key of communityRoutes) {
    const { method, path } = splitKey(key);
    const file = `service/api${path
      .replace(/^\/api/, '')
      .replaceAll('{', '[')
      .replaceAll('}', ']')}.${method.toLowerCase()}.ts`;
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, 'utf8'), file).toContain(`('${key}', {`);
  }
});

test('exactly the public routes have the policy "anyone"', () => {
  for (const key of communityRoutes) {
    expect(policy[key] === 'anyone', key).toBe((communityApi[key] as Route).access === 'public');
  }
});

test('the version matches package.json', () => {
  expect(serviceVersion).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});
