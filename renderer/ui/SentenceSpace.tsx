import { useTranslation } from 'react-i18next';

/** The space between two sentences; none in Chinese, whose full stop has its own. */
export function SentenceSpace() {
  const { t } = useTranslation();
  return t('sentences', { first: '', second: '' });
}
