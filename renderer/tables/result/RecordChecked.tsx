import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ProofTag } from '../compare/ProofTag.tsx';
import { VerdictLines } from '../compare/VerdictLines.tsx';
import { verdictOf } from '../compare/verdict.ts';
import type { StoredRecord } from '../record.ts';
import styles from './RecordChecked.module.css';

/** The result of verifying the whole record in this window. */
export function RecordChecked({ record }: { record: StoredRecord }) {
  const { t } = useTranslation('record');
  const verdict = useMemo(() => verdictOf(record.text, record.spec), [record]);
  return (
    <div data-testid="verdict">
      <p className={`row wrap ${styles.verdict}`} role="status">
        <ProofTag proof={verdict.proof} />
        <span className="small dim">{t(`proof.${verdict.proof}.means`)}</span>
      </p>
      <VerdictLines verdict={verdict} />
    </div>
  );
}
