import { afterEach, expect, it } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { attempt, dismissProblem, failedActions } from './attempt.ts';

afterEach(() => failedActions.setState([], true));

const codes = () => failedActions.getState().map(({ code }) => code);
const failWith = (code: 'internal') => async () => {
  throw new ParlorError(code, code);
};

it('shows why an action failed, once for each reason, until it is dismissed', async () => {
  attempt(async () => {});
  await Promise.resolve();
  expect(codes()).toEqual([]);
  attempt(failWith('internal'));
  attempt(failWith('internal'));
  await expect.poll(codes).toEqual(['internal']);
  dismissProblem(failedActions.getState()[0]!);
  expect(codes()).toEqual([]);
});
