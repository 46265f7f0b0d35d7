/** The commands of the palette: which of them match the typed text, and in what order. */
import { searchable } from '../../shared/search-text.ts';

export interface Command {
  id: string;
  group: 'tables' | 'people' | 'protocols' | 'rooms' | 'actions';
  label: string;
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
const typedGroups: Command['group'][] = ['actions', 'rooms', 'people', 'protocols', 'tables'];

/** Limits on results: in total, and for each group. */
const resultsMax = 40;
const groupMax = 12;

const wordsOf = (text: string): string[] => text.split(/[\s:：,，.。、()（）“”"/-]+/).filter(Boolean);

/**
 * Match quality, 0 best: whole label, label prefix, word prefixes, keyword prefixes, any part of the label. Null for no match.
 * Chinese, written without spaces, also matches inside keywords.
 */
function qualityOf({ label, keywords = '' }: Command, text: string): number | null {
  const [name, extra] = [searchable(label), searchable(keywords)];
  const typed = wordsOf(text);
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  const allBegin = (words: readonly string[]) => typed.every((each) => words.some((word) => word.startsWith(each)));
  if (allBegin(wordsOf(name))) return 2;
  if (allBegin([...wordsOf(name), ...wordsOf(extra)])) return 3;
  if (/\p{Script=Han}/u.test(text) && typed.every((each) => name.includes(each) || extra.includes(each))) return 3;
  return typed.every((each) => name.includes(each)) ? 4 : null;
}

/** The commands matching the typed text, best first; without text, all but the search-only ones, by group. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const text = searchable(typed).trim().replace(/\s+/g, ' ');
  if (wordsOf(text).length === 0) {
    const shown = commands.filter(({ searchOnly }) => !searchOnly);
    return shown
      .toSorted((a, b) => initialGroups.indexOf(a.group) - initialGroups.indexOf(b.group))
      .slice(0, resultsMax);
  }
  const matches = commands.flatMap((command) => {
    const quality = qualityOf(command, text);
    return quality === null ? [] : [{ command, quality, group: typedGroups.indexOf(command.group) }];
  });
  matches.sort((a, b) => a.quality - b.quality || a.group - b.group);
  const counts = new Map<string, number>();
  const limited = matches.filter(({ command: { group } }) => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= groupMax;
  });
  return limited.slice(0, resultsMax).map(({ command }) => command);
}
