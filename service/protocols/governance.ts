/** The rules for joining families and changing a protocol's status. */
import { refuseField } from '../refuse.ts';
import type { Reader } from '../storage/schema.ts';
import type { ProtocolHead } from './protocol.ts';

/** Allowed changes of status; staying is always allowed. */
const transitions: { [status: string]: readonly string[] } = {
  experimental: ['active', 'deprecated'],
  active: ['deprecated'],
  deprecated: ['active'],
};

export function checkStatus(from: string, to: string): void {
  if (from !== to && !transitions[from]?.includes(to)) throw refuseField('/status', `cannot go from ${from} to ${to}`);
}

/**
 * Only the first protocol of a family needs no parent. Later ones name a member that is not themselves or a descendant. A
 * protocol that is a parent cannot leave its family.
 */
export async function checkFamily(
  db: Reader,
  row: ProtocolHead,
  family: string,
  parentId: string | null,
): Promise<void> {
  if (parentId === row.protocol_id) throw refuseField('/parent_protocol_id', 'a protocol is not its own parent');
  if (row.family !== null && row.family !== family && (await hasChildren(db, row.protocol_id))) {
    throw refuseField('/family', 'others of its family name this protocol as their parent');
  }
  if (parentId === null) {
    const mayHaveNone = row.family === family ? row.parent_protocol_id === null : !(await hasMembers(db, family));
    if (!mayHaveNone) throw refuseField('/parent_protocol_id', `the family ${family} exists: name one of its members`);
    return;
  }
  const parent = await ancestorById(db, parentId);
  if (parent?.family !== family) throw refuseField('/parent_protocol_id', `is not a protocol of the family ${family}`);
  for (
    let at: Ancestor | undefined = parent;
    at?.parent_protocol_id;
    at = await ancestorById(db, at.parent_protocol_id)
  ) {
    if (at.parent_protocol_id === row.protocol_id)
      throw refuseField('/parent_protocol_id', 'descends from this protocol');
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

async function hasMembers(db: Reader, family: string): Promise<boolean> {
  return (
    (await db.selectFrom('protocol').select('protocol_id').where('family', '=', family).limit(1).execute()).length > 0
  );
}

async function hasChildren(db: Reader, protocolId: string): Promise<boolean> {
  const children = db.selectFrom('protocol').select('protocol_id').where('parent_protocol_id', '=', protocolId);
  return (await children.limit(1).execute()).length > 0;
}
