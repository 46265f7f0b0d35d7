import { IconBolt, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { summarizeChecks } from '../../trust/seal-checks.ts';
import { TrustChecks } from '../../trust/TrustChecks.tsx';
import { formatRoundTrip } from '../../ui/format.ts';
import { Hash } from '../../ui/Hash.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { absenceTimes } from '../absence-times.ts';
import { DecisionOrigins } from '../DecisionOrigins.tsx';
import { SealedHands } from '../fairness/SealedHands.tsx';
import { PanelHead } from './PanelHead.tsx';

interface ChecksPartProps {
  table: Table;
  onClose(): void;
  onSelectRound(round: number): void;
}

/** What this computer has checked at the table: the seal, commitments, who decided, the connection and the table's hashes. */
export function ChecksPart({ table, onClose, onSelectRound }: ChecksPartProps) {
  const { t } = useTranslation('tables');
  const { t: tTrust } = useTranslation('trust');
  const { passedCount: done, hasFailed } = summarizeChecks(table.checks);
  const host = table.role === 'host' ? table.me : table.peer;
  return (
    <>
      <PanelHead
        title={hasFailed ? tTrust('count_failed') : tTrust('count', { done })}
        closeLabel={t('checks.close')}
        onClose={onClose}
      />
      <TrustChecks checks={table.checks} host={host.nickname} board={table.board?.source ?? null} />
      {table.sealed_rounds.length > 0 && <SealedHands table={table} onSelectRound={onSelectRound} />}
      {table.protocol.mode !== 'free' && (
        <section>
          <h3>{t('who_decided')}</h3>
          <DecisionOrigins table={table} />
        </section>
      )}
      <Connection table={table} />
      <section>
        <h3>{t('checks.ids')}</h3>
        <p className="row wrap small">
          {t('table_id')} <Hash value={table.table_id} />
        </p>
        {table.record.head !== null && (
          <p className="row wrap small">
            {tTrust('evidence.record_head')} <Hash value={table.record.head} />
          </p>
        )}
      </section>
    </>
  );
}

function Connection({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const { kind, rtt_ms, gives_up_at, unheard_since } = table.connection;
  const absences = (['own', 'peer'] as const).flatMap((side) => {
    const times = table.phase === 'playing' ? absenceTimes(table.absence[side]) : null;
    if (times === null) return [];
    return t(`absence.${side}`, { ...times, peer: isolatedName(table.peer.nickname) });
  });
  const lostText = () => t(table.phase !== 'playing' ? 'line.over' : gives_up_at === null ? 'line.none' : 'line.gone');
  return (
    <section>
      <div className="row">
        <h3>{t('connection')}</h3>
        {kind !== 'none' && (
          <span className="end">
            <Tag tone={unheard_since === undefined ? 'good' : 'warn'}>
              {kind === 'direct' ? (
                <IconBolt size={14} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconRoute size={14} stroke={1.75} aria-hidden="true" />
              )}
              {t(`line.${kind}`)}
            </Tag>
          </span>
        )}
      </div>
      <p className="small faint">
        {kind === 'none'
          ? lostText()
          : unheard_since !== undefined
            ? t('line.unheard')
            : rtt_ms === null
              ? t('line.unmeasured')
              : t('line.rtt', { ms: formatRoundTrip(rtt_ms) })}
      </p>
      {kind !== 'none' && <p className="small faint">{t(`line.${kind}_means`)}</p>}
      {absences.map((text) => (
        <p key={text} className="small faint">
          {text}
        </p>
      ))}
    </section>
  );
}
