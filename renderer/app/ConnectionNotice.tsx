import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../ui/Banner.tsx';
import { useLineToMain } from './line-to-main.ts';

/** Shown while the connection to main is lost and being retried, and while main doesn't respond. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const line = useLineToMain();
  if (line === 'live') return null;
  const text = `line_${line}` as const;
  return (
    <Banner role="alert">
      <IconPlugConnectedX size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">
        <b>{t(`${text}.title`)}</b> {t(`${text}.body`)}
      </span>
    </Banner>
  );
}
