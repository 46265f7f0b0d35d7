/** Protocols as stored, and their forms in responses. */
import type { z } from 'zod';
import type { governance, ProtocolSummary } from '../../shared/community/protocol-shapes.ts';
import { requestError } from '../refusals.ts';
import type { Reader } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { iso } from '../time.ts';

export type ProtocolRow = NonNullable<Awaited<ReturnType<typeof findProtocol>>>;
/** Without the spec, for lists. */
export type ProtocolHead = Omit<ProtocolRow, 'spec_text'>;

const headColumns = [
  'protocol.protocol_id',
  'protocol.author_id',
  'protocol.name',
  'protocol.description',
  'protocol.type',
  'protocol.family',
  'protocol.status',
  'protocol.parent_protocol_id',
  'protocol.capabilities',
  'protocol.tags',
  'protocol.created_reason',
  'protocol.deprecated_reason',
  'protocol.canonical_rank',
  'protocol.created_at',
  'protocol.governed_at',
  'agent.public_key as author_public_key',
] as const;

/** Protocols with their authors, without their specs and without those that operators have removed. */
export function selectProtocols(db: Reader) {
  return db
    .selectFrom('protocol')
    .innerJoin('agent', 'agent.agent_id', 'protocol.author_id')
    .select(headColumns)
    .where('protocol.removed_at', 'is', null);
}

/** Whether operators have removed the protocol. */
export const isRemoved = async (db: Reader, protocol_id: string): Promise<boolean> =>
  (await db
    .selectFrom('protocol')
    .select('protocol_id')
    .where('protocol_id', '=', protocol_id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

const protocolQuery = statement((db, { protocol_id }: { protocol_id: string }) =>
  selectProtocols(db).select('protocol.spec_text').where('protocol.protocol_id', '=', protocol_id),
);

export const findProtocol = (db: Reader, protocol_id: string) => protocolQuery.first(db, { protocol_id });

export async function protocolById(db: Reader, protocolId: string): Promise<ProtocolRow> {
  const row = await findProtocol(db, protocolId);
  if (!row) throw requestError('not_found', 'The service does not hold this protocol.');
  return row;
}

export function presentProtocol(row: ProtocolHead): ProtocolSummary {
  const { protocol_id, name, description, type, author_public_key } = row;
  return {
    protocol_id,
    name,
    description,
    type,
    author_public_key,
    created_at: iso(row.created_at),
    governance: presentGovernanceSummary(row),
  };
}

function presentGovernanceSummary(row: ProtocolHead): ProtocolSummary['governance'] {
  return {
    family: row.family,
    status: row.status as ProtocolSummary['governance']['status'],
    parent_protocol_id: row.parent_protocol_id,
    capabilities: JSON.parse(row.capabilities),
    tags: JSON.parse(row.tags),
  };
}

export function presentGovernance(row: ProtocolHead): z.output<typeof governance> {
  const { protocol_id, author_public_key, created_reason, deprecated_reason, canonical_rank } = row;
  return {
    protocol_id,
    author_public_key,
    ...presentGovernanceSummary(row),
    created_reason,
    deprecated_reason,
    canonical_rank,
    updated_at: iso(row.governed_at),
  };
}
