import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';

/** A tag as text: translated if a bundled protocol uses it, otherwise its author's text with invisible characters made visible. */
export function useTagText(): (tag: string) => string {
  const { t, i18n } = useTranslation('lobby');
  return (tag) => (i18n.exists(`lobby:tag.${tag}`) ? t(`tag.${tag}` as 'tag.quick') : escapeInvisible(tag));
}
