import { messageById, presentEntry } from '../../../inbox/message.ts';
import { answer, read } from '../../../method.ts';

export const getMessage = read('GET /api/v1/inbox/{id}', {
  load: (db, { params, now }) => messageById(db, params.id, now),
  async act(_db, { caller }, message) {
    return answer(200, {
      ...presentEntry(message),
      recipient_public_key: caller.public_key,
      ciphertext: Buffer.from(message.ciphertext).toString('base64'),
    });
  },
});
