import { afterEach, expect, it } from 'vitest';
import { Router } from 'wouter';
import type { LobbyEntry, LobbyPage, Offer, ShownTerms, Table } from '../../shared/bridge/contract.ts';
import { offerSchema } from '../../shared/bridge/lobby.ts';
import { shownTermsOf } from '../../shared/tables/shown-terms.ts';
import { useHashPath } from '../core/hash-location.ts';
import { WaitingSheet } from '../hosting/WaitingSheet.tsx';
import { exampleOf } from '../testing/example.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf, openTable, playing } from '../testing/samples.ts';
import { OfferSheet } from './OfferSheet.tsx';

afterEach(() => history.replaceState(null, '', '#/'));

const sheets = {
  guest: (postId: string) => <OfferSheet postId={postId} focusesJoin={false} onClose={() => {}} />,
  host: (postId: string) => <WaitingSheet postId={postId} onClose={() => {}} />,
};

/** Comes back to the address of an invitation that has led to this table. */
const comeBack = (table: Table, role: 'guest' | 'host') =>
  renderPart(<Router hook={useHashPath}>{sheets[role](table.post_id)}</Router>, {
    handlers: { tables: { list: () => ({ tables: [table] }) } },
  });

it.each(['guest', 'host'] as const)('leads the %s back to the running table', async (role) => {
  const table = playing({ role });
  await comeBack(table, role);
  await expect.poll(() => location.hash).toBe(`#/tables/${table.table_id}`);
});

it('says that a table is closed once its game is over', async () => {
  const screen = await comeBack(playing({ role: 'host', phase: 'finished' }), 'host');
  await expect.element(screen.getByText('This table is closed')).toBeVisible();
  expect(location.hash).not.toContain('/tables/');
});

/** The sheet of a listed table whose invitation says `change` instead; notes what a join passes. */
async function openListed(change: Partial<LobbyEntry>) {
  const joined: (ShownTerms | undefined)[] = [];
  const entry = openTable({ nickname: 'brindle', rating: 1200, mode: 'human', game: 'Connect Four' });
  const offer: Offer = {
    ...offerSchema.parse(exampleOf(offerSchema)),
    ...entry,
    ...change,
    control_modes: ['human'],
    player_installed: true,
  };
  const status = { seq: 1, status: 'live', complete: true, problem: null } as const;
  const page: LobbyPage = { ...status, reset: true, entries: [entry], gone: [], more: false };
  const screen = await renderPart(
    <Router hook={useHashPath}>
      <OfferSheet postId={entry.post_id} focusesJoin={false} onClose={() => {}} />
    </Router>,
    {
      app: { phase: 'ready' },
      handlers: {
        lobby: { list: () => page, inspect: () => offer },
        tables: {
          join: ({ shown }) => {
            joined.push(shown);
            return { table_id: 'joined' };
          },
        },
      },
    },
  );
  return { screen, entry, joined, button: screen.getByRole('button', { name: /^Join/ }) };
}

it('joins what it shows', async () => {
  const { button, entry, joined } = await openListed({});
  await button.click();
  await expect.poll(() => joined).toEqual([shownTermsOf(entry)]);
});

it.each<[string, Partial<LobbyEntry>]>([
  ['host', { host: { public_key: keyOf(99), nickname: 'mallory', agent_id: 9, rating: 900, house: false } }],
  ['options', { options: { max_think_seconds: 10 } }],
  ['family', { family: 'game:another' }],
  ['audience', { for_me: true }],
])('shows the terms of the invitation and refuses to join if the list has shown another %s', async (_name, change) => {
  const { screen, button, joined } = await openListed(change);
  await expect
    .poll(() => screen.getByRole('alert').query()?.textContent)
    .toContain("This isn't the table you were shown");
  if (change.host) await expect.element(screen.getByText('mallory').first()).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  expect(joined).toEqual([]);
});
