import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { useLabelBook } from '../core/use-labels.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import styles from './DeprecationNotice.module.css';
import { successorOf } from './successor.ts';

interface DeprecationNoticeProps {
  protocolId: string;
  /** Shows the protocol that follows; `here`: it is on this computer. */
  onShow(successor: { protocol_id: string; here: boolean }): void;
}

/** Why a protocol should no longer be used, in its author's words, and what follows it. Empty for any other protocol. */
export function DeprecationNotice({ protocolId, onShow }: DeprecationNoticeProps) {
  const { t } = useTranslation('hosting');
  const book = useLabelBook();
  const { data } = useDeprecation(protocolId);
  if (!data) return null;
  const { reason } = data;
  const successor = data.successor && book.protocol(data.successor);
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

/** Null for a protocol that isn't deprecated. */
function useDeprecation(protocol: string) {
  const bridge = useBridge();
  const community = useApp((app) => app.community.url);
  return useQuery({
    queryKey: ['deprecation', community, protocol],
    queryFn: async () => {
      const { governance, community } = await bridge.protocols.get({ protocol });
      if (governance.status !== 'deprecated') return null;
      const reason = community?.governance.deprecated_reason ?? null;
      return { reason, successor: successorOf(await bridge.protocols.lineage({ protocol })) };
    },
  });
}
