import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { closingAt } from '../../shared/community/renewal.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { communityClock, useClock } from '../core/clock.ts';
import { formatCountdown } from '../ui/format.ts';

/** How long the peer's offer of a rematch stays open; empty without an offer. */
export function useOpenText(offer: LobbyEntry | null): string {
  const { t } = useTranslation('afterwards');
  const now = useClock(offer !== null, 500, communityClock);
  if (offer === null) return '';
  const closes = closingAt(offer, now);
  if (closes === null) return t('rematch.open_while', { peer: isolatedName(offer.host.nickname) });
  return t('rematch.open_for', { time: formatCountdown(closes - now) });
}
