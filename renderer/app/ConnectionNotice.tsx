import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLineToMain } from './line-to-main.ts';
import { NoticeLine } from './NoticeLine.tsx';

/** Shown while the connection to main is lost and being retried, and while main doesn't respond. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const line = useLineToMain();
  if (line === 'live') return null;
  const text = `line_${line}` as const;
  return (
    <NoticeLine key={line} Icon={IconPlugConnectedX} title={t(`${text}.title`)} body={t(`${text}.body`)} unfolds />
  );
}
