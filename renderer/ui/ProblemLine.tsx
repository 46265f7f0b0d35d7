import { IconCircleX } from '@tabler/icons-react';
import type { Problem } from '../core/problem.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './ProblemLine.module.css';
import { useProblemText, useStillHolds } from './problem-text.ts';
import { reveal } from './reveal.ts';

/** An error message with its code to copy, as long as it holds. */
export function ProblemLine({ problem }: { problem: Problem }) {
  const { sentence, body } = useProblemText()(problem);
  if (!useStillHolds(problem)) return null;
  return (
    <div className={`${styles.line} row top`} role="alert" ref={reveal}>
      <IconCircleX size={20} stroke={1.75} aria-hidden="true" />
      <span className={`${styles.text} grow row wrap`}>
        <span className={styles.words}>
          <b>{sentence}</b> {body}
        </span>
        <CopyButton value={problem.code} />
      </span>
    </div>
  );
}
