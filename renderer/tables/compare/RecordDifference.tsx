import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolated, visible } from '../../../shared/peer-text.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { Difference } from '../../../shared/tables/verify-record.ts';
import { Card } from '../../ui/Card.tsx';
import compare from './CompareRecords.module.css';
import { splitAtDifference } from './compare.ts';
import styles from './RecordDifference.module.css';

interface RecordDifferenceProps {
  table: Table;
  difference: Difference;
  by: Role | null;
}

/** The first message in which two copies differ, side by side, with the difference underlined. */
export function RecordDifference({ table, difference, by }: RecordDifferenceProps) {
  const { t } = useTranslation('record');
  const [mine, theirs] = difference.frames;
  const { before, differs, after } = splitAtDifference(mine ?? '', theirs ?? '');
  const side = (index: 0 | 1) => {
    if (difference.frames[index] === null) return <p className="dim">{t('compare.no_message')}</p>;
    return (
      <code className={styles.raw} dir="ltr">
        {visible(before)}
        {differs[index] !== '' && <mark className={styles.mark}>{visible(differs[index])}</mark>}
        {visible(after)}
      </code>
    );
  };
  const where = (index: 0 | 1) => {
    const line = difference.lines[index];
    return line === null ? null : <span className="small faint">{t('line', { line })}</span>;
  };
  const from = t(by === table.role ? 'compare.from_you' : 'compare.from_peer', {
    peer: isolated(table.peer.nickname),
    number: difference.frame,
  });
  return (
    <section aria-labelledby="differing" data-testid="difference">
      <h2 id="differing" className="h3">
        {from}
      </h2>
      <div className={compare.pair}>
        <Card minor title={t('compare.in_mine')} state={where(0)}>
          {side(0)}
        </Card>
        <Card minor title={t('compare.in_theirs')} state={where(1)}>
          {side(1)}
        </Card>
      </div>
    </section>
  );
}
