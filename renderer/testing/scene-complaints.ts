/** What can go along with a report, in the scenes. */
import type { Attachable, ComplaintSubject } from '../../shared/bridge/contract.ts';
import { keyOf } from './samples.ts';

function attachableOf({ kind }: ComplaintSubject): Attachable {
  if (kind === 'profile') return { kind };
  if (kind === 'message')
    return { kind, words: 'Third evening in a row. Answer me, or else.', signed: true, sealed_bytes: 342 };
  const link = 'http://127.0.0.1:4100/join/3f0c3c1e-5d0b-4a35-9a44-0d4b2c3c7a11';
  return { kind: 'table', record_id: kind === 'table' ? keyOf(77) : null, session_id: null, link };
}

export const complaintHandlers = {
  attachable: ({ about }: { about: ComplaintSubject }) => attachableOf(about),
  send: () => ({ repeated: false }),
};
