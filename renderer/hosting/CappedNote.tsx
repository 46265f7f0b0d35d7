import { useTranslation } from 'react-i18next';
import { isRated } from '../../shared/community/rating.ts';
import { communityClock, wallTimeOf } from '../core/clock.ts';
import { usePointsCap } from '../core/points-cap.ts';
import { formatDayTime } from '../ui/format.ts';

/** Says that a game against this person gives no points now; empty while it does. */
export function CappedNote({ publicKey, family }: { publicKey: string | null; family: string | null }) {
  const { t, i18n } = useTranslation('lobby');
  const cap = usePointsCap(publicKey);
  if (cap === null || !isRated(family)) return null;
  const time = formatDayTime(i18n.language, wallTimeOf(cap.again_at, communityClock));
  return <p className="small warn">{t('capped', { used: cap.used, time })}</p>;
}
