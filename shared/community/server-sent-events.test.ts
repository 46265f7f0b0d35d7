import { expect, test } from 'vitest';
import { EventReader, formatEvent } from './server-sent-events.ts';

const readAll = (text: string) => new EventReader(1000).read(text);

// The examples of WHATWG HTML, section 9.2.6.
test('parses the examples of the standard', () => {
  const message = (data: string, id = '', event = 'message') => ({ event, data, id });
  const cases: [string, object[]][] = [
    ['data: YHOO\ndata: +2\ndata: 10\n\n', [message('YHOO\n+2\n10')]],
    [
      ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n',
      [message('first event', '1'), message('second event'), message(' third event')],
    ],
    ['data\n\ndata\ndata\n\ndata:', [message(''), message('\n')]],
    ['data:test\n\ndata: test\n\n', [message('test'), message('test')]],
    ['\ufeffevent: a\rdata: x\r\rid: 7\r\n\r\ndata: y\r\n\r\nevent: b\n\n', [message('x', '', 'a'), message('y', '7')]],
    ['id: 1\0\ndata: x\nother: z\nretry: 5\n\n', [message('x')]],
    ['data: never finished\n', []],
  ];
  for (const [text, events] of cases) {
    expect(readAll(text), text).toEqual(events);
    // The result is the same wherever the stream is split, even within a line break.
    const reader = new EventReader(1000);
    expect([...text, '\n'].flatMap((character) => reader.read(character))).toEqual(readAll(`${text}\n`));
  }
});

test('parses what eventText writes', () => {
  const event = { id: '12-7', event: 'hello', data: '{"type":"hello"}' };
  expect(readAll(formatEvent(event) + formatEvent({ ...event, id: '12-8' }))).toEqual([
    event,
    { ...event, id: '12-8' },
  ]);
});

test('throws on an event beyond the size limit', () => {
  expect(() => readAll(`data: ${'x'.repeat(1000)}`)).toThrow(RangeError);
  const reader = new EventReader(1000);
  expect(() => {
    for (let i = 0; i < 30; i += 1) reader.read(`data: ${'x'.repeat(50)}\n`);
  }).toThrow(RangeError);
  expect(readAll(`: ${'x'.repeat(900)}\n`.repeat(5))).toEqual([]);
});
