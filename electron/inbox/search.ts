/** Searches the texts of messages and contacts: every typed word must occur. */
import { toSearchText } from '../../shared/search-text.ts';
import type { AnyStoredMessage } from './stored-entries.ts';

/** Prepared texts of messages, so that each is prepared once and not at each key. */
const preparedTexts = new WeakMap<AnyStoredMessage, string>();

export function searchTextOf(message: AnyStoredMessage): string {
  let text = preparedTexts.get(message);
  if (text === undefined) {
    text = toSearchText(message.words ?? '');
    preparedTexts.set(message, text);
  }
  return text;
}

/** `texts` are prepared by `toSearchText`. */
export type Matcher = (texts: Iterable<string>) => boolean;

export function matcherOf(query: string): Matcher {
  const words = toSearchText(query).split(/\s+/).filter(Boolean);
  return (texts) => {
    const missing = new Set(words);
    if (missing.size === 0) return true;
    for (const text of texts) {
      for (const word of missing) if (text.includes(word)) missing.delete(word);
      if (missing.size === 0) return true;
    }
    return false;
  };
}
