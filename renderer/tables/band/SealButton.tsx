import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Seal } from '../../trust/Seal.tsx';
import { summarizeChecks } from '../../trust/seal-checks.ts';
import { checkRound } from '../fairness/fairness.ts';
import type { TablePanel } from '../panel/use-table-panel.ts';
import styles from './TableBand.module.css';

/** How many commitments were opened to something else than what was committed. */
const countBroken = ({ sealed_rounds }: Pick<Table, 'sealed_rounds'>): number =>
  sealed_rounds.filter((round) => checkRound(round) === 'different').length;

/** What this computer has checked, in short; what doesn't hold comes first. */
export function useSealText({ checks, sealed_rounds }: Pick<Table, 'checks' | 'sealed_rounds'>): string {
  const { t } = useTranslation('tables');
  const { t: tTrust } = useTranslation('trust');
  const { passedCount: done, hasFailed } = summarizeChecks(checks);
  if (hasFailed) return tTrust('count_failed');
  const broken = countBroken({ sealed_rounds });
  return broken > 0 ? t('band.seal_broken', { count: broken }) : t('band.seal', { done });
}

/** The seal of a table, which opens the checks where the panel has them. */
export function SealButton({ table, panel }: { table: Table; panel?: TablePanel | undefined }) {
  const text = useSealText(table);
  const seal = (
    <>
      <Seal checks={table.checks} isBroken={countBroken(table) > 0} size={24} onWood />
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
