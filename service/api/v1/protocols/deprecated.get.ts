import { readHandler, respond } from '../../../http/handler.ts';
import { deprecationsAmong } from '../../../protocols/deprecation.ts';

export const getDeprecations = readHandler('GET /api/v1/protocols/deprecated', {
  async handle(db, { query }) {
    return respond(200, { results: await deprecationsAmong(db, query.protocol_ids) });
  },
});
