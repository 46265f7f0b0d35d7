import { useEffect, useState } from 'react';

/** How long the decision bar says why something can't be played. */
const shownMs = 4_000;

export interface Refusal {
  /** The sentence while it is shown, else null. */
  text: string | null;
  show(text: string): void;
  clear(): void;
}

export function useRefusal(): Refusal {
  const [shown, setShown] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return { text: shown?.text ?? null, show: (text) => setShown({ text }), clear: () => setShown(null) };
}
