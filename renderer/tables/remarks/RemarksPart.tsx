import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Blocked, PersonMenu } from '../../people/person-actions.tsx';
import styles from './Remarks.module.css';
import { MuteButton, Remarks } from './Remarks.tsx';
import { useIsSilenced, useRemarks } from './use-remarks.ts';

/** In the panel beside a board. */
export function RemarksPart({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const state = useRemarks(table);
  const isSilenced = useIsSilenced(table);
  const { public_key, nickname, house } = table.peer;
  if (!state && !isSilenced) return null;
  const person = { publicKey: public_key, name: nickname };
  return (
    <section className={styles.section} data-testid="remarks-part">
      <div className="row">
        <h2 className="h3">{t('remarks.title')}</h2>
        <span className="row end">
          {state?.open && <MuteButton table={table} state={state} />}
          {!house && <PersonMenu {...person} about={{ kind: 'table', table_id: table.table_id }} />}
        </span>
      </div>
      {state ? <Remarks table={table} state={state} /> : <Blocked {...person} />}
    </section>
  );
}
