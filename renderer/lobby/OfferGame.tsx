import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry, Offer } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useLabels } from '../core/use-labels.ts';
import { rulesText } from '../protocols/rules-text.ts';
import { Emblem } from '../ui/Emblem.tsx';
import { PlayerRules } from '../ui/PlayerRules.tsx';
import { usePaceText } from '../ui/pace-text.ts';
import { TextButton } from '../ui/TextButton.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import styles from './OfferGame.module.css';
import offerSheet from './OfferSheet.module.css';

/** The game: name, options, pace, past results between the two, and the rules. */
export function OfferGame({ entry, offer, isChat }: { entry: LobbyEntry; offer: Offer | null; isChat: boolean }) {
  const { t } = useTranslation('lobby');
  const [rulesOpen, setRulesOpen] = useState(false);
  const paceText = usePaceText();
  const labels = useLabels(entry.protocol_id);
  const timeLimit = offer && t('seconds_a_move', { count: offer.decision_seconds });
  const pace = isChat ? null : paceText.forOptions(entry.options) || timeLimit;
  const summary = labels.list([labels.options(entry.options), pace]);
  const haveMet = offer && offer.head_to_head.won + offer.head_to_head.lost + offer.head_to_head.drawn > 0;
  const rules = labels.rules ? '' : offer ? rulesText(offer.protocol.description, offer.protocol.rules) : '';
  return (
    <div className={offerSheet.section}>
      <div className="row">
        <Emblem bundled={entry.bundled} size={32} />
        <div className={`${styles.game} grow row wrap`}>
          <h3>{labels.name(entry.protocol_name)}</h3>
          <span className="dim small">{summary}</span>
        </div>
        {(labels.rules !== null || rules !== '') && (
          <TextButton className="nowrap" aria-expanded={rulesOpen} onClick={() => setRulesOpen(!rulesOpen)}>
            {t(rulesOpen ? 'hide_rules' : 'rules')}
          </TextButton>
        )}
      </div>
      {offer && !isChat && (
        <p className={`${styles.pastResults} small dim`} style={{ marginTop: 'var(--s1)' }}>
          {haveMet ? (
            <>
              {t('head_to_head', { name: isolatedName(entry.host.nickname) })} <b>{t('score', offer.head_to_head)}</b>
            </>
          ) : (
            t('first_meeting', { name: isolatedName(entry.host.nickname) })
          )}
        </p>
      )}
      {rulesOpen && (
        <div className={styles.rules}>
          {labels.rules ? (
            <PlayerRules rules={labels.rules} />
          ) : (
            <UntrustedText heading={t('rules_by_author')} text={rules} />
          )}
        </div>
      )}
    </div>
  );
}
