import { expect, test } from 'vitest';
import type { Table } from '../bridge/contract.ts';
import { reachedCapWith } from './points-cap.ts';

const at = (again_at: number) => ({ used: 2, limit: 2, again_at });
const ended = (public_key: string, cap: ReturnType<typeof at> | null) =>
  ({ peer: { public_key }, result: cap && { cap } }) as unknown as Table;

test('a later game moves the time of the next points, in whichever order the answers arrived', () => {
  const tables = [ended('ann', at(300)), ended('ann', at(500)), ended('ann', at(400)), ended('bob', at(900))];
  expect(reachedCapWith('ann', tables, at(200), 100)).toEqual(at(500));
  expect(reachedCapWith('ann', tables, at(600), 100)).toEqual(at(600));
  expect(reachedCapWith('ann', tables, null, 500)).toBeNull();
});
