import { useTranslation } from 'react-i18next';
import { toast } from '../core/toast.ts';

/** Copies a text and shows a toast with the outcome. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  return (text) => {
    // Insecure origins have no `navigator.clipboard`; the access throws.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(() => toast(t('copied', { count: text.length })))
      .catch(() => toast(t('copy_refused')));
  };
}
