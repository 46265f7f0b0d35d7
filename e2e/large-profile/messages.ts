/** The inbox of the large profile. */
import type { IdentityStore } from '../../electron/identity/identity.ts';
import { openMessageStore, type StoredMessages } from '../../electron/inbox/store.ts';
import { personNumber } from '../../electron/tables/testing/finished-tables.ts';
import { contactName, profileTimes } from './size.ts';

const minute = 60_000;
/** Of ten messages, this identity has written two. */
const isSent = (index: number) => index % 5 === 4;

/** The newest messages of some contacts are unread. */
export async function fillMessages(
  dataDir: string,
  identity: IdentityStore,
  { messages, contacts, unread }: { messages: number; contacts: number; unread: number },
): Promise<void> {
  const store = await openMessageStore(dataDir, identity.opener, identity.signer.publicKey);
  await store.writeContacts(
    Array.from({ length: contacts }, (_, index) => ({
      ...{ public_key: personNumber(index).public_key, name: contactName(index) },
      ...{ notes: '', blocked: false },
    })),
  );
  const stored: StoredMessages = { letters: [], sent: [] };
  for (let index = 0; index < messages; index += 1) {
    const at = profileTimes.newestMessage - index * minute;
    const id = messages - index;
    const person = personNumber(index % contacts).public_key;
    const common = { community: 'embedded', id, expires_at: at + 1440 * minute, deleted_at: null };
    const words = `Message ${id}: the table is up until seven.`;
    if (isSent(index)) stored.sent.push({ ...common, to: person, words, signed: true, sent_at: at });
    else
      stored.letters.push({
        ...{ ...common, size: 300, created_at: at, words, writer: person, written_at: at, signature: 'valid' },
        read_at: index < unread ? null : at + minute,
      });
  }
  await store.writeMessages(stored);
  await store.close();
}
