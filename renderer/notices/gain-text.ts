import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { givesNoPoints } from '../../shared/community/rating.ts';
import { communityClock, wallTimeOf } from '../core/clock.ts';
import { formatDayTime, formatPoints } from '../ui/format.ts';

/** What the game at an open table would give, for whoever is about to join it; null for a chat, and while it is unknown. */
export interface GainText {
  sentence: string;
  /** For places without room for a sentence. */
  tag: string;
}

export function useGainText(): (entry: LobbyEntry) => GainText | null {
  const { t, i18n } = useTranslation();
  return (entry) => {
    const { gain, cap } = entry;
    if (givesNoPoints(entry)) {
      const again = gain === null ? null : (cap?.again_at ?? null);
      const time = again === null ? '' : formatDayTime(i18n.language, wallTimeOf(again, communityClock));
      return {
        sentence: again === null ? t('points.none') : t('points.none_until', { time }),
        tag: t('points.none_tag'),
      };
    }
    if (gain === null) return null;
    const points = formatPoints(gain.win);
    return { sentence: t('points.win', { points }), tag: points };
  };
}
