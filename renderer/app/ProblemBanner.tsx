import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { useProblemWords } from '../look/problem-words.ts';
import { useApp, useBridge } from './context.tsx';
import styles from './Frame.module.css';
import { roomOf } from './rooms.ts';

/** The newest problem that concerns the whole window, in its place until closed or gone. */
export function ProblemBanner() {
  const { t } = useTranslation();
  const bridge = useBridge();
  const words = useProblemWords();
  const own = useApp((app) => app.problem);
  const community = useApp((app) => app.community.problem);
  const [closed, setClosed] = useState<string | null>(null);
  const [path] = useLocation();
  // The lobby and the standings say in their own place what the community's silence means there.
  const problem = own ?? (['lobby', 'standings'].includes(roomOf(path)) ? null : community);
  if (!problem || closed === problem.code) return null;
  const { told, body } = words(problem);
  return (
    <div className={styles.banner} role="alert">
      <IconAlertTriangle size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">
        <b>{told}</b> {body}
      </span>
      <CopyButton value={problem.code} />
      {!own && (
        <Button size="sm" onClick={() => void bridge.app.retry({})}>
          {t('try_now')}
        </Button>
      )}
      <Button size="sm" look="quiet" icon aria-label={t('dismiss')} onClick={() => setClosed(problem.code)}>
        <IconX size={17} stroke={1.75} aria-hidden="true" />
      </Button>
    </div>
  );
}
