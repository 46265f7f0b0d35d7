import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useProblemText } from '../ui/problem-text.ts';

interface LoadProblemProps {
  error: unknown;
  onRetry(): void;
  actions?: ReactNode;
}

/** Shows why loading failed, with a way to retry. */
export function LoadProblem({ error, onRetry, actions }: LoadProblemProps) {
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
          <Button onClick={onRetry}>{t('try_again')}</Button>
          {actions}
        </>
      }
    >
      {body}
    </EmptyState>
  );
}
