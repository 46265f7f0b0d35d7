import { IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import { positionText, useStudioProblemText } from '../problems/problem-text.ts';
import styles from './Publish.module.css';

/** What is wrong with an author's files, or what to know about them. */
export function ProblemRows({ problems }: { problems: readonly StudioProblem[] }) {
  const problemText = useStudioProblemText();
  return (
    <ul className={styles.list}>
      {problems.map((problem) => {
        const { title, body } = problemText(problem);
        const position = positionText(problem);
        const isError = problem.severity === 'error';
        const Icon = isError ? IconCircleX : IconInfoCircle;
        return (
          <li key={problem.id} className="row top">
            <Icon size={20} stroke={1.75} className={isError ? 'bad' : 'dim'} aria-hidden="true" />
            <span className="grow">
              <b className="block">{title}</b>
              <span className="small dim">{body}</span>
              {position !== null && <span className="small mono block">{position}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
