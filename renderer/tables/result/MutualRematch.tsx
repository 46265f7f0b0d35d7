import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { changesSeats, requestedRematch } from '../../../shared/tables/rematch.ts';
import { useApp, useBridge, useHosting, useLobby, useTables } from '../../core/context.tsx';

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
  const entries = useLobby((lobby) => lobby.entries);
  const [mutual] = hosting.flatMap(({ rematch_of }) => {
    const last = tables.get(rematch_of ?? '');
    const offer = last && requestedRematch(last, entries);
    return offer && !joinedOffers.current.has(offer.post_id) ? [{ last, offer }] : [];
  });
  const table_id = mutual?.last.table_id;
  const post_id = mutual?.offer.post_id;
  const joinsFirst = mutual && joinsMutual(mutual.last, ownKey, mutual.offer.host.public_key);
  useEffect(() => {
    if (table_id === undefined || post_id === undefined) return;
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
export const joinsMutual = (last: Pick<Table, 'role' | 'protocol' | 'peer'>, own: string, peer: string) =>
  changesSeats(last) ? last.role === 'host' : own > peer;
