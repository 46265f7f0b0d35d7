/** Signs both records of a completed game as two Parlors do at its end. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8Bytes } from '../../json/utf8.ts';
import { sign } from '../../signing/ed25519.ts';
import { sha256Hex } from '../../signing/hash.ts';
import { recordText } from '../../signing/texts.ts';
import { type Role, roles } from '../hooks.ts';
import { nextLine } from '../record.ts';
import { agreedParts, MessageChains, optionsHash, outcomeParts, sharedParts, signedEntry } from '../record-proof.ts';
import { parseRecord, recordLinesOf } from '../record-text.ts';
import { summaryOf } from '../verify-record.ts';

/**
 * `records`: each without a spec, from the session to the end. `seeds`: the keys that sign. `version` 1: as by an earlier Parlor.
 */
export function signRecords(
  records: Record<Role, string>,
  seeds: Record<Role, Uint8Array>,
  version: 1 | 2 = 2,
): Record<Role, string> {
  const lines = { host: recordLinesOf(records.host), guest: recordLinesOf(records.guest) };
  const { session, end } = summaryOf(parseRecord(records.host));
  const [messages, guestMessages] = roles.map((role) => {
    const chains = new MessageChains();
    for (const { entry } of lines[role]) chains.addEntry(role, entry);
    return chains;
  }) as [MessageChains, MessageChains];
  const guestEnd = summaryOf(parseRecord(records.guest)).end;
  const shared = agreedParts(sharedParts(messages, end!), sharedParts(guestMessages, guestEnd!));
  const start = lines.host.find(({ entry }) => entry.kind === 'start')!;
  const hashes = { host_record: sha256Hex(records.host), guest_record: sha256Hex(records.guest) };
  const text = recordText({
    ...{ session_id: session!.session_id, ...hashes, ...messages.parts },
    ...{ options_hash: optionsHash(start.entry.options as never), ...outcomeParts(end!) },
    ...(version === 2 ? { shared } : {}),
  });
  const signature = (role: Role) => bytesToHex(sign(utf8Bytes(text), seeds[role]));
  const entry = signedEntry({
    ...{ kind: 'signed', ...hashes, shared: version === 2 ? shared : undefined },
    ...{ host_signature: signature('host'), guest_signature: signature('guest') },
  });
  const [host, guest] = roles.map((role) => {
    const last = lines[role].at(-1)!;
    return `${records[role]}${JSON.stringify(nextLine(last, last.at, entry))}\n`;
  });
  return { host: host!, guest: guest! };
}
