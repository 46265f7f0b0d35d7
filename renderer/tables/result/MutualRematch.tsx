import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useApp, useBridge, useHosting, useNotices } from '../../core/context.tsx';

/**
 * If both sides offer a rematch, the one with the greater key joins the other's table, so that neither waits. Renders nothing: a
 * failure leaves the offer where it is shown.
 */
export function MutualRematch() {
  const bridge = useBridge();
  const [path, navigate] = useLocation();
  const hosting = useHosting();
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const location = useRef({ path, navigate });
  location.current = { path, navigate };
  const joinedOffers = useRef(new Set<string>());
  const mutualOffer = useNotices()?.offers.find(
    ({ entry, rematch_of }) =>
      rematch_of !== null &&
      ownKey > entry.host.public_key &&
      !joinedOffers.current.has(entry.post_id) &&
      hosting.some((own) => own.rematch_of === rematch_of),
  );
  const table_id = mutualOffer?.rematch_of;
  const post_id = mutualOffer?.entry.post_id;
  useEffect(() => {
    if (table_id == null || post_id === undefined) return;
    joinedOffers.current.add(post_id);
    bridge.tables.rematch({ table_id }).then(
      ({ table_id: joinedId }) => {
        if (joinedId !== null && location.current.path.startsWith(`/tables/${table_id}`))
          location.current.navigate(`/tables/${joinedId}`);
      },
      () => {},
    );
  }, [bridge, table_id, post_id]);
  return null;
}
