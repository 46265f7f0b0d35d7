import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { PersonLink } from '../look/PersonLink.tsx';
import { Quilt } from '../look/Quilt.tsx';
import { useAgent } from './asking.ts';
import type { BoardRow, Kind } from './board.ts';
import styles from './Standings.module.css';

interface OwnPlaceProps {
  kind: Kind;
  /** Null where it is not loaded, or one is not on the board. */
  row: BoardRow | null;
  /** The pages are being gone through. */
  searching: boolean;
  onGo(): void;
  onStop(): void;
}

/** Where oneself stands, under the board for as long as one's own line is out of sight. */
export function OwnPlace({ kind, row, searching, onGo, onStop }: OwnPlaceProps) {
  const { t } = useTranslation('standings');
  const identity = useApp((app) => app.identity);
  const { data } = useAgent(identity?.public_key ?? '');
  if (!identity) return null;
  const karma = kind === 'karma' && data && data.karma.updated_at !== null ? data.karma.karma : null;
  const value = row?.value ?? karma;
  return (
    <div className={styles.own} data-testid="own-place">
      {row && <span className={styles.number}>{row.rank}</span>}
      <Quilt publicKey={identity.public_key} size={28} />
      <PersonLink person={identity} className="cut strong" />
      <span className={styles.you}>{t('you')}</span>
      {value === null ? (
        <span className="small dim cut">{t(`not_on.${kind}`)}</span>
      ) : (
        <>
          <span className="strong">{value}</span>
          <span className="end">
            {searching ? (
              <Button size="sm" onClick={onStop}>
                {t('stop_looking')}
              </Button>
            ) : (
              <Button size="sm" onClick={onGo}>
                {t('to_my_line')}
              </Button>
            )}
          </span>
        </>
      )}
    </div>
  );
}
