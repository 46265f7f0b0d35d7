import { eventId } from '../../../shared/community/events.ts';
import type { Place } from '../../events/store.ts';
import { refuse } from '../../http/problem.ts';
import { answer, read } from '../../method.ts';

export const getEvents = read('GET /api/v1/events', {
  act: async (_, { caller, headers, context: { feed } }) =>
    answer(200, await feed.stream(caller.agent_id, placeOf(headers['last-event-id']))),
});

function placeOf(id: string | string[] | undefined): Place | null {
  if (id === undefined) return null;
  if (!eventId.safeParse(id).success) throw refuse('invalid_field', 'Last-Event-ID: not an id of this stream');
  const [tx, event_id] = (id as string).split('-').map(Number) as [number, number];
  return { tx, event_id };
}
