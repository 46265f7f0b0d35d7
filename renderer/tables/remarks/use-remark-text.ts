import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Remark } from '../../../shared/tables/remarks.ts';

/** A phrase in the reader's language, or a text with nothing hidden in it. */
export function useRemarkText(): (remark: Remark) => string {
  const { t } = useTranslation('tables');
  return (remark) => ('phrase' in remark ? t(`remarks.phrase.${remark.phrase}`) : escapeInvisible(remark.text));
}
