/** The export format of messages: decrypted, with verified writers. */
import type { InboxMessage } from '../bridge/inbox.ts';

const isoTime = (time: number) => new Date(time).toISOString();

export function exportedMessage(message: InboxMessage) {
  const { id, size, created_at, expires_at, held, relation, writer, signature, written_at, text } = message;
  return {
    ...{
      id,
      size,
      created_at: isoTime(created_at),
      expires_at: isoTime(expires_at),
      held,
      door: relation,
      plaintext: text,
    },
    writer_public_key: writer?.public_key ?? null,
    ...{ signature, written_at: written_at === null ? null : isoTime(written_at) },
  };
}

/** The file's text: a JSON array. */
export const exportInboxText = (messages: readonly InboxMessage[]): string =>
  `${JSON.stringify(messages.map(exportedMessage), null, 2)}\n`;
