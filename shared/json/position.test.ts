import { expect, it } from 'vitest';
import { pointerPosition, positionOf } from './position.ts';

const text = `{
  "name": "x, } ]",
  "messages": [
    { "name": "a" },
    {
      "name": "b\\"", "n": -1.5e3 ,"fields": {"a/b": [ 1,2, [3] ]}
    }
  ]
}
`;
const at = (pointer: string) => Object.values(pointerPosition(text, pointer)).join(':');

it('locates members at their key and elements at their first character', () => {
  expect(at('')).toBe('1:1');
  expect(at('/name')).toBe('2:3');
  expect(at('/messages')).toBe('3:3');
  expect(at('/messages/0')).toBe('4:5');
  expect(at('/messages/1')).toBe('5:5');
  expect(at('/messages/1/n')).toBe('6:22');
  expect(at('/messages/1/fields/a~1b/1')).toBe('6:57');
  expect(at('/messages/1/fields/a~1b/2/0')).toBe('6:61');
});

it('locates the nearest existing ancestor of a missing value', () => {
  expect(at('/flow/mode')).toBe('1:1');
  expect(at('/messages/0/fields/action')).toBe('4:5');
  expect(at('/messages/7')).toBe('3:3');
  expect(at('/name/deeper')).toBe('2:3');
});

it('counts lines and columns from 1', () => {
  expect(positionOf('ab\ncd', 0)).toEqual({ line: 1, column: 1 });
  expect(positionOf('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
});
