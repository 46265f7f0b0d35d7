import type { TFunction } from 'i18next';

/** CodeMirror's phrases and their keys in the locale. */
const phraseKeys = {
  Find: 'find',
  Replace: 'replace_with',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'match_case',
  'by word': 'by_word',
  regexp: 'regexp',
  replace: 'replace',
  'replace all': 'replace_all',
  close: 'close',
  'current match': 'current_match',
  'on line': 'on_line',
  'replaced $ matches': 'replaced_matches',
  'replaced match on line $': 'replaced_match',
  'Go to line': 'go_to_line',
  go: 'go',
  'Selection deleted': 'selection_deleted',
  'Control character': 'control_character',
} as const;

export const editorPhrases = (t: TFunction<'protocols'>): { [phrase: string]: string } =>
  Object.fromEntries(Object.entries(phraseKeys).map(([phrase, key]) => [phrase, t(`editor.${key}`)]));
