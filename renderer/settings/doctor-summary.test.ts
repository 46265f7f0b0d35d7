import { expect, it } from 'vitest';
import type { Check } from '../../shared/bridge/contract.ts';
import { reportOf, verdictOf } from './doctor-summary.ts';

const check = (state: Check['state'], remedy: string | null = null): Check => ({
  id: 'clock',
  state,
  code: 'clock_ok',
  facts: {},
  found: 'This computer’s clock and the community’s agree.',
  remedy,
});

it('takes the verdict from the worst check, and ignores skipped ones', () => {
  expect(verdictOf([check('ok'), check('skipped')])).toBe('good');
  expect(verdictOf([check('ok'), check('advice', 'Set it.')])).toBe('usable');
  expect(verdictOf([check('advice', 'Set it.'), check('failed', 'Set it.')])).toBe('attention');
});

it('reports one line per check', () => {
  expect(reportOf('0.1.0', [check('ok'), check('failed', 'Set it.')])).toBe(
    'Parlor 0.1.0\nok\tclock\tThis computer’s clock and the community’s agree.\nfailed\tclock\tThis computer’s clock and the community’s agree. Set it.',
  );
});
