import { IconArrowsDiff, IconFileExport, IconListCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { shortHash } from '../look/format.ts';
import { saveFile } from '../look/save-file.ts';
import { orderedChecks } from '../trust/checks.ts';
import { TrustCheckLine } from '../trust/TrustCheckLine.tsx';
import styles from './Result.module.css';
import { fileNameOf, type KeptRecord, readRecord } from './record.ts';

const RecordChecked = lazy(() => import('./RecordChecked.tsx').then((module) => ({ default: module.RecordChecked })));

/** What was kept of the table, what holds it together, and what one can do with it. */
export function RecordCard({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const { t: words } = useTranslation('record');
  const bridge = useBridge();
  const [, go] = useLocation();
  const [record, setRecord] = useState<KeptRecord | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const checks = orderedChecks(table.checks);
  const session = checks.find((check) => check.id === 'session');
  const rules = checks.find((check) => check.id === 'rules');
  const { frames, head } = table.record;
  const withRecord = async (use: (kept: KeptRecord) => void | Promise<void>) => {
    setProblem(null);
    try {
      await use(await readRecord(bridge, table.table_id));
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const save = () =>
    withRecord(async ({ text, spec }) => {
      const { exportRecord } = await import('../../shared/tables/verify.ts');
      saveFile(fileNameOf(table), spec === null ? text : exportRecord(text, spec));
    });
  return (
    <Card minor title={t('record.title')}>
      {record ? (
        <Suspense fallback={<p className="small faint">{words('checking')}</p>}>
          <RecordChecked record={record} />
        </Suspense>
      ) : (
        <ul>
          {session && (
            <TrustCheckLine
              state={session.state}
              title={t('record.session')}
              detail={
                session.problem?.message ??
                t(session.state === 'checked' ? 'record.session_checked' : 'record.session_open')
              }
              evidence={session.evidence}
            />
          )}
          <TrustCheckLine
            state={head === null ? 'to_come' : 'checked'}
            title={t('record.frames', { count: frames })}
            detail={head === null ? t('record.no_head') : t('record.head', { hash: shortHash(head) })}
            evidence={
              head === null
                ? []
                : [
                    { name: 'record_head', value: head },
                    { name: 'table_id', value: table.table_id },
                    ...(table.hooks ? [{ name: 'hooks_hash', value: table.hooks.hash }] : []),
                  ]
            }
          />
          {rules && (
            <TrustCheckLine
              state={rules.state}
              title={t('record.rules')}
              detail={`${table.protocol.name} ${shortHash(table.protocol.protocol_id)}`}
              evidence={rules.evidence}
            />
          )}
        </ul>
      )}
      {head !== null && (
        <div className={styles.recordActions}>
          <Button size="sm" data-action="verify" disabled={record !== null} onClick={() => void withRecord(setRecord)}>
            <IconListCheck size={16} stroke={1.75} aria-hidden="true" />
            {words('check_all')}
          </Button>
          <Button size="sm" data-action="export" onClick={() => void save()}>
            <IconFileExport size={16} stroke={1.75} aria-hidden="true" />
            {words('export')}
          </Button>
          <Button size="sm" data-action="compare" onClick={() => go(`/tables/${table.table_id}/compare`)}>
            <IconArrowsDiff size={16} stroke={1.75} aria-hidden="true" />
            {words('compare.open')}
          </Button>
        </div>
      )}
      {problem && <ProblemLine problem={problem} />}
    </Card>
  );
}
