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

/** The parts of the file's text: a JSON array, indented by two spaces. */
export async function* exportedText(
  messages: Iterable<InboxMessage> | AsyncIterable<InboxMessage>,
): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const message of messages) {
    const text = JSON.stringify(exportedMessage(message), null, 2).replaceAll('\n', '\n  ');
    yield `${isEmpty ? '[' : ','}\n  ${text}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]\n' : '\n]\n';
}
