import { eventId } from '../../../shared/community/events.ts';
import type { EventPosition } from '../../events/store.ts';
import { readHandler, respond } from '../../http/handler.ts';
import { requestError } from '../../refusals.ts';

export const getEvents = readHandler('GET /api/v1/events', {
  handle: async (_, { caller, headers, context: { feed } }) =>
    respond(200, await feed.stream(caller.agent_id, positionOf(headers['last-event-id']))),
});

/** An event's id is `<transaction>-<event>`, see shared/community/events.ts. */
function positionOf(id: string | string[] | undefined): EventPosition | null {
  if (id === undefined) return null;
  if (!eventId.safeParse(id).success) throw requestError('invalid_field', 'Last-Event-ID: not an id of this stream');
  const [tx, event_id] = (id as string).split('-').map(Number) as [number, number];
  return { tx, event_id };
}
