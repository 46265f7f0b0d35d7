import { expect, it } from 'vitest';
import { formsOf } from './look-alike-forms.ts';

const alike = (a: string, b: string) => formsOf(a).some((form) => formsOf(b).includes(form));

it.each([
  ['tidewright', '\u0442idewright'],
  ['tidewright', 'TIDEWRIGHT'],
  ['tidewright', 'tide wright'],
  ['tidewright', 'tide\u200Bwright'],
  ['tidewright', '\u{1D42D}idewright'],
  ['ada', '\u0430d\u0430'],
  ['Ada', 'A\u217Ea'],
  ['paul', 'pau1'],
  ['PAUL', 'PAUl'],
  ['max', '\u043C\u0430\u0445'],
  ['modern', 'rnodern'],
  ['caf\u00E9', 'cafe\u0301'],
])('%j and %j look alike', (a, b) => {
  expect(alike(a, b)).toBe(true);
  expect(alike(b, a)).toBe(true);
});

it.each([
  ['tidewright', 'tidewrong'],
  ['ada', 'ad'],
  ['caf\u00E9', 'cafe'],
  ['', ' '],
])('%j and %j do not look alike', (a, b) => expect(alike(a, b)).toBe(false));
