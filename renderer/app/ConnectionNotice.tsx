import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../bridge/connection.ts';
import { useBridge } from '../core/context.tsx';
import { Banner } from '../ui/Banner.tsx';
import { useAnswers } from './use-answers.ts';

/** Shown while the connection to main is lost and being retried, and while main does not answer. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const state = useSyncExternalStore(connection.subscribe, connection.get);
  const answers = useAnswers(useBridge());
  if (state !== 'lost' && answers) return null;
  const text = state === 'lost' ? 'line_lost' : 'unanswered';
  return (
    <Banner role="alert">
      <IconPlugConnectedX size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">
        <b>{t(`${text}.title`)}</b> {t(`${text}.body`)}
      </span>
    </Banner>
  );
}
