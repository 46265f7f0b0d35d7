import { IconCircleX } from '@tabler/icons-react';
import type { Problem } from '../core/problem.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './ProblemLine.module.css';
import { useProblemText } from './problem-text.ts';

interface ProblemLineProps {
  problem: Problem;
  /** The address of the community that the problem is about, if it isn't the one in use. */
  community?: string;
}

/** An error message with its code to copy. */
export function ProblemLine({ problem, community }: ProblemLineProps) {
  const { sentence, body } = useProblemText()(problem, community === undefined ? {} : { community });
  return (
    <div className={`${styles.line} row top`} role="alert">
      <IconCircleX size={20} stroke={1.75} aria-hidden="true" />
      <span className="grow">
        <b>{sentence}</b> {body}
      </span>
      <CopyButton value={problem.code} />
    </div>
  );
}
