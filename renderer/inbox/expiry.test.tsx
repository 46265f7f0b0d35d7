/** What the community holds is counted by the community's clock, whatever this computer's date. */
import { expect, it } from 'vitest';
import type { InboxMessage, InboxStatus, SentInboxMessage } from '../../shared/bridge/contract.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf } from '../testing/samples.ts';
import { MessageItem } from './MessageItem.tsx';
import { QuotaCard } from './Quota.tsx';
import { UnverifiedPane } from './UnverifiedPane.tsx';

const community = Date.UTC(2031, 0, 1, 12);
const hourMs = 3_600_000;
const message: InboxMessage = {
  ...{ id: 1, size: 100, created_at: community - 4 * hourMs, expires_at: community + 20 * hourMs, held: true },
  ...{
    relation: 'known',
    text: 'Hello',
    writer: null,
    written_at: null,
    signature: 'none',
    read_at: 1,
    table: null,
    invited_to: null,
  },
};
const inbox = {
  quota: { count: 3, capacity: 50, level: 'high', oldest_expires_at: message.expires_at },
  ...{ received_count: 3, newest_at: message.created_at },
} as InboxStatus;

it('quota and messages tell the time left by the community’s clock', async () => {
  await renderPart(
    <>
      <QuotaCard inbox={inbox} onCleared={() => {}} />
      <ol>
        <MessageItem
          message={{ kind: 'received', at: message.created_at, content: message }}
          name="tidewright"
          tabIndex={0}
          onFocus={() => {}}
          onDelete={() => {}}
        />
      </ol>
      <UnverifiedPane message={message} onClose={() => {}} />
    </>,
    { handlers: { app: { clock: () => ({ clock: 1_000, community }) } } },
  );
  await expect
    .poll(() => document.body.textContent?.match(/\b\d+\u00a0h\b/g) ?? [])
    .toEqual(Array(3).fill('20\u00a0h'));
});

it('a challenge that is over, and a message that has expired, are delivered, and nothing is said of the slot', async () => {
  const post_id = '7c21e0aa-1111-4222-8333-123456789abc';
  const sent = (changes: Partial<SentInboxMessage>): SentInboxMessage => ({
    ...{ id: 1, to: { public_key: keyOf(3), name: 'tidewright', house: false }, text: 'Hello', signed: true },
    ...{ sent_at: message.created_at, expires_at: message.expires_at, invited_to: null },
    ...changes,
  });
  const declined = {
    ...{ protocol_id: keyOf(4), protocol_name: 'Connect Four', options: {}, game: true, declined: true },
  };
  const messages = [
    sent({ id: 1 }),
    sent({ id: 2, text: `A game?\nparlor://join/${post_id}`, invited_to: declined }),
    sent({ id: 3, expires_at: community - 1 }),
  ];
  const screen = await renderPart(
    <ol>
      {messages.map((content) => (
        <MessageItem
          key={content.id}
          message={{ kind: 'sent', at: content.sent_at, content }}
          name="tidewright"
          tabIndex={0}
          onFocus={() => {}}
          onDelete={() => {}}
        />
      ))}
    </ol>,
    {
      handlers: {
        app: { clock: () => ({ clock: 1_000, community }) },
        tables: { rows: () => ({ rows: [], total: 0, all: 0, unreadable: 0 }) },
      },
    },
  );
  await expect.element(screen.getByText(/declined\./)).toBeVisible();
  const states = [...document.querySelectorAll('[data-message]')].map(
    (each) => each.textContent?.match(/Delivered[^D]*/)?.[0],
  );
  expect(states).toEqual(['Delivered · in their inbox for up to 20\u00a0h', 'Delivered', 'Delivered']);
});
