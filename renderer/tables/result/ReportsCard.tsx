import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import type { Winner } from '../../../shared/tables/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatTimeSeconds } from '../../ui/format.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import recordCard from './RecordCard.module.css';
import styles from './ReportsCard.module.css';
import { ResultTag } from './ResultTag.tsx';

/** The reports of both sides about the outcome. */
export function ReportsCard({ table, result }: { table: Table; result: NonNullable<Table['result']> }) {
  const { t, i18n } = useTranslation('tables');
  const { t: tRecord } = useTranslation('record');
  const [, navigate] = useLocation();
  const peer = isolatedName(table.peer.nickname);
  const { mine, mine_at, theirs, theirs_at } = result.reports;
  const winnerText = (winner: Winner | null) => {
    if (winner === null) return t('reports.nothing');
    if (winner === 'draw') return t('reports.draw');
    return winner === table.role ? t('reports.you_won') : t('reports.peer_won', { peer });
  };
  const timeText = (time: number | null) => (time === null ? '' : formatTimeSeconds(i18n.language, time));
  return (
    <Card
      smallTitle
      title={t('reports.title')}
      headerEnd={result.state === 'disputed' ? <ResultTag state="disputed" /> : undefined}
    >
      <p className={styles.report}>
        <Identicon publicKey={table.me.public_key} mode={table.control_mode} size={26} />
        <span>
          {t('reports.you')} <b>{winnerText(mine)}</b>
        </span>
        <span className="small faint">{timeText(mine_at)}</span>
      </p>
      <p className={styles.report}>
        <Identicon publicKey={table.peer.public_key} mode={table.peer_control_mode} size={26} />
        <span>
          {t('reports.peer', { peer })} <b>{winnerText(theirs)}</b>
        </span>
        <span className="small faint">{timeText(theirs_at)}</span>
      </p>
      {result.state === 'disputed' && (
        <div className={`row wrap ${recordCard.recordActions}`}>
          <p className="small dim measure">{tRecord('disputed')}</p>
          <Button size="sm" onClick={() => navigate(`/tables/${table.table_id}/compare`)}>
            {tRecord('compare.open')}
          </Button>
        </div>
      )}
    </Card>
  );
}
