import { useMemo, useRef, useState } from 'react';
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
import { reveal } from '../../ui/reveal.ts';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { TableBand } from '../band/TableBand.tsx';
import { type RecordFileProblem, readRecordFile, recordFileTypes, useRecord } from '../record.ts';
import styles from './CompareRecords.module.css';
import { useRecordCheck } from './check-record.ts';
import { ProofTag } from './ProofTag.tsx';
import { RecordDifference } from './RecordDifference.tsx';
import { VerdictLines } from './VerdictLines.tsx';

interface Copy {
  name: string;
  text: string | null;
  /** Why it can't be read. */
  problem: RecordFileProblem | null;
}

/** Compares the stored record with another copy: the first differing message and what it implies. */
export function CompareRecords({ table }: { table: Table }) {
  const { t, i18n } = useTranslation('record');
  const recordQuery = useRecord(table);
  const [copy, setCopy] = useState<Copy | null>(null);
  const latestFile = useRef<File | null>(null);
  const peer = isolatedName(table.peer.nickname);
  const ownRecord = recordQuery.data;
  const pair = useMemo(
    () => ownRecord && copy?.text != null && { mine: ownRecord.text, theirs: copy.text, spec: ownRecord.spec },
    [ownRecord, copy],
  );
  const compared = useRecordCheck('comparison', pair || null);
  const own = useRecordCheck('verdict', ownRecord);
  const ownVerdict = own.result;
  const comparison = compared.result && 'comparison' in compared.result ? compared.result.comparison : null;
  const copyProblem =
    copy?.problem ?? (compared.result && 'problem' in compared.result ? compared.result.problem : null);
  const isComparing = copy !== null && comparison === null && copyProblem === null && compared.problem === null;

  const load = async (file: File) => {
    latestFile.current = file;
    const result = await readRecordFile(file);
    if (latestFile.current !== file) return;
    setCopy({ name: file.name, text: null, problem: null, ...result });
  };
  const { dragging, handlers } = useFileDrop((file) => void load(file));
  const problem = own.problem ?? compared.problem;
  const size = formatBytes(i18n.language, recordMaxBytes);

  return (
    <>
      <TableBand table={table} status={t('compare.title')} backPath={`/tables/${table.table_id}`} />
      <div className={styles.page} {...handlers}>
        {recordQuery.isError && <ProblemLine problem={asProblem(recordQuery.error)} />}
        {problem && <ProblemLine problem={problem} />}
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
            {ownVerdict ? (
              <VerdictLines verdict={ownVerdict} />
            ) : (
              !recordQuery.isError && !problem && <SkeletonRows rows={3} />
            )}
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
            {isComparing && (
              <p className="small faint" role="status">
                {t('checking')}
              </p>
            )}
            {copyProblem && (
              <p className={`small bad ${styles.problem}`} role="alert" ref={reveal}>
                {t(`copy.${copyProblem}`, { size })}
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
