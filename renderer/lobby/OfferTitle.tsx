import { IconBook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LobbyEntry, Offer } from '../../shared/bridge/contract.ts';
import { useLabels } from '../core/use-labels.ts';
import { Button } from '../ui/Button.tsx';
import { Emblem } from '../ui/Emblem.tsx';
import { usePaceText } from '../ui/pace-text.ts';
import styles from './OfferTitle.module.css';

interface OfferTitleProps {
  entry: LobbyEntry;
  offer: Offer | null;
  /** Joining is for a conversation, not for a game. */
  isChat: boolean;
  /** Null if there are none to show. */
  rules: { open: boolean; toggle(): void } | null;
}

/** The head of the sheet: the game, as it is played at this table. */
export function OfferTitle({ entry, offer, isChat, rules }: OfferTitleProps) {
  const { t } = useTranslation('lobby');
  const paceText = usePaceText();
  const labels = useLabels(entry.protocol_id);
  const timeLimit = offer && t('seconds_a_move', { count: offer.decision_seconds });
  const pace = isChat ? null : paceText.forOptions(entry.options) || timeLimit;
  const summary = labels.list([labels.options(entry.options), pace]);
  return (
    <>
      <span className={styles.emblem}>
        <Emblem bundled={entry.bundled} size={64} />
      </span>
      <div className={`${styles.game} grow`}>
        <h2 id="offer-title">{labels.name(entry.protocol_name)}</h2>
        {summary !== '' && <p className="small dim">{summary}</p>}
        {rules && (
          <Button size="sm" className={styles.rules ?? ''} aria-expanded={rules.open} onClick={rules.toggle}>
            <IconBook size={15} stroke={1.75} aria-hidden="true" />
            {t(rules.open ? 'hide_rules' : 'rules')}
          </Button>
        )}
      </div>
    </>
  );
}
