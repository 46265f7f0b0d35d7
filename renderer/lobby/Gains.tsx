import { useTranslation } from 'react-i18next';
import type { LobbyEntry, Offer } from '../../shared/bridge/contract.ts';
import { communityClock, wallTimeOf } from '../core/clock.ts';
import { formatDayTime, formatPoints } from '../ui/format.ts';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import { isCapped } from './GainCell.tsx';
import styles from './Gains.module.css';
import offerSheet from './OfferSheet.module.css';

const outcomes = ['win', 'draw', 'loss'] as const;

/** The rating points for each outcome, and how many rated games the two have left. */
export function Gains({ entry, isChat }: { entry: LobbyEntry & Pick<Offer, 'no_draw'>; isChat: boolean }) {
  const { t, i18n } = useTranslation('lobby');
  const { gain, cap } = entry;
  if (gain === null) {
    return <p className={`${offerSheet.section} small faint`}>{t(isChat ? 'unrated_chat' : 'unrated')}</p>;
  }
  const capped = isCapped(entry);
  return (
    <>
      <dl className={styles.gains}>
        {outcomes
          .filter((outcome) => !(outcome === 'draw' && entry.no_draw))
          .map((outcome) => (
            <div key={outcome}>
              <dt className="micro faint">{t(`outcome.${outcome}`)}</dt>
              <dd className={gain[outcome] > 0 ? undefined : styles.zero}>{formatPoints(gain[outcome])}</dd>
            </div>
          ))}
      </dl>
      <p className="small faint" style={{ marginTop: 'var(--s2)' }}>
        {capped && cap?.again_at != null
          ? t('capped', {
              used: cap.used,
              time: formatDayTime(i18n.language, wallTimeOf(cap.again_at, communityClock)),
            })
          : t('nobody_loses')}
        <SentenceSpace />
        {!capped && cap && t('counted', { used: cap.used, limit: cap.limit })}
      </p>
      {entry.says_result && <p className="small">{t('by_hand_no_winner')}</p>}
    </>
  );
}
