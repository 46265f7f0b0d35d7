import { IconDeviceLaptop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommunityName } from '../core/community-name.ts';
import { useApp } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './CommunityLine.module.css';

/** A notice that data of the community is missing or out of date; local data is complete. */
export function CommunityLine({ error, onAgain }: { error: unknown; onAgain(): void }) {
  const { t } = useTranslation('protocols');
  const { t: frame } = useTranslation();
  const community = useCommunityName();
  const phase = useApp((app) => app.phase);
  const early = phase !== 'ready';
  if (!error && !early) return null;
  return (
    <div className={styles.line} role="status">
      <IconDeviceLaptop size={18} stroke={1.75} className="warn" aria-hidden="true" />
      <span>{t(early ? 'not_seated' : 'community_away', { community })}</span>
      {!early && (
        <>
          <TextButton onClick={onAgain}>{frame('try_again')}</TextButton>
          <span className="end">
            <CopyButton value={asProblem(error).code} />
          </span>
        </>
      )}
    </div>
  );
}
