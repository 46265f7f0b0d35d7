import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { failedActions } from './attempt.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => failedActions.setState([], true));

const codes = () => failedActions.getState().map(({ code }) => code);

/** An action of a component that observes it until it is unmounted; the test decides when it fails. */
function startAction(queries: QueryClient) {
  const observer = new MutationObserver(queries, { mutationFn: (answer: Promise<never>) => answer });
  const unmount = observer.subscribe(() => {});
  const start = () => {
    let fail = () => {};
    const answer = new Promise<never>((_, reject) => {
      fail = () => reject(new ParlorError('internal', 'internal'));
    });
    const run = observer.mutate(answer).catch(() => {});
    return { run, fail };
  };
  return { start, unmount };
}

it('reports a failure whose component is gone', async () => {
  const { start, unmount } = startAction(createQueryClient());
  const { run, fail } = start();
  unmount();
  fail();
  await run;
  expect(codes()).toEqual(['internal']);
});

it('reports the failure of an action that a later one has replaced', async () => {
  const { start } = startAction(createQueryClient());
  const first = start();
  const second = start();
  first.fail();
  await first.run;
  expect(codes()).toEqual(['internal']);
  failedActions.setState([], true);
  second.fail();
  await second.run;
  expect(codes()).toEqual([]);
});

it('leaves a failure to the component that shows it', async () => {
  const { start } = startAction(createQueryClient());
  const { run, fail } = start();
  fail();
  await run;
  expect(codes()).toEqual([]);
});
