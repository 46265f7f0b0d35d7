import { readHandler, respond } from '../../../http/handler.ts';
import { messageById, presentEntry } from '../../../inbox/message.ts';

export const getMessage = readHandler('GET /api/v1/inbox/{id}', {
  load: (db, { params, now }) => messageById(db, params.id, now),
  async handle(_db, { caller }, message) {
    return respond(200, {
      ...presentEntry(message),
      recipient_public_key: caller.public_key,
      ciphertext: Buffer.from(message.ciphertext).toString('base64'),
    });
  },
});
