import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { isNear } from '../../shared/tables/play-candidates.ts';
import { useApp } from '../core/context.tsx';

/** Says before the press whom Play would find, in one sentence. */
export function useCandidateText(): (candidate: LobbyEntry) => string {
  const { t } = useTranslation('play');
  const { t: tLobby } = useTranslation('lobby');
  const own = useApp(({ me }) => me?.rating ?? null);
  return ({ host, house, protocol_name }) => {
    const { rating } = host;
    const names = { name: isolatedName(host.nickname), game: escapeInvisible(protocol_name) };
    if (house?.strength) return t('house_strength', { ...names, strength: tLobby(`strength.${house.strength}`) });
    if (house) return t('house', names);
    if (rating !== null && own !== null && isNear(rating, own))
      return t(rating === own ? 'same' : 'near', { ...names, rating, own });
    return t('person', names);
  };
}
