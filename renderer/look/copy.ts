import { useTranslation } from 'react-i18next';
import { toast } from '../app/toast.ts';

/** Copies a whole text, and says so or says that it was refused. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  return (text) => {
    // A page without a secure address has no clipboard at all.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(() => toast(t('copied', { count: text.length })))
      .catch(() => toast(t('copy_refused')));
  };
}
