import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import { useProblemWords } from '../look/problem-words.ts';
import type { StopReason } from './guard.ts';

export type BoardEnd = { reason: StopReason; perSecond: number } | { problem: Problem };

interface BoardStoppedProps {
  end: BoardEnd;
  onPlain(): void;
  onAgain(): void;
}

export function BoardStopped({ end, onPlain, onAgain }: BoardStoppedProps) {
  const { t } = useTranslation('tables');
  const words = useProblemWords();
  const stopped = 'reason' in end;
  const problem: Problem = stopped ? { code: 'bundle_stopped', message: '' } : end.problem;
  return (
    <div style={{ margin: 'auto' }}>
      <Empty
        alert
        icon={<IconBan size={28} stroke={1.5} className="bad" aria-hidden="true" />}
        title={words(problem).title}
        code={problem.code}
        actions={
          <>
            <Button look="primary" onClick={onPlain}>
              {t('board.plain')}
            </Button>
            <Button onClick={onAgain}>{t('board.again')}</Button>
          </>
        }
      >
        {stopped ? `${t(`board.stopped.${end.reason}`, { count: end.perSecond })} ` : ''}
        {words(problem).body}
      </Empty>
    </div>
  );
}
