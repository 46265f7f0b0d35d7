import { useTranslation } from 'react-i18next';
import type { LobbyEntry, Offer } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useGameCount } from '../inbox/queries.ts';
import { PersonMenu } from '../people/person-actions.tsx';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { ModeBadge } from '../ui/ModeBadge.tsx';
import { PersonLink } from '../ui/PersonLink.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import styles from './OfferPerson.module.css';

interface OfferPersonProps {
  entry: LobbyEntry;
  offer: Offer | null;
  /** Joining is for a conversation, not for a game. */
  isChat: boolean;
}

/** Who opened the table, how the two have played so far, and what the host wrote. */
export function OfferPerson({ entry, offer, isChat }: OfferPersonProps) {
  const { t } = useTranslation('lobby');
  const { t: tApp } = useTranslation();
  const { host, message } = entry;
  const name = isolatedName(host.nickname);
  const gameCount = useGameCount(host.public_key);
  const haveScore = offer && offer.head_to_head.won + offer.head_to_head.lost + offer.head_to_head.drawn > 0;
  return (
    <>
      <div className={`${styles.person} row top`}>
        <Identicon publicKey={host.public_key} mode={entry.host_control_mode} size={36} />
        <div className={`${styles.about} grow`}>
          <div className="row wrap">
            <b className="truncate">
              <PersonLink person={host} />
            </b>
            <LookAlike person={host} />
            {host.rating !== null && <span className="dim">{host.rating}</span>}
            <ModeBadge mode={entry.host_control_mode} claimed={!host.house} />
          </div>
          {offer && !isChat && (
            <p className="small dim">
              {haveScore ? (
                <>
                  {t('head_to_head', { name })} <b>{t('score', offer.head_to_head)}</b>
                </>
              ) : gameCount > 0 ? (
                t('played_here', { name, count: gameCount })
              ) : (
                t('first_meeting', { name })
              )}
            </p>
          )}
        </div>
        {!entry.own && !host.house && (
          <PersonMenu
            publicKey={host.public_key}
            name={host.nickname}
            about={{ kind: 'offer', post_id: entry.post_id }}
          />
        )}
      </div>
      {message !== '' && <UntrustedText heading={tApp('wrote', { name })} text={message} />}
    </>
  );
}
