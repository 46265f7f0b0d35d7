import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HostedTable } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useCommunityName } from '../core/community-name.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import styles from './UnseatedGuest.module.css';

/** Why the last guest of a waiting table could not be seated. Anyone can be this guest, so it interrupts nobody. */
export function UnseatedGuest({ unseated }: Pick<HostedTable, 'unseated'>) {
  return <div role="status">{unseated && <Reason {...unseated} />}</div>;
}

function Reason({ reason, nickname }: NonNullable<HostedTable['unseated']>) {
  const { t } = useTranslation('hosting');
  const { t: tApp } = useTranslation();
  const why = t(`unseated.reason.${reason}`, { community: useCommunityName() });
  const who = nickname === null ? null : t('unseated.name', { name: isolatedName(nickname) });
  return (
    <div className="row top small" data-unseated={reason}>
      <IconUserOff size={18} stroke={1.75} className="warn" aria-hidden="true" />
      <div className={`${styles.text} grow row wrap`}>
        <p className={styles.words}>
          <b>{t('unseated.title')}</b> {who === null ? why : tApp('sentences', { first: why, second: who })}
        </p>
        <CopyButton value={reason} />
      </div>
    </div>
  );
}
