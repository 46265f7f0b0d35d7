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
