import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { InboxMessage } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useApp } from '../core/context.tsx';
import { TrustCheckLine } from '../trust/TrustCheckLine.tsx';
import styles from './SenderProof.module.css';

/** How the sender was verified, and what the community could see of the message. */
export function SenderProof({ message: { writer, signature, written_at, size } }: { message: InboxMessage }) {
  const { t, i18n } = useTranslation('inbox');
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const name = isolatedName(writer?.name ?? '');
  return (
    <div className={styles.proof}>
      <ul>
        <TrustCheckLine
          state={signature === 'valid' ? 'checked' : signature === 'none' ? 'to_come' : 'failed'}
          title={t(`proof.${signature}.title`, { name })}
          detail={t(`proof.${signature}.detail`)}
          evidence={
            writer && written_at !== null
              ? [
                  { name: 'writer_key', value: writer.public_key },
                  { name: 'reader_key', value: ownKey },
                  { name: 'written_at', value: new Date(written_at).toISOString() },
                ]
              : []
          }
        />
      </ul>
      <p className="row top small faint">
        <IconLock size={16} stroke={1.75} aria-hidden="true" />
        <span>{t('proof.sealed', { size: new Intl.NumberFormat(i18n.language).format(size) })}</span>
      </p>
    </div>
  );
}
