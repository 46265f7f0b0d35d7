/** Builds the records that boards receive, from the messages that both seats have exchanged. */
import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../../shared/json/value.ts';
import { readSpec } from '../../../shared/protocol/spec.ts';
import type { BoardRecord } from '../../../shared/tables/board-record.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { Outcome } from '../../../shared/tables/outcome.ts';
import { recorderOf, type Sent } from '../sample.ts';

export type { Sent };

/** The record of a table after these messages, and after `end` if given. Throws if the spec does not define one of the messages. */
export function boardRecord(
  specFile: string | URL,
  seat: { role: Role; options?: JsonObject },
  sent: readonly Sent[],
  end?: Pick<Outcome, 'winner'> & Partial<Outcome>,
): BoardRecord {
  const { spec } = readSpec(readFileSync(specFile, 'utf8'));
  const recorder = recorderOf(spec, { role: seat.role, options: seat.options ?? {} }, sent);
  if (end) recorder.add({ kind: 'end', completed: true, reason: null, problem: null, ...end });
  return recorder.latest!;
}

/** The spec file of a bundled protocol. */
export const specUrl = (folder: string) => new URL(`../../../resources/protocols/${folder}/spec.json`, import.meta.url);

/** The commitments of both sides in a round. */
export const seals = (round: number): Sent[] => [
  ['host', { action: 'commit', round, hash: 'a'.repeat(64) }],
  ['guest', { action: 'commit', round, hash: 'b'.repeat(64) }],
];
