import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import styles from './Remarks.module.css';
import { MuteButton, Remarks } from './Remarks.tsx';
import { useRemarks } from './use-remarks.ts';

/** In the panel beside a board. */
export function RemarksPart({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const state = useRemarks(table);
  if (!state) return null;
  return (
    <section className={styles.section} data-testid="remarks-part">
      <div className="row">
        <h2 className="h3">{t('remarks.title')}</h2>
        <span className="end">{state.open && <MuteButton table={table} state={state} />}</span>
      </div>
      <Remarks table={table} state={state} />
    </section>
  );
}
