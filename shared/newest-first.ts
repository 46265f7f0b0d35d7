/**
 * Runs at most `limit` tasks at a time. Of those that wait, the newest is next: in a crowd, whoever has just come is served at once, instead
 * of after all who came before and may have gone.
 */
export function createNewestFirstQueue(limit: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let runningCount = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (runningCount < limit) runningCount += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const startNext = waiting.pop();
      if (startNext) startNext();
      else runningCount -= 1;
    }
  };
}
