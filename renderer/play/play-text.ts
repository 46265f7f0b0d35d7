import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { givesNoPoints } from '../../shared/community/rating.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { isNear } from '../../shared/tables/play-candidates.ts';
import { useApp } from '../core/context.tsx';

/** Says before the press whom Play would find, and whether the game gives no points. */
export function useCandidateText(): (candidate: LobbyEntry) => string {
  const { t } = useTranslation('play');
  const { t: tApp } = useTranslation();
  const { t: tLobby } = useTranslation('lobby');
  const own = useApp(({ me }) => me?.rating ?? null);
  const waitingText = ({ host, house, protocol_name }: LobbyEntry) => {
    const { rating } = host;
    const names = { name: isolatedName(host.nickname), game: escapeInvisible(protocol_name) };
    if (house?.strength) return t('house_strength', { ...names, strength: tLobby(`strength.${house.strength}`) });
    if (house) return t('house', names);
    if (rating !== null && own !== null && isNear(rating, own))
      return t(rating === own ? 'same' : 'near', { ...names, rating, own });
    return t('person', names);
  };
  return (candidate) =>
    givesNoPoints(candidate)
      ? tApp('sentences', { first: waitingText(candidate), second: t('no_points') })
      : waitingText(candidate);
}
