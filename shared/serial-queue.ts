/** Runs a task after all earlier ones have settled, and settles like it. A failed task does not stop the later ones. */
export type SerialQueue = <T>(task: () => T | Promise<T>) => Promise<T>;

export function createSerialQueue(): SerialQueue {
  let lastTask: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = lastTask.then(task);
    // The caller handles it.
    lastTask = result.catch(() => {});
    return result;
  };
}

/** A serial queue for each key. */
export function createKeyedQueue(): <T>(key: string, task: () => T | Promise<T>) => Promise<T> {
  const queues = new Map<string, { queue: SerialQueue; waiting: number }>();
  return async (key, task) => {
    const entry = queues.get(key) ?? { queue: createSerialQueue(), waiting: 0 };
    queues.set(key, entry);
    entry.waiting += 1;
    try {
      return await entry.queue(task);
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0) queues.delete(key);
    }
  };
}
