import { useEffect, useState } from 'react';

/** The current time in Unix milliseconds, updated every `everyMs` while `running`. */
export function useNow(running: boolean, everyMs = 250): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now;
}
