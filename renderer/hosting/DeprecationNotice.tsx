import { useTranslation } from 'react-i18next';
import type { Deprecation } from '../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { useDeprecation } from '../core/deprecations.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import styles from './DeprecationNotice.module.css';

interface DeprecationNoticeProps {
  protocolId: string;
  onShow(successor: NonNullable<Deprecation['successor']>): void;
}

/** Why a protocol should no longer be used, in its author's words, and what follows it. Empty for any other protocol. */
export function DeprecationNotice({ protocolId, onShow }: DeprecationNoticeProps) {
  const { t } = useTranslation('hosting');
  const deprecation = useDeprecation(protocolId);
  if (!deprecation) return null;
  const { reason, successor } = deprecation;
  return (
    <Banner role="status">
      <div className={`col gap2 grow ${styles.notice}`} data-testid="deprecated">
        <b>{t('deprecated.title')}</b>
        {reason !== null && reason !== '' && <UntrustedText heading={t('deprecated.reason')} text={reason} />}
        {successor && (
          <Button className="start" data-action="successor" onClick={() => onShow(successor)}>
            <span className={styles.name}>
              {t('deprecated.show', { name: isolatedName(escapeInvisible(successor.name)) })}
            </span>
          </Button>
        )}
      </div>
    </Banner>
  );
}
