import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolated, visible } from '../../../shared/peer-text.ts';
import { recordMaxBytes } from '../../../shared/tables/record-text.ts';
import { asProblem } from '../../core/problem.ts';
import { Card } from '../../ui/Card.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { FileDrop, useFileDrop } from '../../ui/FileDrop.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { type RecordFileProblem, readRecordFile, recordFileTypes, useRecord } from '../record.ts';
import { TableHeader } from '../TableHeader.tsx';
import styles from './CompareRecords.module.css';
import { compare } from './compare.ts';
import { RecordDifference } from './RecordDifference.tsx';
import { VerdictLines } from './VerdictLines.tsx';
import { isSameTable, verdictOf } from './verdict.ts';

interface Copy {
  name: string;
  text: string;
  /** Why it can't be compared with this table's record. */
  problem: RecordFileProblem | 'other_table' | null;
}

/** Compares the stored record with another copy: the first differing message and what it implies. */
export function CompareRecords({ table }: { table: Table }) {
  const { t, i18n } = useTranslation('record');
  const record = useRecord(table);
  const [copy, setCopy] = useState<Copy | null>(null);
  const peer = isolated(table.peer.nickname);
  const own = record.data;
  const comparison = useMemo(
    () => (own && copy && copy.problem === null ? compare(own.text, copy.text, own.spec) : null),
    [own, copy],
  );
  const mine = useMemo(() => own && (comparison?.mine ?? verdictOf(own.text, own.spec)), [own, comparison]);

  const load = async (file: File) => {
    if (!own) return;
    const read = await readRecordFile(file);
    if ('problem' in read) return setCopy({ name: file.name, text: '', problem: read.problem });
    const problem = isSameTable(own.text, read.text) ? null : 'other_table';
    setCopy({ name: file.name, text: read.text, problem });
  };
  const { dragging, handlers } = useFileDrop((file) => void load(file));
  const size = formatBytes(i18n.language, recordMaxBytes);
  const tag = (valid: boolean) => <Tag tone={valid ? 'ok' : 'bad'}>{t(valid ? 'holds' : 'holds_not')}</Tag>;

  return (
    <>
      <TableHeader table={table} turn={t('compare.title')} back={`/tables/${table.table_id}`} />
      <div className={styles.page} {...handlers}>
        {record.isError && <ProblemLine problem={asProblem(record.error)} />}
        {comparison && (
          <section
            className={styles.meaning}
            data-tone={comparison.meaning === 'same' ? 'same' : 'apart'}
            role="status"
          >
            <h2>{t(`meaning.${comparison.meaning}.title`, { peer })}</h2>
            <p className="measure">
              {t(`meaning.${comparison.meaning}.body`, { peer })} {comparison.same_seat && t('same_seat')}
            </p>
          </section>
        )}
        {comparison?.difference && (
          <RecordDifference table={table} difference={comparison.difference} by={comparison.by} />
        )}
        <div className={styles.pair}>
          <Card minor title={t('compare.mine')} state={mine && tag(mine.valid)}>
            {mine ? <VerdictLines verdict={mine} /> : !record.isError && <SkeletonRows rows={3} />}
          </Card>
          <Card minor title={t('compare.theirs')} state={comparison && tag(comparison.theirs.valid)}>
            {comparison && copy ? (
              <>
                <p className="small faint cut">{visible(copy.name)}</p>
                <VerdictLines verdict={comparison.theirs} theirs />
              </>
            ) : (
              <FileDrop dragging={dragging} title={t('compare.drop', { peer })} hint={t('compare.how', { size })} />
            )}
            {copy?.problem && (
              <p className={`small bad ${styles.problem}`} role="alert">
                {t(`copy.${copy.problem}`, { size })}
              </p>
            )}
            <div className={styles.pick}>
              <FileButton
                look={copy ? 'plain' : 'primary'}
                accept={recordFileTypes}
                disabled={!own}
                onFile={(file) => void load(file)}
              >
                {t(copy ? 'compare.pick_other' : 'compare.pick')}
              </FileButton>
            </div>
          </Card>
        </div>
        <p className="small faint measure">{t('compare.stays')}</p>
      </div>
    </>
  );
}
