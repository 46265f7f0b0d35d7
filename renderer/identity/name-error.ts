import { useTranslation } from 'react-i18next';
import { characterCount } from '../../shared/json/utf8.ts';
import { cleanName } from '../../shared/peer-text.ts';
import { nicknameMaxCharacters } from '../../shared/signing/grammar.ts';

/** From this many characters on, the field counts them. */
const countedFrom = nicknameMaxCharacters - 16;

/** What is wrong with a typed name; null if nothing is. A community takes at most `nicknameMaxCharacters`. */
export const nameFault = (typed: string): 'missing' | 'long' | null => {
  const count = characterCount(cleanName(typed));
  if (count === 0) return 'missing';
  return count > nicknameMaxCharacters ? 'long' : null;
};

/** The texts below a name field: `error`, why the name is refused (an empty one only once `checked`), and `count`, its length. */
export function useNameTexts(typed: string, checked: boolean): { error: string | null; count: string | null } {
  const { t } = useTranslation('identity');
  const fault = nameFault(typed);
  const values = { count: characterCount(cleanName(typed)), max: nicknameMaxCharacters };
  if (fault === 'long') return { error: t('first.name_long', values), count: null };
  return {
    error: fault === 'missing' && checked ? t('first.name_missing') : null,
    count: values.count >= countedFrom ? t('first.name_count', values) : null,
  };
}
