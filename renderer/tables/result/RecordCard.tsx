import { IconArrowsDiff, IconFileExport, IconListCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { recordExtension } from '../../../shared/tables/record-text.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { orderedChecks } from '../../trust/seal-checks.ts';
import { TrustCheckLine } from '../../trust/TrustCheckLine.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { shortHash } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { checkRecord } from '../compare/check-record.ts';
import { fileNameOf, readRecord } from '../record.ts';
import styles from './RecordCard.module.css';

const RecordChecked = lazy(() => import('./RecordChecked.tsx').then((module) => ({ default: module.RecordChecked })));

/** The stored record and its head hash, with buttons to verify, export and compare it. */
export function RecordCard({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const { t: tRecord } = useTranslation('record');
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const checks = orderedChecks(table.checks);
  const session = checks.find((check) => check.id === 'session');
  const rules = checks.find((check) => check.id === 'rules');
  const { frames, head } = table.record;
  const verify = useMutation({ mutationFn: () => readRecord(bridge, table.table_id) });
  const save = useMutation({
    mutationFn: async () => {
      const { text, spec } = await readRecord(bridge, table.table_id);
      const { signal } = new AbortController();
      const exported = spec === null ? text : await checkRecord('exported', { text, spec }, signal);
      saveFile(fileNameOf(table, recordExtension), exported);
    },
  });
  const body = useRef<HTMLDivElement>(null);
  /** Held while the record is verified, so that the page does not move under what was pressed. */
  const [heldHeight, setHeldHeight] = useState(0);
  const startVerifying = () => {
    setHeldHeight(body.current?.getBoundingClientRect().height ?? 0);
    verify.mutate();
  };
  const error = verify.error ?? save.error;
  return (
    <Card smallTitle title={t(table.protocol.mode === 'free' ? 'record.title_chat' : 'record.title')}>
      <div ref={body} className={styles.body} style={{ minHeight: heldHeight }}>
        {verify.data ? (
          <Suspense fallback={<p className="small faint">{tRecord('checking')}</p>}>
            <RecordChecked record={verify.data} />
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
            {head !== null && table.phase === 'finished' && (
              <TrustCheckLine
                state={table.record.signed ? 'checked' : 'not_needed'}
                title={tRecord('check.proof.title')}
                detail={tRecord(table.record.signed ? 'check.proof.checked' : 'check.proof.not_needed')}
                evidence={[]}
              />
            )}
            {rules && (
              <TrustCheckLine
                state={rules.state}
                title={t('record.rules')}
                detail={
                  <>
                    {table.protocol.name} <bdi>{shortHash(table.protocol.protocol_id)}</bdi>
                  </>
                }
                evidence={rules.evidence}
              />
            )}
          </ul>
        )}
      </div>
      {head !== null && (
        <div className={`row wrap ${styles.recordActions}`}>
          <Button size="sm" data-action="verify" disabled={verify.data !== undefined} onClick={startVerifying}>
            <IconListCheck size={16} stroke={1.75} aria-hidden="true" />
            {tRecord('check_all')}
          </Button>
          <Button size="sm" data-action="export" onClick={() => save.mutate()}>
            <IconFileExport size={16} stroke={1.75} aria-hidden="true" />
            {tRecord('export')}
          </Button>
          <Button size="sm" data-action="compare" onClick={() => navigate(`/tables/${table.table_id}/compare`)}>
            <IconArrowsDiff size={16} stroke={1.75} aria-hidden="true" />
            {tRecord('compare.open')}
          </Button>
        </div>
      )}
      {error && <ProblemLine problem={asProblem(error)} />}
    </Card>
  );
}
