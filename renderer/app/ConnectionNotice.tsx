import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../bridge/connection.ts';
import { useClockStopped } from '../core/clock.ts';
import { Banner } from '../ui/Banner.tsx';

/** Shown while the connection to main is lost and being retried, and while main doesn't respond. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const state = useSyncExternalStore(connection.subscribe, connection.get);
  const isSilent = useClockStopped();
  if (state !== 'lost' && !(state === 'connected' && isSilent)) return null;
  const text = state === 'lost' ? 'line_lost' : 'line_silent';
  return (
    <Banner role="alert">
      <IconPlugConnectedX size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">
        <b>{t(`${text}.title`)}</b> {t(`${text}.body`)}
      </span>
    </Banner>
  );
}
