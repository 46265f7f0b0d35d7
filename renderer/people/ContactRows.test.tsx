import '../ui/base.css';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { inboxSchema } from '../../shared/bridge/inbox.ts';
import { useHashPath } from '../core/hash-location.ts';
import { exampleOf } from '../testing/example.ts';
import { renderPart } from '../testing/render.tsx';
import { openTable } from '../testing/samples.ts';
import type { ActiveContact } from './active-contacts.ts';
import { ContactRows } from './ContactRows.tsx';

it('a challenge takes the place of no button under a resting pointer', async () => {
  const entry = { ...openTable({ nickname: 'vetch', rating: 1200, mode: 'human', game: 'Reversi' }), for_me: true };
  const { public_key } = entry.host;
  const contacts = ['basalt', 'vetch'].map((name, index) => ({
    public_key: name === 'vetch' ? public_key : `${index}`.repeat(64),
    ...{ name, notes: '', blocked: false },
  }));
  const challenge: ActiveContact = { public_key, name: 'vetch', doing: { kind: 'challenges', entry }, waits: true };
  const rows = (active: ActiveContact[]) => (
    <Router hook={useHashPath}>
      <h2>Contacts</h2>
      <ContactRows active={active} />
    </Router>
  );
  const screen = await renderPart(rows([]), {
    handlers: { inbox: { list: () => ({ ...inboxSchema.parse(exampleOf(inboxSchema)), contacts }) } },
  });
  const list = screen.getByRole('list', { name: 'Your contacts' });
  await expect.element(list.getByText('vetch')).toBeVisible();
  const row = list.getByRole('listitem').filter({ hasText: 'vetch' });
  const button = row.getByRole('button').first();
  await userEvent.hover(button);
  const before = button.element().getBoundingClientRect();
  await screen.show(rows([challenge]));
  await expect.element(button).toHaveTextContent('Challenge');
  expect(button.element().getBoundingClientRect()).toEqual(before);
  await userEvent.hover(screen.getByRole('heading'));
  await expect.element(button).toHaveTextContent('Accept');
  // The other way to the table joins nothing.
  const link = row.getByRole('link', { name: /Reversi/ });
  await expect.element(link).toHaveAttribute('href', `#/?table=${entry.post_id}`);
});
