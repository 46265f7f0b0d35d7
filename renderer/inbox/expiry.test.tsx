/** What the community holds is counted by the community's clock, whatever this computer's date. */
import { expect, it } from 'vitest';
import type { InboxMessage, InboxStatus } from '../../shared/bridge/contract.ts';
import { renderPart } from '../testing/render.tsx';
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
