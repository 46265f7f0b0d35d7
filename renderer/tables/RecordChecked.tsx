import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../look/Tag.tsx';
import styles from './Result.module.css';
import type { KeptRecord } from './record.ts';
import { VerdictLines } from './Verdict.tsx';
import { verdictOf } from './verdict.ts';

/** The whole record, computed again in this window: one plain word, and what it rests on. */
export function RecordChecked({ record }: { record: KeptRecord }) {
  const { t } = useTranslation('record');
  const verdict = useMemo(() => verdictOf(record.text, record.spec), [record]);
  return (
    <div data-testid="verdict">
      <p className={styles.verdict} role="status">
        <Tag tone={verdict.holds ? 'ok' : 'bad'}>{t(verdict.holds ? 'holds' : 'holds_not')}</Tag>
        <span className="small dim">{t(verdict.holds ? 'holds_means' : 'holds_not_means')}</span>
      </p>
      <VerdictLines verdict={verdict} />
    </div>
  );
}
