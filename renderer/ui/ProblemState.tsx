import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../core/problem.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { useProblemText } from './problem-text.ts';

interface ProblemStateProps {
  error: unknown;
  /** Retrying is offered if this is given. */
  onRetry?(): void;
  actions?: ReactNode;
}

/** Shown in place of what failed to load: why, and a way to retry. */
export function ProblemState({ error, onRetry, actions }: ProblemStateProps) {
  const { t } = useTranslation();
  const problem = asProblem(error);
  const { title, body } = useProblemText()(problem);
  return (
    <EmptyState
      alert
      icon={<IconAlertTriangle size={28} stroke={1.5} className="warn" aria-hidden="true" />}
      title={title}
      code={problem.code}
      actions={
        <>
          {onRetry && <Button onClick={onRetry}>{t('try_again')}</Button>}
          {actions}
        </>
      }
    >
      {body}
    </EmptyState>
  );
}
