import { useTranslation } from 'react-i18next';
import { useAgent } from '../core/agent-profile.ts';
import { useApp } from '../core/context.tsx';
import { Button } from '../ui/Button.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { PersonLink } from '../ui/PersonLink.tsx';
import leaderboardRow from './LeaderboardRow.module.css';
import type { LeaderboardKind, RankedAgent } from './leaderboard.ts';
import styles from './OwnRank.module.css';

interface OwnRankProps {
  kind: LeaderboardKind;
  /** The user's row; null if it is not loaded or the user is not ranked. */
  row: RankedAgent | null;
  /** Whether pages are being loaded to find the user's row. */
  searching: boolean;
  onFind(): void;
  onCancel(): void;
}

/** The user's rank, shown below the leaderboard while their row is out of view. */
export function OwnRank({ kind, row, searching, onFind, onCancel }: OwnRankProps) {
  const { t } = useTranslation('leaderboards');
  const identity = useApp((app) => app.identity);
  const { data } = useAgent(identity?.public_key ?? '');
  if (!identity) return null;
  const karma = kind === 'karma' && data && data.karma.updated_at !== null ? data.karma.karma : null;
  const value = row?.value ?? karma;
  return (
    <div className={styles.ownRank} data-testid="own-place">
      <span className={styles.rank}>{row?.rank}</span>
      <Identicon publicKey={identity.public_key} size={28} />
      <PersonLink person={identity} className="truncate strong" />
      <span className={leaderboardRow.ownTag}>{t('you')}</span>
      {value === null ? (
        <span className="small dim truncate">{t(`not_on.${kind}`)}</span>
      ) : (
        <>
          <span className="strong">{value}</span>
          <span className="end">
            {searching ? (
              <Button size="sm" onClick={onCancel}>
                {t('stop_looking')}
              </Button>
            ) : (
              <Button size="sm" onClick={onFind}>
                {t('to_my_line')}
              </Button>
            )}
          </span>
        </>
      )}
    </div>
  );
}
