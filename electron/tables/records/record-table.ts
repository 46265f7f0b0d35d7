/** The table of a record as windows show it, derived from the record alone. */
import { problemSchema, type Table } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { isJsonObject } from '../../../shared/json/value.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { hex64, postId } from '../../../shared/signing/grammar.ts';
import { controlModeSchema, otherRole, type Role } from '../../../shared/tables/hooks.ts';
import type { SealedRound } from '../../../shared/tables/moves.ts';
import type { RecordLine } from '../../../shared/tables/record.ts';
import type { ParsedRecord } from '../../../shared/tables/record-text.ts';
import { SealedRounds } from '../../../shared/tables/sealed-rounds.ts';
import { type RecordedEnd, summaryOf } from '../../../shared/tables/verify-record.ts';
import type { LibraryProtocol } from '../../library/library.ts';
import { newTableSnapshot, protocolOf, queuedResult } from '../live-table.ts';

/** Maximum length of a reason from hooks, in UTF-16 units; a record from a file may exceed it. */
const reasonMax = 200;

/** Rejects `malformed_json` if the text is not the record of a table. */
export function recordTable(table_id: string, copy: ParsedRecord, protocol: LibraryProtocol | null): Table {
  const { session, role, end } = summaryOf(copy);
  const lines = copy.lines.flatMap(({ line }) => line ?? []);
  const start = lines.find(({ entry }) => entry.kind === 'start');
  const keys = [session?.host_public_key, session?.guest_public_key, session?.session_id, session?.protocol_id];
  if (!session || !role || !start || !keys.every((key) => hex64.safeParse(key).success))
    throw new ParlorError('malformed_json', 'This file is not the record of a table.');
  const { control_mode, options } = start.entry;
  const person = (of: Role) => ({
    public_key: session[`${of}_public_key`],
    ...{ nickname: '', agent_id: null, rating: null, house: false },
  });
  const opening = {
    table_id,
    post_id: postId.safeParse(session.post_id).data ?? '00000000-0000-0000-0000-000000000000',
    role,
    control_mode: controlModeSchema.safeParse(control_mode).data ?? 'human',
    me: person(role),
    settings: {},
    rematch_of: null,
  };
  const snapshot = newTableSnapshot(opening);
  return {
    ...snapshot,
    session_id: session.session_id,
    phase: end?.completed ? 'finished' : 'failed',
    peer: person(otherRole(role)),
    protocol: protocol
      ? protocolOf(protocol, null)
      : { protocol_id: session.protocol_id, name: session.protocol_id.slice(0, 8), mode: '', family: null },
    options: isJsonObject(options) ? (options as Table['options']) : {},
    steps: snapshot.steps.map((step) => ({ ...step, state: 'done' })),
    sealed_rounds: sealedRoundsOf(lines, role, protocol?.spec ?? null),
    result: end?.completed ? resultOf(role, end) : null,
    problem: problemSchema.safeParse(end?.problem).data ?? null,
    record: {
      frames: lines.filter(({ entry }) => entry.kind === 'frame').length,
      head: lines.at(-1)?.head ?? null,
      lines: lines.length,
    },
    started_at: start.at,
    ended_at: lines.at(-1)?.at ?? null,
  };
}

const resultOf = (role: Role, { winner, reason, conceded }: RecordedEnd): NonNullable<Table['result']> =>
  queuedResult(role, { winner, reason: reason?.slice(0, reasonMax) ?? null, conceded }, false);

function sealedRoundsOf(lines: readonly RecordLine[], role: Role, spec: Spec | null): SealedRound[] {
  const sealed = new SealedRounds(spec);
  for (const { entry, at } of lines) sealed.add(entry, role, at);
  return sealed.rounds;
}
