/** The commands of the palette: which of them match the typed text, and in what order. */
import { toSearchText } from '../../shared/search-text.ts';

export interface Command {
  id: string;
  group: 'tables' | 'people' | 'protocols' | 'rooms' | 'actions';
  label: string;
  /** What the label is about, such as the room in `Go to Studio`: found like the label itself. */
  name?: string;
  /** Additional search terms, in both languages; not shown. */
  keywords?: string;
  /** Shown at the end of the row. */
  note?: string;
  /** The shortcut, as written in core/shortcuts.ts. */
  keys?: string;
  /** Shown in search results only, so that the initial list stays short. */
  searchOnly?: boolean;
  run(): void;
}

/** Group order before anything is typed: running tables first. */
const initialGroups: Command['group'][] = ['tables', 'rooms', 'actions', 'people', 'protocols'];
/** Group order among equally good matches. */
const resultGroups: Command['group'][] = ['actions', 'rooms', 'people', 'protocols', 'tables'];

/** Limits on results: in total, and for each group. */
const resultsMax = 40;
const groupMax = 12;

const wordsOf = (text: string): string[] => text.split(/[\s:：,，.。、()（）“”"/-]+/).filter(Boolean);

/**
 * Match quality, 0 best: whole label or name, prefix of either, word prefixes, keyword prefixes, any part of the label. Null for no match.
 * Chinese, written without spaces, also matches inside keywords.
 */
function qualityOf({ label, name: shortName = label, keywords = '' }: Command, text: string): number | null {
  const [name, keywordText] = [toSearchText(label), toSearchText(keywords)];
  const names = [name, toSearchText(shortName)];
  const typedWords = wordsOf(text);
  if (names.includes(text)) return 0;
  if (names.some((start) => start.startsWith(text))) return 1;
  const allStartIn = (words: readonly string[]) =>
    typedWords.every((typedWord) => words.some((word) => word.startsWith(typedWord)));
  if (allStartIn(wordsOf(name))) return 2;
  if (allStartIn([...wordsOf(name), ...wordsOf(keywordText)])) return 3;
  if (
    /\p{Script=Han}/u.test(text) &&
    typedWords.every((typedWord) => name.includes(typedWord) || keywordText.includes(typedWord))
  )
    return 3;
  return typedWords.every((typedWord) => name.includes(typedWord)) ? 4 : null;
}

/** The commands matching the typed text, best first; without text, all but the search-only ones, by group. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const text = toSearchText(typed).trim().replace(/\s+/g, ' ');
  if (wordsOf(text).length === 0) {
    const initialCommands = commands.filter(({ searchOnly }) => !searchOnly);
    return initialCommands
      .toSorted((a, b) => initialGroups.indexOf(a.group) - initialGroups.indexOf(b.group))
      .slice(0, resultsMax);
  }
  const matches = commands.flatMap((command) => {
    const quality = qualityOf(command, text);
    return quality === null ? [] : [{ command, quality, group: resultGroups.indexOf(command.group) }];
  });
  matches.sort((a, b) => a.quality - b.quality || a.group - b.group);
  const counts = new Map<string, number>();
  const limitedMatches = matches.filter(({ command: { group } }) => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= groupMax;
  });
  return limitedMatches.slice(0, resultsMax).map(({ command }) => command);
}
