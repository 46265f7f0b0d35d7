/** Fingerprints of a protocol's structure, for finding duplicates and similar protocols. */
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { flowMode, type Spec } from '../../shared/protocol/spec.ts';
import type { FingerprintTable, Reader, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';

type Fingerprint = Pick<FingerprintTable, 'structure' | 'param_types'>;

export function fingerprintOf(spec: Spec): Fingerprint {
  const parameters = Object.values(spec.parameters ?? {});
  const stages = spec.flow?.phases?.length ?? 0;
  return {
    structure: [spec.messages.length, parameters.length, spec.commit_reveal ? 1 : 0, stages, flowMode(spec)].join(' '),
    param_types: JSON.stringify(parameters.map(({ type }) => type).sort()),
  };
}

/** Stores the fingerprint of a registered protocol. A failure is only logged, so that it never blocks a registration. */
export async function storeFingerprint(
  db: Writer,
  protocol_id: string,
  spec: Spec,
  now: number,
  log: Logger,
): Promise<void> {
  await sql`savepoint fingerprint`.execute(db);
  try {
    await insertFingerprint(db, protocol_id, spec, now);
  } catch (error) {
    // The transaction may already be rolled back, for example on a full disk.
    await sql`rollback to savepoint fingerprint`.execute(db).catch(() => {
      throw error;
    });
    log.warn({ err: error, protocol_id }, 'The fingerprint of a protocol could not be stored.');
  }
  await sql`release savepoint fingerprint`.execute(db);
}

/** `created_at`: when the protocol was registered, Unix milliseconds. */
export async function insertFingerprint(
  db: Writer,
  protocol_id: string,
  spec: Spec,
  created_at: number,
): Promise<void> {
  const { structure, param_types } = fingerprintOf(spec);
  await db.insertInto('fingerprint').values({ protocol_id, structure, param_types, created_at }).execute();
  await countProtocol(db, { structure, param_types }, created_at);
  await countProtocol(db, { structure, param_types: anyTypes }, created_at);
}

/** Hides a protocol from searches for similar ones. */
export async function removeFingerprint(db: Writer, protocol_id: string): Promise<void> {
  const fingerprint = await db
    .deleteFrom('fingerprint')
    .where('protocol_id', '=', protocol_id)
    .returning(['structure', 'param_types'])
    .executeTakeFirst();
  if (!fingerprint) return;
  const { structure, param_types } = fingerprint;
  await recountProtocols(db, { structure, param_types });
  await recountProtocols(db, { structure, param_types: anyTypes });
}

async function recountProtocols(db: Writer, likeness: Fingerprint): Promise<void> {
  const { structure, param_types } = likeness;
  await db.deleteFrom('likeness').where('structure', '=', structure).where('param_types', '=', param_types).execute();
  const { protocols, newest_at } = await db
    .selectFrom('fingerprint')
    .select(({ fn }) => [fn.countAll<number>().as('protocols'), fn.max('created_at').as('newest_at')])
    .where('structure', '=', structure)
    .$if(param_types !== anyTypes, (query) => query.where('param_types', '=', param_types))
    .executeTakeFirstOrThrow();
  if (newest_at !== null)
    await db
      .insertInto('likeness')
      .values({ ...likeness, protocols: Number(protocols), newest_at })
      .execute();
}

/** Replaces the parameter types in the row that counts all protocols of a structure. */
export const anyTypes = '*';

async function countProtocol(db: Writer, likeness: Fingerprint, now: number): Promise<void> {
  await db
    .insertInto('likeness')
    .values({ ...likeness, protocols: 1, newest_at: now })
    .onConflict((conflict) =>
      conflict.columns(['structure', 'param_types']).doUpdateSet((eb) => ({
        protocols: eb('likeness.protocols', '+', 1),
        // Also correct after the clock has been set back.
        newest_at: eb.case().when('likeness.newest_at', '>', now).then(eb.ref('likeness.newest_at')).else(now).end(),
      })),
    )
    .execute();
}

export interface SimilarProtocol {
  protocol_id: string;
  /** 0 to 1. */
  similarity: number;
  param_types_match: boolean;
}

/** The maximum number of parameter type sets to compare, newest first; identical ones are always found. */
const comparisonMax = 1000;

/** The number of other protocols with the same structure, and `limit` of them by similar parameter types, then newest. */
export async function findSimilar(
  db: Reader,
  protocol_id: string,
  limit: number,
): Promise<{ total: number; results: SimilarProtocol[] }> {
  const fingerprint = await fingerprintRow.first(db, { protocol_id });
  if (!fingerprint) return { total: 0, results: [] };
  const { structure } = fingerprint;
  const likenessRow = await protocolsLike.first(db, { structure, param_types: anyTypes });
  const results: SimilarProtocol[] = [];
  const addResults = async (similarity: number, likenesses: readonly string[]) => {
    const candidates: { protocol_id: string; created_at: number }[] = [];
    for (const param_types of likenesses) {
      candidates.push(
        ...(await newestLike.all(db, { structure, param_types, protocol_id, count: limit - results.length })),
      );
    }
    candidates.sort((a, b) => b.created_at - a.created_at || (a.protocol_id < b.protocol_id ? 1 : -1));
    for (const { protocol_id } of candidates.slice(0, limit - results.length)) {
      results.push({ protocol_id, similarity, param_types_match: similarity === 1 });
    }
  };
  await addResults(1, [fingerprint.param_types]);
  if (results.length < limit) {
    for (const [similarity, likenesses] of await othersBySimilarity(db, fingerprint)) {
      // The newest n protocols of a level are within its n most recently used sets.
      await addResults(similarity, likenesses.slice(0, limit - results.length));
      if (results.length === limit) break;
    }
  }
  return { total: (likenessRow?.protocols ?? 1) - 1, results };
}

/** The other sets of parameter types of the structure, grouped by similarity in descending order, newest first. */
async function othersBySimilarity(db: Reader, fingerprint: Fingerprint): Promise<[number, string[]][]> {
  const types: string[] = JSON.parse(fingerprint.param_types);
  const typesBySimilarity = new Map<number, string[]>();
  for (const { param_types } of await likenessesOf.all(db, {
    structure: fingerprint.structure,
    count: comparisonMax,
  })) {
    if (param_types === fingerprint.param_types || param_types === anyTypes) continue;
    const similarity = similarityOf(types, JSON.parse(param_types));
    const sameSimilarity = typesBySimilarity.get(similarity);
    if (sameSimilarity) sameSimilarity.push(param_types);
    else typesBySimilarity.set(similarity, [param_types]);
  }
  return [...typesBySimilarity].sort(([a], [b]) => b - a);
}

const fingerprintRow = statement((db, { protocol_id }: { protocol_id: string }) =>
  db.selectFrom('fingerprint').select(['structure', 'param_types']).where('protocol_id', '=', protocol_id),
);
const protocolsLike = statement((db, { structure, param_types }: Fingerprint) =>
  db
    .selectFrom('likeness')
    .select('protocols')
    .where('structure', '=', structure)
    .where('param_types', '=', param_types),
);
const likenessesOf = statement((db, { structure, count }: { structure: string; count: number }) =>
  db
    .selectFrom('likeness')
    .select('param_types')
    .where('structure', '=', structure)
    .orderBy('newest_at', 'desc')
    .limit(count),
);
const newestLike = statement(
  (db, { structure, param_types, protocol_id, count }: Fingerprint & { protocol_id: string; count: number }) =>
    db
      .selectFrom('fingerprint')
      .select(['protocol_id', 'created_at'])
      .where('structure', '=', structure)
      .where('param_types', '=', param_types)
      .where('protocol_id', '!=', protocol_id)
      .orderBy('created_at', 'desc')
      .orderBy('protocol_id', 'desc')
      .limit(count),
);

/** The Jaccard similarity of two multisets, 0 to 1. */
function similarityOf(a: readonly string[], b: readonly string[]): number {
  const unmatched = [...b];
  let sharedCount = 0;
  for (const element of a) {
    const index = unmatched.indexOf(element);
    if (index < 0) continue;
    unmatched.splice(index, 1);
    sharedCount += 1;
  }
  const union = a.length + unmatched.length;
  return union === 0 ? 1 : sharedCount / union;
}
