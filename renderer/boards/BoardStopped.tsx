import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import styles from './BoardStopped.module.css';
import type { StopReason } from './message-guard.ts';

/** Why a board is no longer shown. */
export type BoardFailure = { reason: StopReason; perSecond: number } | { problem: Problem };

interface BoardStoppedProps {
  failure: BoardFailure;
  onShowPlainView(): void;
  onRetry(): void;
}

function useFailureText(failure: BoardFailure): { code: string; title: string; body: string } {
  const { t } = useTranslation('tables');
  const problemText = useProblemText();
  const isStopped = 'reason' in failure;
  const problem: Problem = isStopped ? { code: 'bundle_stopped', message: '' } : failure.problem;
  const { title, body } = problemText(problem);
  const reason = isStopped ? `${t(`board.stopped.${failure.reason}`, { count: failure.perSecond })} ` : '';
  return { code: problem.code, title, body: `${reason}${body}` };
}

/** Above the plain view that continues a game whose board was stopped or could not be loaded: the reason, and another try. */
export function BoardStoppedLine({ failure, onRetry }: Pick<BoardStoppedProps, 'failure' | 'onRetry'>) {
  const { t } = useTranslation('tables');
  const { code, title, body } = useFailureText(failure);
  return (
    <div className={styles.line} role="alert">
      <IconBan size={20} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>
        <b>{title}</b> <span className="small">{body}</span>
      </span>
      <CopyButton value={code} />
      <Button size="sm" onClick={onRetry}>
        {t('board.again')}
      </Button>
    </div>
  );
}

/** Replaces a board that was stopped or could not be loaded: the reason, the plain view, and another try. */
export function BoardStopped({ failure, onShowPlainView, onRetry }: BoardStoppedProps) {
  const { t } = useTranslation('tables');
  const { code, title, body } = useFailureText(failure);
  return (
    <div style={{ margin: 'auto' }}>
      <EmptyState
        alert
        icon={<IconBan size={28} stroke={1.5} className="bad" aria-hidden="true" />}
        title={title}
        code={code}
        actions={
          <>
            <Button variant="primary" onClick={onShowPlainView}>
              {t('board.plain')}
            </Button>
            <Button onClick={onRetry}>{t('board.again')}</Button>
          </>
        }
      >
        {body}
      </EmptyState>
    </div>
  );
}
