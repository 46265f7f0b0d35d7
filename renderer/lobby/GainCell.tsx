import { useTranslation } from 'react-i18next';
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { clockTime, signed } from '../look/format.ts';
import styles from './Lobby.module.css';

const held = (entry: LobbyEntry) => entry.cap !== null && entry.cap.used >= entry.cap.limit;

/** What a win would bring now, or why nothing. */
export function GainCell({ entry }: { entry: LobbyEntry }) {
  const { t, i18n } = useTranslation('lobby');
  if (entry.refusal) {
    return (
      <>
        <span className="small strong bad block">{t('cannot_join')}</span>
        <span className="micro faint">
          {i18n.exists(`lobby:refusal.${entry.refusal.code}`)
            ? t(`refusal.${entry.refusal.code}` as 'refusal.binding_invalid')
            : t('refusal.other')}
        </span>
      </>
    );
  }
  if (entry.gain === null) return <span className="small faint">{t('no_rating')}</span>;
  if (held(entry)) {
    return (
      <>
        <span className="small strong warn block">{t('no_points')}</span>
        {entry.cap?.again_at != null && (
          <span className="micro faint">{t('again_at', { time: clockTime(i18n.language, entry.cap.again_at) })}</span>
        )}
      </>
    );
  }
  return (
    <>
      <span className={`${styles.delta} block`}>{signed(entry.gain.win)}</span>
      <span className="micro faint">{t('if_you_win')}</span>
    </>
  );
}
