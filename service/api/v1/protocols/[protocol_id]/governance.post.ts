import { recordEvent } from '../../../../events/record.ts';
import { respond, writeHandler } from '../../../../http/handler.ts';
import { checkFamily, checkStatus } from '../../../../protocols/governance.ts';
import { presentGovernance, protocolById } from '../../../../protocols/protocol.ts';
import { lock, locks } from '../../../../storage/locks.ts';

export const postGovernance = writeHandler('POST /api/v1/protocols/{protocol_id}/governance', {
  locks: ({ params }) => [locks.protocol(params.protocol_id)],
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async handle(db, { body, now }, row) {
    const families = row.family === null ? [body.family] : [row.family, body.family];
    await lock(db, ...families.map(locks.family));
    checkStatus(row.status, body.status);
    // An omitted parent stays the same unless the family changes.
    const currentParent = body.family === row.family ? row.parent_protocol_id : null;
    const parent_protocol_id = body.parent_protocol_id === undefined ? currentParent : body.parent_protocol_id;
    await checkFamily(db, row, body.family, parent_protocol_id);
    const changes = {
      family: body.family,
      status: body.status,
      parent_protocol_id,
      capabilities: body.capabilities ? JSON.stringify(body.capabilities) : row.capabilities,
      tags: body.tags ? JSON.stringify(body.tags) : row.tags,
      created_reason: body.created_reason === undefined ? row.created_reason : body.created_reason,
      deprecated_reason: body.deprecated_reason === undefined ? row.deprecated_reason : body.deprecated_reason,
      governed_at: now,
    };
    await db.updateTable('protocol').set(changes).where('protocol_id', '=', row.protocol_id).execute();
    const { protocol_id } = row;
    await recordEvent(db, { type: 'protocol_governed', protocol_id, status: body.status }, 'everyone', now);
    return respond(200, presentGovernance({ ...row, ...changes }));
  },
});
