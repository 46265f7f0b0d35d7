import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import { useProblemWords } from '../look/problem-words.ts';

interface TroubleProps {
  error: unknown;
  onAgain(): void;
  actions?: ReactNode;
}

/** Something could not be read: why, and the way on. */
export function Trouble({ error, onAgain, actions }: TroubleProps) {
  const { t } = useTranslation();
  const problem = asProblem(error);
  const { title, body } = useProblemWords()(problem);
  return (
    <Empty
      alert
      icon={<IconAlertTriangle size={28} stroke={1.5} className="warn" aria-hidden="true" />}
      title={title}
      code={problem.code}
      actions={
        <>
          <Button onClick={onAgain}>{t('try_again')}</Button>
          {actions}
        </>
      }
    >
      {body}
    </Empty>
  );
}
