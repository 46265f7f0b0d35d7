/** Which of the tasks that wait is next: with the newest, whoever has just come in a crowd does not wait for all who came before. */
type Next = 'oldest' | 'newest';

/** Returns a function that runs tasks, at most `limit` at a time. */
export function atMost(limit: number, next: Next = 'oldest'): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let runningCount = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (runningCount < limit) runningCount += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const startNext = next === 'oldest' ? waiting.shift() : waiting.pop();
      if (startNext) startNext();
      else runningCount -= 1;
    }
  };
}
