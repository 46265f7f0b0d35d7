import { IconSwitchHorizontal } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { LobbyEntry, Table } from '../../shared/bridge/contract.ts';
import { latestOver, offeredRematch } from '../../shared/tables/rematch.ts';
import { useApp, useBridge, useHosting, useLobby, useTables } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import styles from '../hosting/Hosting.module.css';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { isolated, visible } from '../look/peer-text.ts';

/** Who asks for another game is heard in every room; on the table's own page it stands there instead. */
export function RematchOffers() {
  const bridge = useBridge();
  const [path, go] = useLocation();
  const tables = useTables((known) => known);
  const entries = useLobby((lobby) => lobby.entries);
  const hosting = useHosting();
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const here = useRef({ path, go });
  here.current = { path, go };
  const met = useRef(new Set<string>());
  const offers = entries.some(({ for_me }) => for_me)
    ? latestOver(tables.values()).flatMap((table) => {
        const offer = offeredRematch(table, entries);
        return offer ? [{ table, offer }] : [];
      })
    : [];

  // Both asked: the one with the greater key comes to the other, so that neither waits for the other to come.
  const crossed = offers.find(
    ({ table, offer }) =>
      ownKey > table.peer.public_key &&
      !met.current.has(offer.post_id) &&
      hosting.some(({ rematch_of }) => rematch_of === table.table_id),
  );
  useEffect(() => {
    if (!crossed) return;
    const { table_id } = crossed.table;
    met.current.add(crossed.offer.post_id);
    bridge.tables.rematch({ table_id }).then(
      ({ table_id: joined }) => {
        if (joined !== null && here.current.path.startsWith(`/tables/${table_id}`))
          here.current.go(`/tables/${joined}`);
      },
      // The offer still stands on the page, with its button.
      () => {},
    );
  }, [bridge, crossed]);

  return offers
    .filter(({ table }) => path !== `/tables/${table.table_id}`)
    .map(({ table, offer }) => <OfferLine key={offer.post_id} table={table} offer={offer} />);
}

function OfferLine({ table, offer }: { table: Table; offer: LobbyEntry }) {
  const { t } = useTranslation('afterwards');
  const bridge = useBridge();
  const [, go] = useLocation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const failed = (error: unknown) => setProblem(asProblem(error));
  const sit = () =>
    bridge.tables.rematch({ table_id: table.table_id }).then(({ table_id }) => {
      if (table_id !== null) go(`/tables/${table_id}`);
    }, failed);
  return (
    <div className={styles.arrival} role="status">
      <IconSwitchHorizontal size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">
        {t('rematch.offer_line', {
          peer: isolated(table.peer.nickname),
          game: visible(offer.protocol_name),
        })}
        {problem && <ProblemLine problem={problem} />}
      </span>
      <Button size="sm" onClick={() => void sit()}>
        {t('rematch.accept')}
      </Button>
      <Button
        size="sm"
        look="quiet"
        onClick={() => void bridge.tables.decline_rematch({ table_id: table.table_id }).catch(failed)}
      >
        {t('rematch.decline')}
      </Button>
    </div>
  );
}
