import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { communityClock, wallTimeOf } from '../core/clock.ts';
import type { Problem } from '../core/problem.ts';
import { formatNearTime, formatPoints } from '../ui/format.ts';
import styles from './GainCell.module.css';

/** Problems that no choice of the user and no later attempt can solve. */
export const unplayableCodes: readonly Problem['code'][] = ['mode_unsupported', 'hooks_missing', 'spec_unsupported'];

/** No points at the moment: the two have played as many rated games as count. */
export const isCapped = (entry: LobbyEntry) => entry.cap !== null && entry.cap.used >= entry.cap.limit;

/** The rating points for a win, or why there are none at the moment. */
export function GainCell({ entry }: { entry: LobbyEntry }) {
  const { t, i18n } = useTranslation('lobby');
  if (entry.refusal) {
    return (
      <>
        <span className="small strong bad block">
          {t(unplayableCodes.includes(entry.refusal.code) ? 'cannot_play' : 'cannot_join')}
        </span>
        <span className="micro faint">
          {i18n.exists(`lobby:refusal.${entry.refusal.code}`)
            ? t(`refusal.${entry.refusal.code}` as 'refusal.binding_invalid')
            : t('refusal.other')}
        </span>
      </>
    );
  }
  if (entry.gain === null)
    return <span className="small faint">{t(entry.type === 'chat' ? 'no_points' : 'no_rating')}</span>;
  if (isCapped(entry)) {
    return (
      <>
        <span className="small strong warn block">{t('no_points')}</span>
        {entry.cap?.again_at != null && (
          <span className="micro faint">
            {t('until', {
              time: formatNearTime(i18n.language, wallTimeOf(entry.cap.again_at, communityClock), Date.now()),
            })}
          </span>
        )}
      </>
    );
  }
  return (
    <>
      <span className={`${styles.delta} block`}>{formatPoints(entry.gain.win)}</span>
      <span className="micro faint">{t(entry.says_result ? 'if_you_agree' : 'if_you_win')}</span>
    </>
  );
}
