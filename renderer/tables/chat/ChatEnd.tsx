import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { useContactName } from '../../core/context.tsx';
import { UnseatedGuest } from '../../hosting/UnseatedGuest.tsx';
import { Button } from '../../ui/Button.tsx';
import { useCopy } from '../../ui/clipboard.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { useOpenText } from '../open-text.ts';
import { useOutcomeText } from '../outcome-text.ts';
import { type Rematch, useRematch } from '../result/use-rematch.ts';
import { useSeats } from '../seats.ts';
import styles from './ChatEnd.module.css';

interface ChatEndProps {
  table: Table;
  /** Who left; null if the conversation broke off, or while that is being read. */
  leftBy: Role | null;
  /** What was typed and never sent. */
  draft: string;
}

/** In the place of the field, once the conversation is over: how it ended, and how to talk again. */
export function ChatEnd({ table, leftBy, draft }: ChatEndProps) {
  const { t } = useTranslation('chat');
  const { isOwn } = useSeats(table);
  const outcome = useOutcomeText();
  const copy = useCopy();
  const peer = isolatedName(table.peer.nickname);
  const isBlocked = useContactName(table.peer.public_key)?.blocked ?? false;
  const how = () => {
    if (isBlocked) return t('ended.blocked', { peer });
    if (table.phase === 'failed') return t('ended.broke_off', { reason: outcome(table).line });
    if (leftBy === null) return t('ended.over');
    return isOwn(leftBy) ? t('ended.own') : t('ended.peer', { peer });
  };
  return (
    <section className={styles.end} data-region="decision" aria-label={t('composer')} tabIndex={-1}>
      <p role="status" data-testid="chat-end">
        {how()}
      </p>
      {draft.trim() !== '' && (
        <p className="row wrap small">
          <span className="truncate">{t('ended.draft', { text: draft })}</span>
          <Button size="sm" onClick={() => copy(draft)}>
            {t('copy')}
          </Button>
        </p>
      )}
      {!isBlocked && <TalkAgain table={table} />}
    </section>
  );
}

/** Another conversation with the same person. */
function TalkAgain({ table }: { table: Table }) {
  const { t } = useTranslation('chat');
  const [, navigate] = useLocation();
  const { rematch, busy, underWay, problem, request, decline, withdraw } = useRematch(table);
  const open = useOpenText(rematch.kind === 'offered' ? rematch.offer : null);
  const peer = isolatedName(table.peer.nickname);
  const status = statusOf(rematch, underWay);
  const isWaiting = ['asked', 'starting', 'soon'].includes(rematch.kind);
  const canAsk = rematch.kind === 'free' || rematch.kind === 'open' || rematch.kind === 'offered';
  return (
    <div className="row wrap" data-testid="rematch">
      {status !== null && (
        <span role="status" className="small">
          {t(`again.${status}`, { peer })} {underWay === null && open}
        </span>
      )}
      {rematch.kind === 'next' && (
        <Button data-action="rematch" onClick={() => navigate(`/tables/${rematch.table_id}`)}>
          {t('again.go')}
        </Button>
      )}
      {canAsk && (
        <Button data-action="rematch" aria-disabled={busy || undefined} onClick={request}>
          {t(rematch.kind === 'free' && !table.peer.house ? 'again.ask' : 'again.talk')}
        </Button>
      )}
      {rematch.kind === 'offered' && <Button onClick={decline}>{t('again.decline')}</Button>}
      {isWaiting && <Button onClick={withdraw}>{t('again.withdraw')}</Button>}
      {rematch.kind === 'asked' && <UnseatedGuest unseated={rematch.hosted.unseated} />}
      {problem && <ProblemLine problem={problem} />}
    </div>
  );
}

/** What is said about it, as a text of `again`; null while there is nothing to say. */
function statusOf(rematch: Rematch, underWay: 'joining' | 'opening' | null) {
  if (underWay !== null) return underWay;
  if (rematch.kind === 'asked') return rematch.hosted.arriving ? 'arriving' : 'asked';
  const { kind } = rematch;
  return kind === 'offered' || kind === 'starting' || kind === 'soon' || kind === 'refused' ? kind : null;
}
