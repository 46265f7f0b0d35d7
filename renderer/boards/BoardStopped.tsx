import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import type { StopReason } from './message-guard.ts';

/** Why a board is no longer shown. */
export type BoardFailure = { reason: StopReason; perSecond: number } | { problem: Problem };

interface BoardStoppedProps {
  failure: BoardFailure;
  onShowPlainView(): void;
  onRetry(): void;
}

/** Replaces a board that was stopped or could not be loaded: the reason, the plain view, and another try. */
export function BoardStopped({ failure, onShowPlainView, onRetry }: BoardStoppedProps) {
  const { t } = useTranslation('tables');
  const problemText = useProblemText();
  const isStopped = 'reason' in failure;
  const problem: Problem = isStopped ? { code: 'bundle_stopped', message: '' } : failure.problem;
  return (
    <div style={{ margin: 'auto' }}>
      <EmptyState
        alert
        icon={<IconBan size={28} stroke={1.5} className="bad" aria-hidden="true" />}
        title={problemText(problem).title}
        code={problem.code}
        actions={
          <>
            <Button variant="primary" onClick={onShowPlainView}>
              {t('board.plain')}
            </Button>
            <Button onClick={onRetry}>{t('board.again')}</Button>
          </>
        }
      >
        {isStopped ? `${t(`board.stopped.${failure.reason}`, { count: failure.perSecond })} ` : ''}
        {problemText(problem).body}
      </EmptyState>
    </div>
  );
}
