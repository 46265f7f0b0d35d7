import { useTranslation } from 'react-i18next';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { reveal } from '../../ui/reveal.ts';
import { useRecordCheck } from '../compare/check-record.ts';
import { ProofTag } from '../compare/ProofTag.tsx';
import { VerdictLines } from '../compare/VerdictLines.tsx';
import type { StoredRecord } from '../record.ts';
import styles from './RecordChecked.module.css';

/** The result of verifying the whole record on this computer. */
export function RecordChecked({ record }: { record: StoredRecord }) {
  const { t } = useTranslation('record');
  const { result: verdict, problem } = useRecordCheck('verdict', record);
  if (problem) return <ProblemLine problem={problem} />;
  return (
    <div data-testid="verdict">
      <p className={`row wrap ${styles.verdict}`} role="status" ref={reveal}>
        {verdict && <ProofTag proof={verdict.proof} />}
        <span className="small dim">{verdict ? t(`proof.${verdict.proof}.means`) : t('checking')}</span>
      </p>
      {verdict && <VerdictLines verdict={verdict} />}
    </div>
  );
}
