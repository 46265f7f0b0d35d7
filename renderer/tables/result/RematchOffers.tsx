import { IconSwitchHorizontal } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { LobbyEntry, Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import { latestFinished, requestedRematch } from '../../../shared/tables/rematch.ts';
import { useApp, useBridge, useHosting, useLobby, useTables } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';

/** Announces rematch offers in every room; the table's own page shows them inline instead. */
export function RematchOffers() {
  const bridge = useBridge();
  const [path, navigate] = useLocation();
  const tables = useTables((all) => all);
  const entries = useLobby((lobby) => lobby.entries);
  const hosting = useHosting();
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const location = useRef({ path, navigate });
  location.current = { path, navigate };
  const joinedOffers = useRef(new Set<string>());
  const offers = entries.some(({ for_me }) => for_me)
    ? latestFinished(tables.values()).flatMap((table) => {
        const offer = requestedRematch(table, entries);
        return offer ? [{ table, offer }] : [];
      })
    : [];

  // If both sides offer a rematch, the one with the greater key joins the other's table, so that neither waits.
  const mutualOffer = offers.find(
    ({ table, offer }) =>
      ownKey > table.peer.public_key &&
      !joinedOffers.current.has(offer.post_id) &&
      hosting.some(({ rematch_of }) => rematch_of === table.table_id),
  );
  useEffect(() => {
    if (!mutualOffer) return;
    const { table_id } = mutualOffer.table;
    joinedOffers.current.add(mutualOffer.offer.post_id);
    bridge.tables.rematch({ table_id }).then(
      ({ table_id: joinedId }) => {
        if (joinedId !== null && location.current.path.startsWith(`/tables/${table_id}`))
          location.current.navigate(`/tables/${joinedId}`);
      },
      // After a failure, the offer stays on the page with its button.
      () => {},
    );
  }, [bridge, mutualOffer]);

  return offers
    .filter(({ table }) => path !== `/tables/${table.table_id}`)
    .map(({ table, offer }) => <OfferBanner key={offer.post_id} table={table} offer={offer} />);
}

function OfferBanner({ table, offer }: { table: Table; offer: LobbyEntry }) {
  const { t } = useTranslation('afterwards');
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const { table_id } = table;
  const join = useMutation({
    mutationFn: () => bridge.tables.rematch({ table_id }),
    onSuccess: ({ table_id: joinedId }) => joinedId !== null && navigate(`/tables/${joinedId}`),
  });
  const decline = useMutation({ mutationFn: () => bridge.tables.decline_rematch({ table_id }) });
  const error = join.error ?? decline.error;
  return (
    <Banner role="status">
      <IconSwitchHorizontal size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">
        {t('rematch.offer_line', {
          peer: isolatedName(table.peer.nickname),
          game: escapeInvisible(offer.protocol_name),
        })}
        {error && <ProblemLine problem={asProblem(error)} />}
      </span>
      <Button size="sm" onClick={() => join.mutate()}>
        {t('rematch.accept')}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => decline.mutate()}>
        {t('rematch.decline')}
      </Button>
    </Banner>
  );
}
