/** What can go along with a report, and what became of reports, in the scenes. */
import type { Attachable, ComplaintSubject } from '../../shared/bridge/contract.ts';
import type { OwnComplaint } from '../../shared/community/order-shapes.ts';
import { keyOf } from './samples.ts';

function attachableOf({ kind }: ComplaintSubject): Attachable {
  if (kind === 'profile') return { kind };
  if (kind === 'message')
    return { kind, words: 'Third evening in a row. Answer me, or else.', signed: true, sealed_bytes: 342 };
  const link = 'http://127.0.0.1:4100/join/3f0c3c1e-5d0b-4a35-9a44-0d4b2c3c7a11';
  return { kind: 'table', record_id: kind === 'table' ? keyOf(77) : null, session_id: null, link };
}

const dayMs = 86_400_000;
const ownComplaint = (
  complaint_id: number,
  nickname: string,
  parts: Pick<OwnComplaint, 'about' | 'reason' | 'words'> & Partial<OwnComplaint>,
): OwnComplaint => ({
  ...{ complaint_id, nickname, public_key: keyOf(complaint_id) },
  created_at: new Date(Date.now() - complaint_id * dayMs).toISOString(),
  ...{ state: 'open', resolved_at: null, outcome: null, answer: null },
  ...parts,
});
const resolved = { state: 'resolved' as const, resolved_at: new Date().toISOString() };

const ownComplaints: OwnComplaint[] = [
  ownComplaint(1, 'brindle', { about: 'message', reason: 'abuse', words: 'Third time today.' }),
  ownComplaint(2, 'the one who always asks for another game after midnight, every night', {
    ...{ about: 'table', reason: 'spam', words: '' },
    ...{ ...resolved, outcome: 'acted', answer: 'Thank you. We have talked to them, and removed the table.' },
  }),
  ownComplaint(3, 'basalt', { about: 'profile', reason: 'other', words: '', ...resolved, outcome: 'dismissed' }),
];

export const complaintHandlers = {
  list: () => ({ complaints: ownComplaints }),
  attachable: ({ about }: { about: ComplaintSubject }) => attachableOf(about),
  send: () => ({ repeated: false }),
};
