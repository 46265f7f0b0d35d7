import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import { recordMaxBytes } from '../../../shared/tables/record-text.ts';
import { asProblem } from '../../core/problem.ts';
import { Card } from '../../ui/Card.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { FileDrop, useFileDrop } from '../../ui/FileDrop.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { TableBand } from '../band/TableBand.tsx';
import { type RecordFileProblem, readRecordFile, recordFileTypes, useRecord } from '../record.ts';
import styles from './CompareRecords.module.css';
import { compareRecords } from './compare.ts';
import { ProofTag } from './ProofTag.tsx';
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
  const recordQuery = useRecord(table);
  const [copy, setCopy] = useState<Copy | null>(null);
  const peer = isolatedName(table.peer.nickname);
  const ownRecord = recordQuery.data;
  const comparison = useMemo(
    () =>
      ownRecord && copy && copy.problem === null ? compareRecords(ownRecord.text, copy.text, ownRecord.spec) : null,
    [ownRecord, copy],
  );
  const ownVerdict = useMemo(
    () => ownRecord && (comparison?.mine ?? verdictOf(ownRecord.text, ownRecord.spec)),
    [ownRecord, comparison],
  );

  const load = async (file: File) => {
    if (!ownRecord) return;
    const result = await readRecordFile(file);
    if ('problem' in result) return setCopy({ name: file.name, text: '', problem: result.problem });
    const problem = isSameTable(ownRecord.text, result.text) ? null : 'other_table';
    setCopy({ name: file.name, text: result.text, problem });
  };
  const { dragging, handlers } = useFileDrop((file) => void load(file));
  const size = formatBytes(i18n.language, recordMaxBytes);

  return (
    <>
      <TableBand table={table} status={t('compare.title')} backPath={`/tables/${table.table_id}`} />
      <div className={styles.page} {...handlers}>
        {recordQuery.isError && <ProblemLine problem={asProblem(recordQuery.error)} />}
        {comparison && (
          <section
            className={styles.meaning}
            data-tone={comparison.meaning === 'same' ? 'same' : 'apart'}
            role="status"
          >
            <h2>{t(`meaning.${comparison.meaning}.title`, { peer })}</h2>
            <p className="measure">
              {t(`meaning.${comparison.meaning}.body`, { peer })} {comparison.sameSeat && t('same_seat')}
            </p>
          </section>
        )}
        {comparison?.difference && (
          <RecordDifference table={table} difference={comparison.difference} by={comparison.by} />
        )}
        <div className={styles.pair}>
          <Card smallTitle title={t('compare.mine')} headerEnd={ownVerdict && <ProofTag proof={ownVerdict.proof} />}>
            {ownVerdict ? <VerdictLines verdict={ownVerdict} /> : !recordQuery.isError && <SkeletonRows rows={3} />}
          </Card>
          <Card
            smallTitle
            title={t('compare.theirs')}
            headerEnd={comparison && <ProofTag proof={comparison.theirs.proof} />}
          >
            {comparison && copy ? (
              <>
                <p className="small faint truncate">{escapeInvisible(copy.name)}</p>
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
                variant={copy ? 'plain' : 'primary'}
                accept={recordFileTypes}
                disabled={!ownRecord}
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
