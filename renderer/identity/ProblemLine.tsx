import { IconCircleX } from '@tabler/icons-react';
import type { Problem } from '../app/problem.ts';
import { CopyButton } from '../look/CopyButton.tsx';
import { useProblemWords } from '../look/problem-words.ts';
import styles from './ProblemLine.module.css';

/** A problem that stands in its place until what caused it is mended. */
export function ProblemLine({ problem }: { problem: Problem }) {
  const { told, body } = useProblemWords()(problem);
  return (
    <div className={styles.line} role="alert">
      <IconCircleX size={20} stroke={1.75} aria-hidden="true" />
      <span className="grow">
        <b>{told}</b> {body}
      </span>
      <CopyButton value={problem.code} />
    </div>
  );
}
