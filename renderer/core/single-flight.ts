/** Returns a function that runs `work`, once at a time: calls during a run cause one more run after it. `work` must not reject. */
export function singleFlight(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isCalledAgain = false;
  const run = async () => {
    isRunning = true;
    do {
      isCalledAgain = false;
      await work();
    } while (isCalledAgain);
    isRunning = false;
  };
  return () => {
    if (isRunning) isCalledAgain = true;
    else void run();
  };
}
