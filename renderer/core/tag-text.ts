import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { ratedPrefix, readableFamily } from './families.ts';

/** A family as text, for the families of any protocol: they share their identifiers with the tags of the bundled games. */
export function useFamilyText(): (family: string) => string {
  const { t, i18n } = useTranslation('lobby');
  return (family) => {
    const name = family.replace(ratedPrefix, '');
    return i18n.exists(`lobby:tag.${name}`) ? t(`tag.${name}` as 'tag.quick') : escapeInvisible(readableFamily(family));
  };
}

/** A tag as text: translated if a bundled protocol uses it, otherwise its author's text with invisible characters made visible. */
export function useTagText(): (tag: string) => string {
  const { t, i18n } = useTranslation('lobby');
  return (tag) => (i18n.exists(`lobby:tag.${tag}`) ? t(`tag.${tag}` as 'tag.quick') : escapeInvisible(tag));
}
