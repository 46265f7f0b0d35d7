/**
 * The window's keyboard shortcuts: how they are written, and which key events match them. Browsers reserve most Ctrl shortcuts, so
 * the web shell uses Alt in place of Ctrl and Ctrl Shift.
 */
import { isKey } from '../../shared/keyboard.ts';
import { useApp } from './context.tsx';
import { isMac, isTyping } from './keys.ts';

/** By where they work, as written on desktop. Values such as `letters` and `up_down` are ids of translated texts (`palette:key`). */
export const shortcuts = {
  everywhere: {
    palette: 'Ctrl K',
    keys: '?',
    rooms: 'Ctrl 1 … 6',
    settings: 'Ctrl ,',
    start_play: 'Ctrl G',
    host: 'Ctrl N',
    turn: 'Ctrl T',
    undo: 'Ctrl Z',
    region: 'F6',
    history: 'Alt ← →',
  },
  lists: {
    filter: 'Ctrl F',
    move: 'up_down',
    name: 'letters',
    open: 'enter_esc',
    replay: 'Shift Enter',
    delete: 'Delete',
    send: 'Ctrl Enter',
  },
  table: {
    pick: '1 … 9',
    play: 'Enter',
    hold: 'space',
    type: '/',
    plain: 'Ctrl Shift P',
    cover: 'Ctrl .',
    read: 'Ctrl Shift B',
    resign: 'Ctrl Shift R',
  },
  steps: {
    change: 'left_right',
    message: 'up_down_only',
    ends: 'home_end',
    mistake: 'N',
    run: 'space',
    speed: '- +',
  },
} as const;

/** Browsers leave these to the page, so Ctrl works for them in both shells. */
const pageShortcuts: readonly string[] = [
  shortcuts.everywhere.palette,
  shortcuts.everywhere.undo,
  shortcuts.lists.send,
];

/** `Ctrl 1` to `Ctrl 6`, in the order of the rail; Settings, the last room, has its own shortcut. */
export const roomShortcut = (id: string, index: number): string =>
  id === 'settings' ? shortcuts.everywhere.settings : `Ctrl ${index + 1}`;

/** The shortcut as it works in the given shell. */
export const formatShortcut = (keys: string, web: boolean): string =>
  web ? keys.replace(/Ctrl Shift|Ctrl/g, 'Alt') : keys;

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether the event is this Ctrl shortcut. */
export function isShortcut(event: KeyPress, keys: string, web: boolean): boolean {
  const lastKey = keys.split(' ').at(-1)!;
  if (!isKey(event, lastKey)) return false;
  const control = event.ctrlKey || event.metaKey;
  // Some layouts type punctuation marks with Shift.
  const shiftFits = /^[.,]$/.test(lastKey) || event.shiftKey === (keys.includes('Shift') && !(web && event.altKey));
  if (web && event.altKey && !control) return shiftFits;
  if (web && !pageShortcuts.includes(keys)) return false;
  return control && !event.altKey && shiftFits;
}

/** `isShortcut` in this shell. */
export function useShortcuts(): (event: KeyPress & Pick<KeyboardEvent, 'target'>, keys: string) => boolean {
  const web = useApp((app) => app.shell === 'web');
  return (event, keys) => !typesWithOption(event) && isShortcut(event, keys, web);
}

/** On a Mac, Option with a key types a character, such as a letter of Polish. */
const typesWithOption = ({ altKey, key, target }: Pick<KeyboardEvent, 'altKey' | 'key' | 'target'>): boolean =>
  isMac() && altKey && (key.length === 1 || key === 'Dead') && isTyping(target);
