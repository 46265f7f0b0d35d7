import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import type { Winner } from '../../shared/tables/hooks.ts';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { clockTimeSeconds } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import styles from './Result.module.css';
import { ResultTag } from './ResultTag.tsx';

/** What each side said about the outcome, side by side. */
export function ReportsCard({ table, result }: { table: Table; result: NonNullable<Table['result']> }) {
  const { t, i18n } = useTranslation('tables');
  const { t: record } = useTranslation('record');
  const [, go] = useLocation();
  const peer = isolated(table.peer.nickname);
  const { mine, mine_at, theirs, theirs_at } = result.reports;
  const said = (winner: Winner | null) => {
    if (winner === null) return t('reports.nothing');
    if (winner === 'draw') return t('reports.draw');
    return winner === table.role ? t('reports.you_won') : t('reports.peer_won', { peer });
  };
  const at = (time: number | null) => (time === null ? '' : clockTimeSeconds(i18n.language, time));
  return (
    <Card
      minor
      title={t('reports.title')}
      state={result.state === 'disputed' ? <ResultTag state="disputed" /> : undefined}
    >
      <p className={styles.receipt}>
        <Quilt publicKey={table.me.public_key} mode={table.control_mode} size={26} />
        <span>
          {t('reports.you')} <b>{said(mine)}</b>
        </span>
        <span className="small faint">{at(mine_at)}</span>
      </p>
      <p className={styles.receipt}>
        <Quilt publicKey={table.peer.public_key} mode={table.peer_control_mode} size={26} />
        <span>
          {t('reports.peer', { peer })} <b>{said(theirs)}</b>
        </span>
        <span className="small faint">{at(theirs_at)}</span>
      </p>
      {result.state === 'disputed' && (
        <div className={styles.recordActions}>
          <p className="small dim measure">{record('disputed')}</p>
          <Button size="sm" onClick={() => go(`/tables/${table.table_id}/compare`)}>
            {record('compare.open')}
          </Button>
        </div>
      )}
    </Card>
  );
}
