import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import type { StopReason } from './message-guard.ts';

/** Why a board is no longer shown. */
export type BoardEnd = { reason: StopReason; perSecond: number } | { problem: Problem };

interface BoardStoppedProps {
  end: BoardEnd;
  onPlain(): void;
  onRetry(): void;
}

/** Replaces a board that was stopped or could not be loaded: the reason, the plain view, and another try. */
export function BoardStopped({ end, onPlain, onRetry }: BoardStoppedProps) {
  const { t } = useTranslation('tables');
  const problemText = useProblemText();
  const stopped = 'reason' in end;
  const problem: Problem = stopped ? { code: 'bundle_stopped', message: '' } : end.problem;
  return (
    <div style={{ margin: 'auto' }}>
      <EmptyState
        alert
        icon={<IconBan size={28} stroke={1.5} className="bad" aria-hidden="true" />}
        title={problemText(problem).title}
        code={problem.code}
        actions={
          <>
            <Button look="primary" onClick={onPlain}>
              {t('board.plain')}
            </Button>
            <Button onClick={onRetry}>{t('board.again')}</Button>
          </>
        }
      >
        {stopped ? `${t(`board.stopped.${end.reason}`, { count: end.perSecond })} ` : ''}
        {problemText(problem).body}
      </EmptyState>
    </div>
  );
}
