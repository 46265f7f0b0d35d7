import { useTranslation } from 'react-i18next';
import { useLabels } from '../core/use-labels.ts';
import { PlayerRules } from '../ui/PlayerRules.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import styles from './OfferRules.module.css';

interface OfferRulesProps {
  protocolId: string;
  /** Of a game that didn't come with Parlor; empty if there are none. */
  authorRules: string;
}

/** All rules of the game. */
export function OfferRules({ protocolId, authorRules }: OfferRulesProps) {
  const { t } = useTranslation('lobby');
  const { rules } = useLabels(protocolId);
  return (
    <div className={styles.rules}>
      {rules ? <PlayerRules rules={rules} /> : <UntrustedText heading={t('rules_by_author')} text={authorRules} />}
    </div>
  );
}

/** A few lines on how the game is played, where the window has room for them. */
export function OfferGuide({ protocolId }: { protocolId: string }) {
  const { t } = useTranslation('lobby');
  const { guide } = useLabels(protocolId);
  if (!guide) return null;
  return (
    <section className={styles.guide}>
      <h3>{t('how_played')}</h3>
      <ol>
        {guide.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </section>
  );
}
