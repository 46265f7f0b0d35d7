import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry, Offer } from '../../shared/bridge/contract.ts';
import { optionsLine } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import { Slip } from '../look/Slip.tsx';
import { TextButton } from '../look/TextButton.tsx';
import styles from './OfferSheet.module.css';
import { rulesText } from './rules.ts';

/** The game: its name and options, the pace, how the two stand, and the rules in the author's words. */
export function OfferGame({ entry, offer }: { entry: LobbyEntry; offer: Offer | null }) {
  const { t } = useTranslation('lobby');
  const [open, setOpen] = useState(false);
  const line = [optionsLine(entry.options), offer && t('seconds_a_move', { count: offer.decision_seconds })]
    .filter(Boolean)
    .join(', ');
  const met = offer && offer.head_to_head.won + offer.head_to_head.lost + offer.head_to_head.drawn > 0;
  const rules = offer ? rulesText(offer.protocol.description, offer.protocol.rules) : '';
  return (
    <div className={styles.section}>
      <div className="row wrap">
        <h3>{entry.protocol_name}</h3>
        <span className="dim small">{line}</span>
        {rules !== '' && (
          <TextButton className="end" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'hide_rules' : 'rules')}
          </TextButton>
        )}
      </div>
      {offer && (
        <p className={`${styles.met} small dim`} style={{ marginTop: 3 }}>
          {met ? (
            <>
              {t('head_to_head', { name: isolated(entry.host.nickname) })} <b>{t('score', offer.head_to_head)}</b>
            </>
          ) : (
            t('first_meeting', { name: isolated(entry.host.nickname) })
          )}
        </p>
      )}
      {open && (
        <div className={styles.rules}>
          <Slip heading={t('rules_by_author')} text={rules} />
        </div>
      )}
    </div>
  );
}
