import { expect, test } from 'vitest';
import { budgets } from '../../../shared/tables/budgets.ts';
import { type OpenHandshake, OpenHandshakes } from './open-handshakes.ts';

const { concurrent, perSource } = budgets.handshake;
const isOpen = ({ signal }: OpenHandshake) => !signal.aborted;

test('a key has one handshake at a source: the newest', () => {
  const open = new OpenHandshakes();
  const first = open.open('key', 'here');
  const elsewhere = open.open('key', 'elsewhere');
  const second = open.open('key', 'here');
  // Who claims a key at another source takes nothing from it.
  expect([first, elsewhere, second].map(isOpen)).toEqual([false, true, true]);
});

test('the newest is always admitted; beyond the budget of its source, the oldest of this source gives way', () => {
  const open = new OpenHandshakes();
  const honest = open.open('honest', 'home');
  const strangers: OpenHandshake[] = [];
  for (let number = 0; number < 10 * perSource; number += 1) {
    strangers.push(open.open(`stranger ${number}`, 'one address'));
    expect(isOpen(strangers.at(-1)!)).toBe(true);
  }
  expect(isOpen(honest)).toBe(true);
  expect(strangers.filter(isOpen)).toEqual(strangers.slice(-perSource));

  const neighbour = open.open('neighbour', 'one address');
  expect([honest, neighbour].map(isOpen)).toEqual([true, true]);
});

test('a hundred addresses take no place from a guest, however often they begin', () => {
  const open = new OpenHandshakes();
  const honest = open.open('honest', 'home');
  honest.confirmKey();
  for (let number = 0; number < 100 * 20; number += 1)
    open.open(`stranger ${number}`, `address ${number % 100}`).confirmKey();
  expect(isOpen(honest)).toBe(true);
});

test('beyond the budget of all, the oldest of the source that has the most gives way', () => {
  const open = new OpenHandshakes();
  const first = open.open('first', 'home');
  const of = (source: number) => [0, 1].map((number) => open.open(`${source} ${number}`, `address ${source}`));
  const strangers = Array.from({ length: concurrent / 2 - 1 }, (_, source) => of(source)).flat();
  open.open('last', 'elsewhere');
  expect(strangers.every(isOpen)).toBe(true);
  open.open('one too many', 'anywhere');
  expect([first, ...strangers].map(isOpen)).toEqual([true, false, ...strangers.slice(1).map(() => true)]);
});

test('a guest that has come no longer gives way, nor counts', () => {
  const open = new OpenHandshakes();
  const guest = open.open('guest', 'here');
  guest.settle();
  for (let number = 0; number < 2 * perSource; number += 1) open.open(`stranger ${number}`, 'here');
  open.open('guest', 'here');
  expect(isOpen(guest)).toBe(true);
});

test('those that have ended make room', () => {
  const open = new OpenHandshakes();
  const handshakes = Array.from({ length: perSource }, (_, number) => open.open(`guest ${number}`, 'here'));
  handshakes[1]!.end();
  open.open('next', 'here');
  expect(isOpen(handshakes[0]!)).toBe(true);
});

test('keys that the community has not confirmed take no place from those that it has', () => {
  const open = new OpenHandshakes();
  const honest = open.open('honest', 'home');
  honest.confirmKey();
  for (let number = 0; number < 3 * concurrent; number += 1) open.open(`unknown ${number}`, `address ${number}`);
  expect(isOpen(honest)).toBe(true);

  // Confirmed ones do, each from an address of its own.
  for (let number = 0; number < concurrent; number += 1)
    open.open(`stranger ${number}`, `address ${number}`).confirmKey();
  expect(isOpen(honest)).toBe(false);
});

test('a handshake that has given way is confirmed too late', () => {
  const open = new OpenHandshakes();
  const first = open.open('key', 'here');
  const second = open.open('key', 'here');
  first.confirmKey();
  for (let number = 1; number < perSource; number += 1) open.open(`guest ${number}`, 'here').confirmKey();
  second.confirmKey();
  expect([first, second].map(isOpen)).toEqual([false, true]);
});
