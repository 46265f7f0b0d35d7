import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isRatedTable } from '../../../shared/community/rating.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { communityClock, wallTimeOf } from '../../core/clock.ts';
import { usePointsCap } from '../../core/points-cap.ts';
import { closingTime } from '../../hosting/host-request.ts';
import { UnseatedGuest } from '../../hosting/UnseatedGuest.tsx';
import { useGainText } from '../../notices/gain-text.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDayTime, formatTime } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { useOpenText } from '../open-text.ts';
import styles from './RematchStatus.module.css';
import type { Rematch, RematchState } from './use-rematch.ts';

/** While these last, the user may sit down at the rematch, or ask for it. */
const hasWorth: ReadonlySet<Rematch['kind']> = new Set(['asked', 'free', 'open', 'theirs', 'soon']);

/** Whether a rematch would give points; empty after a chat. */
function useRematchWorth(table: Table): string {
  const { t, i18n } = useTranslation('afterwards');
  const isGiving = isRatedTable(table);
  const cap = usePointsCap(isGiving ? table.peer.public_key : null);
  if (table.protocol.mode === 'free') return '';
  if (!isGiving) return t('rematch.unrated');
  if (cap === null) return t('rematch.rated');
  return t('rematch.capped', { time: formatDayTime(i18n.language, wallTimeOf(cap.again_at, communityClock)) });
}

/** What the other side or the user has asked for. Its place is there before a request arrives, so that no button moves. */
export function RematchStatus({ table, state }: { table: Table; state: RematchState }) {
  const { t, i18n } = useTranslation('afterwards');
  const { t: tApp } = useTranslation();
  const { rematch, underWay, problem, decline } = state;
  const peer = isolatedName(table.peer.nickname);
  const offer = rematch.kind === 'offered' ? rematch.offer : null;
  const open = useOpenText(offer);
  const gain = useGainText();
  const worth = useRematchWorth(table);
  const points = offer ? gain(offer)?.sentence : hasWorth.has(rematch.kind) ? worth : '';
  const restingStatus = (): string | undefined => {
    switch (rematch.kind) {
      case 'offered':
        return tApp('sentence', { text: t('rematch.offered', { peer }) });
      case 'asked': {
        if (rematch.hosted.arriving) return t('rematch.arriving', { peer });
        const closes = closingTime(rematch.hosted);
        if (closes === null) return t('rematch.asked_while', { peer });
        return t('rematch.asked', { peer, time: formatTime(i18n.language, wallTimeOf(closes, communityClock)) });
      }
      case 'starting':
        return t('rematch.starting');
      case 'soon':
      case 'theirs':
      case 'refused':
        return t(`rematch.${rematch.kind}`, { peer });
      default:
        return undefined;
    }
  };
  const status = underWay === null ? restingStatus() : t(`rematch.${underWay}`, { peer });
  return (
    <div className={styles.place} data-reserved={(!table.peer.house && rematch.kind !== 'none') || undefined}>
      {(status !== undefined || points) && (
        <p className="grow" data-testid="rematch">
          <span role="status">{status}</span> {underWay === null && points} {underWay === null && open}
        </p>
      )}
      {rematch.kind === 'offered' && (
        <Button variant="felt" onClick={decline}>
          {t('rematch.decline')}
        </Button>
      )}
      {rematch.kind === 'asked' && <UnseatedGuest unseated={rematch.hosted.unseated} />}
      {problem && <ProblemLine problem={problem} />}
    </div>
  );
}
