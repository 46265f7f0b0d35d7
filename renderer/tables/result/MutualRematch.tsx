import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { changesSeats } from '../../../shared/tables/rematch.ts';
import { useApp, useBridge, useHosting, useNotices, useTables } from '../../core/context.tsx';

/** The side that should host joins nevertheless when the other has not come by then: other clients, and earlier versions, only wait. */
const patienceMs = 5_000;

/**
 * If both sides offer a rematch, one joins the other's table, so that neither waits: the last host, so that seats change, or the one with
 * the greater key. Renders nothing: a failure leaves the offer where it is shown.
 */
export function MutualRematch() {
  const bridge = useBridge();
  const [path, navigate] = useLocation();
  const hosting = useHosting();
  const tables = useTables((all) => all);
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const location = useRef({ path, navigate });
  location.current = { path, navigate };
  const joinedOffers = useRef(new Set<string>());
  const mutualOffer = useNotices()?.offers.find(
    ({ entry, rematch_of }) =>
      rematch_of !== null &&
      !joinedOffers.current.has(entry.post_id) &&
      hosting.some((own) => own.rematch_of === rematch_of),
  );
  const table_id = mutualOffer?.rematch_of;
  const post_id = mutualOffer?.entry.post_id;
  const joinsFirst = mutualOffer && joinsMutual(tables.get(table_id ?? ''), ownKey, mutualOffer.entry.host.public_key);
  useEffect(() => {
    if (table_id == null || post_id === undefined) return;
    const join = () => {
      joinedOffers.current.add(post_id);
      bridge.tables.rematch({ table_id }).then(
        ({ table_id: joinedId }) => {
          if (joinedId !== null && location.current.path.startsWith(`/tables/${table_id}`))
            location.current.navigate(`/tables/${joinedId}`);
        },
        () => {},
      );
    };
    if (joinsFirst) return join();
    const timer = setTimeout(join, patienceMs);
    return () => clearTimeout(timer);
  }, [bridge, table_id, post_id, joinsFirst]);
  return null;
}

/** Whether this side is the first to join the other's table. */
export const joinsMutual = (last: Pick<Table, 'role' | 'protocol' | 'peer'> | undefined, own: string, peer: string) =>
  last && changesSeats(last) ? last.role === 'host' : own > peer;
