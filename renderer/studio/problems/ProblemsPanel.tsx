import { IconAlertTriangle, IconBan, IconCircleCheck, IconCircleX, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioProblem, StudioProject } from '../../../shared/bridge/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { ContractFooter } from '../contract/ContractFooter.tsx';
import { Excerpt } from './Excerpt.tsx';
import styles from './ProblemsPanel.module.css';
import { positionText, useStudioProblemText } from './problem-text.ts';
import { allProblems, type BoardProblem, type Reports } from './reports.ts';

interface ProblemsPanelProps {
  project: StudioProject;
  reports: Reports;
  /** Shown over the page instead of beside it. */
  drawer: boolean;
  onClose(): void;
}

/** All problems with their positions, and the contract. */
export function ProblemsPanel({ project, reports, drawer, onClose }: ProblemsPanelProps) {
  const { t } = useTranslation('studio');
  const problems = allProblems(project.problems, reports);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const notes = problems.filter(({ severity }) => severity === 'note');
  return (
    <aside className={[styles.problems, drawer && styles.drawer].filter(Boolean).join(' ')} aria-labelledby="problems">
      <header className={styles.head}>
        <h2 id="problems">{t('problems')}</h2>
        <span className="end small" role="status" data-testid="problem-count">
          {errors.length > 0 && <b className="bad">{t('errors', { count: errors.length })}</b>}
          {errors.length > 0 && notes.length > 0 && ' · '}
          {notes.length > 0 && t('notes', { count: notes.length })}
        </span>
        <Button variant="quiet" size="sm" iconOnly aria-label={t('close')} onClick={onClose}>
          <IconX size={17} stroke={1.75} aria-hidden="true" />
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <ul className={styles.list} tabIndex={0}>
        {[...errors, ...notes].map((problem) => (
          <li key={problem.id} data-problem={problem.kind}>
            <ProblemItem project={project} problem={problem} />
          </li>
        ))}
        {errors.length === 0 && (
          <li className={styles.problem}>
            <IconCircleCheck size={20} stroke={1.75} className="good" aria-hidden="true" />
            <div>
              <b>{t('nothing.title')}</b>
              <p className="small dim">{t('nothing.body')}</p>
            </div>
          </li>
        )}
      </ul>
      <ContractFooter project={project} />
    </aside>
  );
}

function ProblemItem({ project, problem }: { project: StudioProject; problem: StudioProblem | BoardProblem }) {
  const { t } = useTranslation('studio');
  const [open, setOpen] = useState(false);
  const { severity, file, line } = problem;
  const problemText = useStudioProblemText();
  const { title, body } = problemText(problem);
  const position = positionText(problem);
  const Icon = problem.kind === 'blocked' ? IconBan : severity === 'error' ? IconCircleX : IconAlertTriangle;
  return (
    <div className={styles.problem}>
      <Icon size={20} stroke={1.75} className={severity === 'error' ? 'bad' : 'warn'} aria-hidden="true" />
      <div>
        <b>{title}</b>
        {'times' in problem && problem.times > 1 && (
          <span className="small dim"> {t('times', { count: problem.times })}</span>
        )}
        <p className="small dim">{body}</p>
        {position !== null && (
          <p className="small">
            <span className="mono" data-testid="place">
              {position}
            </span>{' '}
            {line !== null && (
              <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
                {t(open ? 'excerpt.hide' : 'excerpt.show')}
              </TextButton>
            )}
          </p>
        )}
        {open && file !== null && line !== null && (
          <Excerpt projectId={project.project_id} version={project.version} file={file} line={line} />
        )}
      </div>
    </div>
  );
}
