import { IconDeviceLaptop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommunityName } from '../core/community-name.ts';
import { useApp } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useCommunityTrouble } from '../ui/problem-text.ts';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './CommunityProblemLine.module.css';

/** A notice that the community's data is missing or outdated; local data is complete. */
export function CommunityProblemLine({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTranslation('protocols');
  const { t: tApp } = useTranslation();
  const community = useCommunityName();
  const trouble = useCommunityTrouble();
  const phase = useApp((app) => app.phase);
  const registering = phase !== 'ready';
  if (!error && !registering) return null;
  return (
    <div className={styles.line} role="status">
      <IconDeviceLaptop size={18} stroke={1.75} className="warn" aria-hidden="true" />
      <span>
        {registering
          ? t('not_registered', { community })
          : tApp('sentences', {
              first: trouble?.sentence ?? t('community_away', { community }),
              second: t('protocols_here'),
            })}
      </span>
      {!registering && (
        <>
          <TextButton onClick={onRetry}>{tApp('try_again')}</TextButton>
          <span className="end">
            <CopyButton value={asProblem(error).code} />
          </span>
        </>
      )}
    </div>
  );
}
