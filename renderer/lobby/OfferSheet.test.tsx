import { afterEach, expect, it } from 'vitest';
import { Router } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { useHashPath } from '../core/hash-location.ts';
import { WaitingSheet } from '../hosting/WaitingSheet.tsx';
import { renderPart } from '../testing/render.tsx';
import { playing } from '../testing/samples.ts';
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
