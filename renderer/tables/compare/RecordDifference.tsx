import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { Difference } from '../../../shared/tables/record-difference.ts';
import { Card } from '../../ui/Card.tsx';
import compareRecords from './CompareRecords.module.css';
import styles from './RecordDifference.module.css';
import { splitAtDifference } from './split-at-difference.ts';

interface RecordDifferenceProps {
  table: Table;
  difference: Difference;
  by: Role | null;
}

/** The first message in which two copies differ, side by side, with the difference underlined. */
export function RecordDifference({ table, difference, by }: RecordDifferenceProps) {
  const { t } = useTranslation('record');
  const [mine, theirs] = difference.frames;
  const { prefix, differences, suffix } = splitAtDifference(mine ?? '', theirs ?? '');
  const frameText = (index: 0 | 1) => {
    if (difference.frames[index] === null) return <p className="dim">{t('compare.no_message')}</p>;
    return (
      <code className={styles.raw} dir="ltr">
        {escapeInvisible(prefix)}
        {differences[index] !== '' && <mark className={styles.mark}>{escapeInvisible(differences[index])}</mark>}
        {escapeInvisible(suffix)}
      </code>
    );
  };
  const lineText = (index: 0 | 1) => {
    const line = difference.lines[index];
    return line === null ? null : <span className="small faint">{t('line', { line })}</span>;
  };
  const heading = t(by === table.role ? 'compare.from_you' : 'compare.from_peer', {
    peer: isolatedName(table.peer.nickname),
    number: difference.frame,
  });
  return (
    <section aria-labelledby="differing" data-testid="difference">
      <h2 id="differing" className="h3">
        {heading}
      </h2>
      <div className={compareRecords.pair}>
        <Card smallTitle title={t('compare.in_mine')} headerEnd={lineText(0)}>
          {frameText(0)}
        </Card>
        <Card smallTitle title={t('compare.in_theirs')} headerEnd={lineText(1)}>
          {frameText(1)}
        </Card>
      </div>
    </section>
  );
}
