import { IconSwitchHorizontal } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { LobbyEntry, Table } from '../../../shared/bridge/contract.ts';
import { isolated, visible } from '../../../shared/peer-text.ts';
import { latestOver, offeredRematch } from '../../../shared/tables/rematch.ts';
import { useApp, useBridge, useHosting, useLobby, useTables } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';

/** Announces rematch offers in every room; the table's own page shows them inline instead. */
export function RematchOffers() {
  const bridge = useBridge();
  const [path, go] = useLocation();
  const tables = useTables((all) => all);
  const entries = useLobby((lobby) => lobby.entries);
  const hosting = useHosting();
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const location = useRef({ path, go });
  location.current = { path, go };
  const joinedOffers = useRef(new Set<string>());
  const offers = entries.some(({ for_me }) => for_me)
    ? latestOver(tables.values()).flatMap((table) => {
        const offer = offeredRematch(table, entries);
        return offer ? [{ table, offer }] : [];
      })
    : [];

  // If both sides offer a rematch, the one with the greater key joins the other's table, so that neither waits.
  const mutual = offers.find(
    ({ table, offer }) =>
      ownKey > table.peer.public_key &&
      !joinedOffers.current.has(offer.post_id) &&
      hosting.some(({ rematch_of }) => rematch_of === table.table_id),
  );
  useEffect(() => {
    if (!mutual) return;
    const { table_id } = mutual.table;
    joinedOffers.current.add(mutual.offer.post_id);
    bridge.tables.rematch({ table_id }).then(
      ({ table_id: joined }) => {
        if (joined !== null && location.current.path.startsWith(`/tables/${table_id}`))
          location.current.go(`/tables/${joined}`);
      },
      // After a failure, the offer stays on the page with its button.
      () => {},
    );
  }, [bridge, mutual]);

  return offers
    .filter(({ table }) => path !== `/tables/${table.table_id}`)
    .map(({ table, offer }) => <OfferLine key={offer.post_id} table={table} offer={offer} />);
}

function OfferLine({ table, offer }: { table: Table; offer: LobbyEntry }) {
  const { t } = useTranslation('afterwards');
  const bridge = useBridge();
  const [, go] = useLocation();
  const { table_id } = table;
  const join = useMutation({
    mutationFn: () => bridge.tables.rematch({ table_id }),
    onSuccess: ({ table_id: joined }) => joined !== null && go(`/tables/${joined}`),
  });
  const decline = useMutation({ mutationFn: () => bridge.tables.decline_rematch({ table_id }) });
  const error = join.error ?? decline.error;
  return (
    <Banner role="status">
      <IconSwitchHorizontal size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">
        {t('rematch.offer_line', {
          peer: isolated(table.peer.nickname),
          game: visible(offer.protocol_name),
        })}
        {error && <ProblemLine problem={asProblem(error)} />}
      </span>
      <Button size="sm" onClick={() => join.mutate()}>
        {t('rematch.accept')}
      </Button>
      <Button size="sm" look="quiet" onClick={() => decline.mutate()}>
        {t('rematch.decline')}
      </Button>
    </Banner>
  );
}
