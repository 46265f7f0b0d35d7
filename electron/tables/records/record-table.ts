/** The table of a record as windows show it, derived from the record alone. */
import { problemSchema, type Table } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { isJsonObject } from '../../../shared/json/value.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { hex64, postId } from '../../../shared/signing/grammar.ts';
import { controlModeSchema, otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { isWithinFrame } from '../../../shared/tables/message-budget.ts';
import type { SealedRound } from '../../../shared/tables/moves.ts';
import type { RecordLine } from '../../../shared/tables/record.ts';
import { indexOfKind } from '../../../shared/tables/record-order.ts';
import type { ParsedRecord } from '../../../shared/tables/record-text.ts';
import type { RecordedEnd } from '../../../shared/tables/recorded-end.ts';
import { SealedRounds } from '../../../shared/tables/sealed-rounds.ts';
import { summaryOf } from '../../../shared/tables/verify-record.ts';
import type { LibraryProtocol } from '../../library/library.ts';
import { newTableSnapshot, protocolOf, queuedResultOf } from '../live-table.ts';

/** Maximum length of a reason from hooks, in UTF-16 units; a record from a file may exceed it. */
const maxReasonLength = 200;

/** Rejects `malformed_json` if the text is not the record of a table. */
export function recordTable(table_id: string, record: ParsedRecord, protocol: LibraryProtocol | null): Table {
  const { session, role, end } = summaryOf(record);
  const lines = record.lines.flatMap(({ line }) => line ?? []);
  const startLine = lines[indexOfKind(lines, 'start')];
  const identifiers = [session?.host_public_key, session?.guest_public_key, session?.session_id, session?.protocol_id];
  if (!session || !role || !startLine || !identifiers.every((key) => hex64.safeParse(key).success))
    throw new ParlorError('malformed_json', 'This file is not the record of a table.');
  const { control_mode } = startLine.entry;
  const options = isJsonObject(startLine.entry.options) ? startLine.entry.options : {};
  // Options arrive in a frame; hooks and windows receive them as a whole.
  if (!isWithinFrame(options)) throw new ParlorError('malformed_json', 'The options in this record are too large.');
  const person = (side: Role) => ({
    public_key: session[`${side}_public_key`],
    ...{ nickname: '', agent_id: null, rating: null, house: false },
  });
  const newTable = {
    table_id,
    post_id: postId.safeParse(session.post_id).data ?? '00000000-0000-0000-0000-000000000000',
    role,
    control_mode: controlModeSchema.safeParse(control_mode).data ?? 'human',
    me: person(role),
    settings: {},
    rematch_of: null,
    order: startLine.at,
  };
  const snapshot = newTableSnapshot(newTable);
  return {
    ...snapshot,
    session_id: session.session_id,
    phase: end?.completed ? 'finished' : 'failed',
    peer: person(otherRole(role)),
    protocol: protocol
      ? protocolOf(protocol, null)
      : { protocol_id: session.protocol_id, name: session.protocol_id.slice(0, 8), mode: '', family: null },
    options: options as Table['options'],
    steps: snapshot.steps.map((step) => ({ ...step, state: 'done' })),
    sealed_rounds: sealedRoundsOf(lines, role, protocol?.spec ?? null),
    result: end?.completed ? resultOf(role, end) : null,
    problem: problemSchema.safeParse(end?.problem).data ?? null,
    record: {
      frames: lines.filter(({ entry }) => entry.kind === 'frame').length,
      head: lines.at(-1)?.head ?? null,
      lines: lines.length,
    },
    started_at: startLine.at,
    ended_at: lines.at(-1)?.at ?? null,
  };
}

const resultOf = (role: Role, { winner, reason, conceded, agreed, told }: RecordedEnd): NonNullable<Table['result']> =>
  queuedResultOf(role, { winner, reason: reason?.slice(0, maxReasonLength) ?? null, conceded, agreed, told }, false);

function sealedRoundsOf(lines: readonly RecordLine[], role: Role, spec: Spec | null): SealedRound[] {
  const sealedRounds = new SealedRounds(spec);
  for (const { entry, at } of lines) sealedRounds.add(entry, role, at);
  return sealedRounds.rounds;
}
