/** Everything that can be done from the palette. */

export interface Command {
  id: string;
  group: 'tables' | 'rooms' | 'actions';
  label: string;
  /** As the keyboard list writes it. */
  keys?: string;
  /** Only found by typing: the list without a word stays short. */
  asked?: boolean;
  run(): void;
}

const groups: Command['group'][] = ['tables', 'rooms', 'actions'];
const plain = (text: string) => text.normalize('NFKD').toLowerCase();

/** How many are shown at once. */
const shownMax = 40;

/** The commands whose labels have every word, in the order of their groups; labels that begin with the words come first. */
export function found(commands: readonly Command[], text: string): Command[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const fits = commands.filter(({ label, asked }) =>
    words.length === 0 ? !asked : words.every((word) => plain(label).includes(word)),
  );
  const rank = ({ label, group }: Command) =>
    groups.indexOf(group) - (words.length > 0 && plain(label).startsWith(words[0] ?? '') ? groups.length : 0);
  return fits.toSorted((a, b) => rank(a) - rank(b)).slice(0, shownMax);
}

/** How a shortcut is written here: in the browser, which owns Ctrl, Alt stands for it. */
export const keysHere = (keys: string, web: boolean): string => (web ? keys.replace(/Ctrl Shift|Ctrl/g, 'Alt') : keys);
