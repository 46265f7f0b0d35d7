import { useState } from 'react';

interface SpokenLine {
  id: number;
  text: string;
}

/** Older lines have been spoken. */
const maxLines = 12;

/** What a live region says, the newest last. */
export function useSpokenLines() {
  const [lines, setLines] = useState<readonly SpokenLine[]>([]);
  return {
    lines,
    say(...added: SpokenLine[]) {
      if (added.length > 0) setLines((before) => [...before, ...added].slice(-maxLines));
    },
  };
}

/** A polite live region for screen readers. */
export function SpokenLog({ lines, label, testId }: { lines: readonly SpokenLine[]; label: string; testId: string }) {
  return (
    <div className="offscreen" role="log" aria-label={label} data-testid={testId}>
      {lines.map(({ id, text }) => (
        <p key={id} dir="auto">
          {text}
        </p>
      ))}
    </div>
  );
}
