import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Seal } from '../../trust/Seal.tsx';
import { summarizeChecks } from '../../trust/seal-checks.ts';
import type { TablePanel } from '../panel/use-table-panel.ts';
import styles from './TableBand.module.css';

/** What this computer has checked, in short. */
export function useSealText({ checks }: Pick<Table, 'checks'>): string {
  const { t } = useTranslation('tables');
  const { t: tTrust } = useTranslation('trust');
  const { passedCount: done, hasFailed } = summarizeChecks(checks);
  return hasFailed ? tTrust('count_failed') : t('band.seal', { done });
}

/** The seal of a table, which opens the checks where the panel has them. */
export function SealButton({ table, panel }: { table: Table; panel?: TablePanel | undefined }) {
  const text = useSealText(table);
  const seal = (
    <>
      <Seal checks={table.checks} size={24} onWood />
      <span className={styles.word}>{text}</span>
    </>
  );
  if (!panel?.has('checks')) return <span className={styles.seal}>{seal}</span>;
  return (
    <button
      type="button"
      className={styles.seal}
      aria-expanded={panel.shown === 'checks'}
      data-panel="checks"
      onClick={() => panel.toggle('checks')}
    >
      {seal}
    </button>
  );
}
