/** What a protocol is built like, to find its duplicates and relatives. */
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { flowMode, type Spec } from '../../shared/protocol/spec.ts';
import type { FingerprintTable, Reader, Writer } from '../storage/schema.ts';

type Fingerprint = Omit<FingerprintTable, 'protocol_id'>;

export function fingerprintOf(spec: Spec): Fingerprint {
  const parameters = Object.values(spec.parameters ?? {});
  return {
    messages: spec.messages.length,
    options: parameters.length,
    commit_reveal: spec.commit_reveal ? 1 : 0,
    stages: spec.flow?.phases?.length ?? 0,
    mode: flowMode(spec),
    param_types: JSON.stringify(parameters.map(({ type }) => type).sort()),
  };
}

/** Stores the fingerprint of a registered protocol. A failure is only logged: the protocol is worth more than its likeness. */
export async function noteFingerprint(db: Writer, protocol_id: string, spec: Spec, log: Logger): Promise<void> {
  await sql`savepoint fingerprint`.execute(db);
  try {
    await db
      .insertInto('fingerprint')
      .values({ protocol_id, ...fingerprintOf(spec) })
      .execute();
  } catch (error) {
    // Where the whole transaction is gone already, as on a full disk, there is nothing left to keep.
    await sql`rollback to savepoint fingerprint`.execute(db).catch(() => {
      throw error;
    });
    log.warn({ err: error, protocol_id }, 'The fingerprint of a protocol could not be stored.');
  }
  await sql`release savepoint fingerprint`.execute(db);
}

export interface Likeness {
  protocol_id: string;
  /** 0 to 1. */
  similarity: number;
  param_types_match: boolean;
}

/** All other protocols of the same structure, the nearest by the types of their parameters first, then the newest. */
export async function similarTo(db: Reader, protocol_id: string): Promise<Likeness[]> {
  const own = await db.selectFrom('fingerprint').selectAll().where('protocol_id', '=', protocol_id).executeTakeFirst();
  if (!own) return [];
  const candidates = await db
    .selectFrom('fingerprint')
    .innerJoin('protocol', 'protocol.protocol_id', 'fingerprint.protocol_id')
    .select(['fingerprint.protocol_id', 'fingerprint.param_types'])
    .where('fingerprint.messages', '=', own.messages)
    .where('fingerprint.options', '=', own.options)
    .where('fingerprint.commit_reveal', '=', own.commit_reveal)
    .where('fingerprint.stages', '=', own.stages)
    .where('fingerprint.mode', '=', own.mode)
    .where('fingerprint.protocol_id', '!=', protocol_id)
    .orderBy('protocol.created_at', 'desc')
    .orderBy('fingerprint.protocol_id')
    .execute();
  const types: string[] = JSON.parse(own.param_types);
  return candidates
    .map((candidate) => ({
      protocol_id: candidate.protocol_id,
      similarity: shared(types, JSON.parse(candidate.param_types)),
      param_types_match: candidate.param_types === own.param_types,
    }))
    .sort((a, b) => b.similarity - a.similarity);
}

/** How much of two lists is in both, 0 to 1; each entry counts as often as it is there. */
function shared(a: readonly string[], b: readonly string[]): number {
  const left = [...b];
  let both = 0;
  for (const entry of a) {
    const at = left.indexOf(entry);
    if (at < 0) continue;
    left.splice(at, 1);
    both += 1;
  }
  const all = a.length + left.length;
  return all === 0 ? 1 : both / all;
}
