import { expect, it, vi } from 'vitest';
import type { Relays as RelaySetting } from '../../shared/bridge/contract.ts';
import { defaultSettings } from '../../shared/bridge/settings.ts';
import { renderPart } from '../testing/render.tsx';
import { Relays } from './Relays.tsx';

async function open(relays: RelaySetting) {
  const settings = { ...defaultSettings, relays };
  const set_settings = vi.fn((change: object) => ({ ...settings, ...change }));
  const screen = await renderPart(<Relays />, { app: { settings }, handlers: { app: { set_settings } } });
  const addresses = screen.getByRole('textbox', { name: 'Addresses of your relays' });
  return {
    screen,
    addresses,
    choose: (name: string) => screen.getByText(name, { exact: true }).click(),
    save: () => screen.getByRole('button', { name: 'Use these relays' }).click(),
    saved: () => set_settings.mock.calls.map(([change]) => change),
  };
}

it('saves the public relays or none immediately, and explains the choice', async () => {
  const { screen, choose, saved } = await open('n0');
  await expect.element(screen.getByText(/^The public relays of n0/)).toBeVisible();
  await choose('None');
  await expect.poll(saved).toEqual([{ relays: 'none' }]);
});

it('saves own relays once each is an https address', async () => {
  const { addresses, choose, save, saved } = await open('none');
  await choose('Your own');
  await save();
  await expect.element(addresses).toHaveAccessibleDescription(/^Enter the address of a relay/);
  await addresses.fill('relay.example\nhttp://relay.example');
  await expect.element(addresses).not.toBeInvalid();
  await save();
  await expect.element(addresses).toHaveAccessibleDescription(/^http:\/\/relay\.example isn't the address of a relay/);
  expect(saved()).toEqual([]);

  await addresses.fill('relay.example\n\n https://192.0.2.1:8443 ');
  await save();
  await expect.poll(saved).toEqual([{ relays: ['https://relay.example/', 'https://192.0.2.1:8443/'] }]);
});

it('shows which relays are in use', async () => {
  const { screen, addresses } = await open(['https://relay.example/']);
  await expect.element(addresses).toHaveValue('https://relay.example/');
  await expect.element(screen.getByText('In use')).toBeVisible();
  await addresses.fill('https://other.example/');
  await expect.element(screen.getByText('In use')).not.toBeInTheDocument();
});

it('keeps what was entered while another choice is shown', async () => {
  const { addresses, choose, saved } = await open('n0');
  await choose('Your own');
  await addresses.fill('https://relay.example');
  await choose('None');
  await expect.element(addresses).not.toBeInTheDocument();
  await choose('Your own');
  await expect.element(addresses).toHaveValue('https://relay.example');
  expect(saved()).toEqual([{ relays: 'none' }]);
});
