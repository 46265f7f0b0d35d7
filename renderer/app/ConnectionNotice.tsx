import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../bridge/connection.ts';
import { Banner } from '../ui/Banner.tsx';

/** Shown while the connection to main is lost and being retried. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const state = useSyncExternalStore(connection.subscribe, connection.get);
  if (state !== 'lost') return null;
  return (
    <Banner role="alert">
      <IconPlugConnectedX size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">
        <b>{t('line_lost.title')}</b> {t('line_lost.body')}
      </span>
    </Banner>
  );
}
