/** The rules for joining families and changing a protocol's status. */
import { label } from '../../shared/community/shapes.ts';
import { fieldError } from '../refusals.ts';
import { lock, locks } from '../storage/locks.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import type { ProtocolHead } from './protocol.ts';

/** Allowed status changes; keeping the status is always allowed. */
const statusTransitions: { [status: string]: readonly string[] } = {
  experimental: ['active', 'deprecated'],
  active: ['deprecated'],
  deprecated: ['active'],
};

export function checkStatus(from: string, to: string): void {
  if (from !== to && !statusTransitions[from]?.includes(to))
    throw fieldError('/status', `cannot go from ${from} to ${to}`);
}

/**
 * Only the first protocol of a family has no parent. Every other one has a parent in the family that is neither itself nor a
 * descendant. A protocol that is a parent cannot leave its family. The caller holds the locks of both families.
 */
export async function checkFamily(
  db: Reader,
  row: ProtocolHead,
  family: string,
  parentId: string | null,
): Promise<void> {
  if (parentId === row.protocol_id) throw fieldError('/parent_protocol_id', 'a protocol cannot be its own parent');
  if (row.family !== null && row.family !== family && (await hasChildren(db, row.protocol_id))) {
    throw fieldError('/family', 'other protocols of its family have this one as their parent');
  }
  if (parentId === null) {
    const mayLackParent = row.family === family ? row.parent_protocol_id === null : !(await hasMembers(db, family));
    if (!mayLackParent) throw fieldError('/parent_protocol_id', `the family ${family} exists: name one of its members`);
    return;
  }
  const parent = await ancestorById(db, parentId);
  if (parent?.family !== family) throw fieldError('/parent_protocol_id', `is not a protocol of the family ${family}`);
  for (
    let ancestor: Ancestor | undefined = parent;
    ancestor?.parent_protocol_id;
    ancestor = await ancestorById(db, ancestor.parent_protocol_id)
  ) {
    if (ancestor.parent_protocol_id === row.protocol_id)
      throw fieldError('/parent_protocol_id', 'descends from this protocol');
  }
}

type Ancestor = { family: string | null; parent_protocol_id: string | null };

function ancestorById(db: Reader, protocolId: string): Promise<Ancestor | undefined> {
  return db
    .selectFrom('protocol')
    .select(['family', 'parent_protocol_id'])
    .where('protocol_id', '=', protocolId)
    .executeTakeFirst();
}

/**
 * The family of a protocol that is new: the one that its spec names, if it is the first in it. Specs name the families of games without
 * `game:`. Null if the author has to name it, with a parent for an existing one.
 */
export async function familyOfNew(db: Writer, named: string | undefined, type: string): Promise<string | null> {
  if (named === undefined) return null;
  const family = type === 'game' && !named.startsWith('game:') ? `game:${named}` : named;
  if (!label.safeParse(family).success) return null;
  await lock(db, locks.family(family));
  return (await hasMembers(db, family)) ? null : family;
}

async function hasMembers(db: Reader, family: string): Promise<boolean> {
  return (
    (await db.selectFrom('protocol').select('protocol_id').where('family', '=', family).limit(1).execute()).length > 0
  );
}

async function hasChildren(db: Reader, protocolId: string): Promise<boolean> {
  const children = db.selectFrom('protocol').select('protocol_id').where('parent_protocol_id', '=', protocolId);
  return (await children.limit(1).execute()).length > 0;
}
