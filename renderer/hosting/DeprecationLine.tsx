import { useTranslation } from 'react-i18next';
import type { Deprecation } from '../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { UntrustedLine } from '../ui/UntrustedText.tsx';

/** In a list: why a protocol is deprecated, in its author's words, and what follows it. Empty if neither is known. */
export function DeprecationLine({ deprecation }: { deprecation: Deprecation }) {
  const { t } = useTranslation('hosting');
  const { reason, successor } = deprecation;
  return (
    <>
      {successor && (
        <span className="strong">
          {t('deprecated.newer', { name: isolatedName(escapeInvisible(successor.name)) })}{' '}
        </span>
      )}
      {reason !== null && reason !== '' && <UntrustedLine text={reason} />}
    </>
  );
}
