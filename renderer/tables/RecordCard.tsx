import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { Card } from '../look/Card.tsx';
import { shortHash } from '../look/format.ts';
import { orderedChecks } from '../trust/checks.ts';
import { TrustCheckLine } from '../trust/TrustCheckLine.tsx';

/** What was kept of the table, and what holds it together. */
export function RecordCard({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const checks = orderedChecks(table.checks);
  const session = checks.find((check) => check.id === 'session');
  const rules = checks.find((check) => check.id === 'rules');
  const { frames, head } = table.record;
  return (
    <Card minor title={t('record.title')}>
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
    </Card>
  );
}
