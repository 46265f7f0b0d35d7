import { useTranslation } from 'react-i18next';
import { unknownWords, wordCount } from './recovery-phrase.ts';

/** Says what is wrong with the words of a recovery phrase; null if they may be right. */
export function useWordsError(): (words: readonly string[]) => string | null {
  const { t, i18n } = useTranslation('identity');
  return (words) => {
    const unknown = [...new Set(unknownWords(words))].slice(0, 3);
    if (unknown.length > 0) {
      const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(unknown);
      return t('restore.words_unknown', { count: unknown.length, words: list });
    }
    return words.length === wordCount ? null : t('restore.words_missing', { count: words.length });
  };
}
