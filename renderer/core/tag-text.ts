import { useTranslation } from 'react-i18next';
import { visible } from '../../shared/peer-text.ts';

/** A tag as text: translated if a protocol of Parlor uses it, else as its author wrote it. */
export function useTagText(): (tag: string) => string {
  const { t, i18n } = useTranslation('lobby');
  return (tag) => (i18n.exists(`lobby:tag.${tag}`) ? t(`tag.${tag}` as 'tag.quick') : visible(tag));
}
