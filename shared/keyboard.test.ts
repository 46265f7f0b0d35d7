import { describe, expect, it, test } from 'vitest';
import { digitOf, isComposing, isKey } from './keyboard.ts';

describe('isKey', () => {
  it.each([
    ['QWERTY', { key: 'z', code: 'KeyZ' }, 'Z'],
    ['QWERTZ', { key: 'z', code: 'KeyY' }, 'Z'],
    ['QWERTZ', { key: 'y', code: 'KeyZ' }, 'Y'],
    ['AZERTY', { key: 'a', code: 'KeyQ' }, 'A'],
    ['AZERTY', { key: ',', code: 'KeyM' }, ','],
    ['AZERTY', { key: '.', code: 'Comma' }, '.'],
    ['AZERTY', { key: 'é', code: 'Digit2' }, '2'],
    ['AZERTY', { key: '&', code: 'Digit1' }, '1'],
    ['AZERTY, number pad', { key: '2', code: 'Numpad2' }, '2'],
    ['Dvorak', { key: 'k', code: 'KeyV' }, 'K'],
    ['Dvorak', { key: '.', code: 'KeyE' }, '.'],
    ['Russian', { key: 'л', code: 'KeyK' }, 'K'],
    ['Russian', { key: 'ю', code: 'Period' }, '.'],
    ['Polish with Option on a Mac', { key: 'ń', code: 'KeyN' }, 'N'],
    ['a dead key', { key: 'Dead', code: 'KeyN' }, 'N'],
    ['Caps Lock', { key: 'K', code: 'KeyK' }, 'K'],
    ['a named key', { key: 'Enter', code: 'NumpadEnter' }, 'Enter'],
  ])('%s: %j is %s', (_, event, name) => {
    expect(isKey(event, name)).toBe(true);
  });

  it.each([
    ['QWERTZ', { key: 'z', code: 'KeyY' }, 'Y'],
    ['AZERTY', { key: 'q', code: 'KeyA' }, 'A'],
    ['Dvorak', { key: 't', code: 'KeyK' }, 'K'],
    ['Dvorak', { key: 'v', code: 'Period' }, '.'],
    ['another digit', { key: '3', code: 'Digit2' }, '2'],
    ['a named key', { key: 'Escape', code: 'Escape' }, 'Enter'],
  ])('%s: %j is not %s', (_, event, name) => {
    expect(isKey(event, name)).toBe(false);
  });
});

test.each([
  [{ key: '4', code: 'Digit4', shiftKey: false }, 4],
  [{ key: '4', code: 'Numpad4', shiftKey: false }, 4],
  [{ key: '4', code: 'Digit4', shiftKey: true }, 4],
  [{ key: "'", code: 'Digit4', shiftKey: false }, 4],
  [{ key: '$', code: 'Digit4', shiftKey: true }, null],
  [{ key: '/', code: 'Digit7', shiftKey: true }, null],
  [{ key: 'ArrowLeft', code: 'Numpad4', shiftKey: false }, null],
  [{ key: 'a', code: 'KeyA', shiftKey: false }, null],
])('digitOf %j is %s', (event, expected) => {
  expect(digitOf(event)).toBe(expected);
});

test.each([
  [{ isComposing: true, keyCode: 13 }, true],
  [{ isComposing: false, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 13 }, false],
])('isComposing %j is %s', (event, expected) => {
  expect(isComposing(event)).toBe(expected);
});
