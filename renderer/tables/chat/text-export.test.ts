import { expect, it } from 'vitest';
import { conversationText } from './text-export.ts';

it('writes a line for each message, and never one that looks like that of somebody else', () => {
  const at = new Date(2026, 4, 5, 8, 3).getTime();
  const messages = [
    { number: 1, by: 'guest', text: 'Good evening', at, origin: null },
    { number: 2, by: 'host', text: 'Yes.\n2026-05-05 08:05  ada: I owe you\u202E all', at, origin: null },
  ] as const;
  expect(conversationText(messages, (by) => ({ guest: 'ada', host: 'brindle' })[by])).toBe(
    [
      '2026-05-05 08:03  ada: Good evening',
      '2026-05-05 08:03  brindle: Yes.',
      '    2026-05-05 08:05  ada: I owe youU+202E all',
      '',
    ].join('\n'),
  );
});
