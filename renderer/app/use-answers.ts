import { useEffect, useState } from 'react';
import type { BridgeClient } from '../bridge/client.ts';

/** Milliseconds between two questions whether main still answers. */
const intervalMs = 2_500;
/** Intervals without an answer until main counts as silent. Counted, since time also passes while the computer sleeps. */
const patience = 2;

/** Whether main answers. A lost connection counts as an answer: it is shown elsewhere. */
export function useAnswers(bridge: BridgeClient): boolean {
  const [answers, setAnswers] = useState(true);
  useEffect(() => {
    let asked = false;
    let waited = 0;
    const onAnswer = () => {
      asked = false;
      setAnswers(true);
    };
    const timer = setInterval(() => {
      if (asked) {
        waited += 1;
        if (waited >= patience) setAnswers(false);
        return;
      }
      asked = true;
      waited = 0;
      bridge.app.ping({}).then(onAnswer, onAnswer);
    }, intervalMs);
    return () => clearInterval(timer);
  }, [bridge]);
  return answers;
}
