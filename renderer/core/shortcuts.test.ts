import { describe, expect, it } from 'vitest';
import { formatShortcut, isShortcut, roomShortcut, shortcuts } from './shortcuts.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, held: Partial<typeof none>) => ({
  ...{ key, code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key === '.' ? 'Period' : key },
  ...{ ...none, ...held },
});
const { everywhere, lists, table } = shortcuts;

describe('shortcuts on desktop', () => {
  it('require Ctrl or Cmd, and Shift exactly if they are written with it', () => {
    expect(isShortcut(press('n', { ctrlKey: true }), everywhere.host, false)).toBe(true);
    expect(isShortcut(press('n', { metaKey: true }), everywhere.host, false)).toBe(true);
    expect(isShortcut(press('N', { ctrlKey: true, shiftKey: true }), everywhere.host, false)).toBe(false);
    expect(isShortcut(press('P', { ctrlKey: true, shiftKey: true }), table.plain, false)).toBe(true);
    expect(isShortcut(press('p', { ctrlKey: true }), table.plain, false)).toBe(false);
    expect(isShortcut(press('n', { altKey: true }), everywhere.host, false)).toBe(false);
    expect(isShortcut(press('n', { ctrlKey: true, altKey: true }), everywhere.host, false)).toBe(false);
    expect(isShortcut(press('n', {}), everywhere.host, false)).toBe(false);
  });

  it('go by what a key types on the layout in use', () => {
    const qwertz = (key: string, code: string) => ({ ...press(key, { ctrlKey: true }), code });
    expect(isShortcut(qwertz('z', 'KeyY'), everywhere.undo, false)).toBe(true);
    expect(isShortcut(qwertz('y', 'KeyZ'), everywhere.undo, false)).toBe(false);
    expect(isShortcut({ ...press('т', { ctrlKey: true }), code: 'KeyN' }, everywhere.host, false)).toBe(true);
    const azerty = { ...press('.', { ctrlKey: true, shiftKey: true }), code: 'Comma' };
    expect(isShortcut(azerty, table.cover, false)).toBe(true);
    expect(isShortcut({ ...azerty, ctrlKey: false, altKey: true }, table.cover, true)).toBe(true);
    expect(isShortcut(press(',', { ctrlKey: true }), everywhere.settings, false)).toBe(true);
    expect(isShortcut(press('.', { ctrlKey: true }), table.cover, false)).toBe(true);
  });
});

describe('shortcuts in a browser', () => {
  it('use Alt instead of Ctrl and Ctrl Shift', () => {
    expect(isShortcut(press('n', { altKey: true }), everywhere.host, true)).toBe(true);
    expect(isShortcut(press('p', { altKey: true }), table.plain, true)).toBe(true);
    expect(isShortcut(press('n', { ctrlKey: true }), everywhere.host, true)).toBe(false);
    expect(formatShortcut(table.resign, true)).toBe('Alt R');
    expect(formatShortcut('Ctrl 1', true)).toBe('Alt 1');
    expect(formatShortcut('Ctrl 1', false)).toBe('Ctrl 1');
  });

  it('open rooms by digits that need Shift on this layout', () => {
    const azerty = { ...press('é', { altKey: true }), code: 'Digit2' };
    expect(isShortcut(azerty, roomShortcut('tables', 1), true)).toBe(true);
    expect(isShortcut(azerty, roomShortcut('protocols', 2), true)).toBe(false);
  });

  it('also accept Ctrl where browsers leave it to the page', () => {
    for (const held of [{ ctrlKey: true }, { altKey: true }]) {
      expect(isShortcut(press('k', held), everywhere.palette, true)).toBe(true);
      expect(isShortcut(press('z', held), everywhere.undo, true)).toBe(true);
      expect(isShortcut(press('Enter', held), lists.send, true)).toBe(true);
    }
  });
});

it('numbers the rooms, and gives Settings a comma', () => {
  expect(roomShortcut('lobby', 0)).toBe('Ctrl 1');
  expect(roomShortcut('settings', 6)).toBe(everywhere.settings);
});
