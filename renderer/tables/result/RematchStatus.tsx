import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { communityClock, wallTimeOf } from '../../core/clock.ts';
import { closingTime } from '../../hosting/host-request.ts';
import { UnseatedGuest } from '../../hosting/UnseatedGuest.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatTime } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { useOpenText } from '../open-text.ts';
import styles from './RematchStatus.module.css';
import type { RematchState } from './use-rematch.ts';

/** What the other side or the user has asked for. Its place is there before a request arrives, so that no button moves. */
export function RematchStatus({ table, state }: { table: Table; state: RematchState }) {
  const { t, i18n } = useTranslation('afterwards');
  const { t: tApp } = useTranslation();
  const { rematch, underWay, problem, decline } = state;
  const peer = isolatedName(table.peer.nickname);
  const open = useOpenText(rematch.kind === 'offered' ? rematch.offer : null);
  const restingStatus = (): string | undefined => {
    switch (rematch.kind) {
      case 'offered':
        return tApp('sentence', { text: t('rematch.offered', { peer }) });
      case 'asked': {
        const closes = closingTime(rematch.hosted) ?? rematch.hosted.expires_at;
        const time = formatTime(i18n.language, wallTimeOf(closes, communityClock));
        return rematch.hosted.arriving ? t('rematch.arriving', { peer }) : t('rematch.asked', { peer, time });
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
      {status !== undefined && (
        <p className="grow" data-testid="rematch">
          <span role="status">{status}</span> {underWay === null && open}
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
