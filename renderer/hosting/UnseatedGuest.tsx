import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HostedTable } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useCommunityName } from '../core/community-name.ts';
import { CopyButton } from '../ui/CopyButton.tsx';

/** Why the last guest of a waiting table could not be seated. Anyone can be this guest, so it interrupts nobody. */
export function UnseatedGuest({ unseated }: Pick<HostedTable, 'unseated'>) {
  const { t } = useTranslation('hosting');
  const community = useCommunityName();
  return (
    <div role="status">
      {unseated && (
        <p className="row top small" data-unseated={unseated.reason}>
          <IconUserOff size={18} stroke={1.75} className="warn" aria-hidden="true" />
          <span className="grow">
            <b>{t('unseated.title')}</b> {t(`unseated.reason.${unseated.reason}`, { community })}{' '}
            {unseated.nickname !== null && t('unseated.name', { name: isolatedName(unseated.nickname) })}
          </span>
          <CopyButton value={unseated.reason} />
        </p>
      )}
    </div>
  );
}
