import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { hostableSamples } from '../testing/hosting-samples.ts';
import { renderPart } from '../testing/render.tsx';
import { protocolIdNamed } from '../testing/samples.ts';
import { HostSheet } from './HostSheet.tsx';

afterEach(() => history.replaceState(null, '', '#/'));

/** The last one is called what the first ones mention. */
const protocols = hostableSamples()
  .map((protocol) => ({ ...protocol, description: `${protocol.description} Like a chat.` }))
  .sort((a, b) => Number(a.name === 'Chat') - Number(b.name === 'Chat'));

const showGames = () =>
  renderPart(<HostSheet protocolId="" guestKey={null} onClose={() => {}} />, {
    handlers: { tables: { hostable: () => ({ protocols }) } },
  });

it('finds a game by what is typed at once, and Enter picks the first', async () => {
  const screen = await showGames();
  await expect.element(screen.getByRole('searchbox', { name: 'Find a game' })).toHaveFocus();
  await userEvent.keyboard('connect{Enter}');
  expect(new URLSearchParams(location.hash.split('?')[1]).get('host')).toBe(protocolIdNamed('Connect Four'));
});

it('a game with that name comes before those that only mention it', async () => {
  const screen = await showGames();
  await expect.element(screen.getByRole('searchbox', { name: 'Find a game' })).toHaveFocus();
  await userEvent.keyboard('chat');
  await expect.element(screen.getByRole('listitem').first().getByText('Chat', { exact: true })).toBeVisible();
  expect(screen.getByRole('listitem').elements()).toHaveLength(protocols.length);
});
