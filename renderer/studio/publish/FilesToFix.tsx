import { IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import { reveal } from '../../ui/reveal.ts';
import { positionText, useStudioProblemText } from '../problems/problem-text.ts';
import styles from './Publish.module.css';

/** The errors that prevent publication. */
export function FilesToFix({ problems }: { problems: readonly StudioProblem[] }) {
  const { t } = useTranslation('publishing');
  const problemText = useStudioProblemText();
  const errors = problems.filter(({ severity, kind }) => severity === 'error' && !kind.startsWith('hooks_'));
  return (
    <div role="alert" ref={reveal}>
      <b>{t('problems_title')}</b>
      <p className="dim">{t('problems_body')}</p>
      <ul className={styles.list}>
        {errors.map((problem) => {
          const { title, body } = problemText(problem);
          const position = positionText(problem);
          return (
            <li key={problem.id} className="row top">
              <IconCircleX size={20} stroke={1.75} className="bad" aria-hidden="true" />
              <span className="grow">
                <b className="block">{title}</b>
                <span className="small dim">{body}</span>
                {position !== null && <span className="small mono block">{position}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
