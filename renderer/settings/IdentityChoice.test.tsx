import { describe, expect, it, vi } from 'vitest';
import type { AppState } from '../../shared/bridge/contract.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf } from '../testing/samples.ts';
import { communityHandlers } from '../testing/scene-settings.ts';
import { appState } from '../testing/scenes.ts';
import { ForeignTableDialog } from './ForeignTableDialog.tsx';
import { useSwitchCommunity } from './switch-community.tsx';

const url = 'https://second.example';

function Switch() {
  const { switchTo, dialog } = useSwitchCommunity();
  return (
    <>
      <button type="button" onClick={() => switchTo(url, false)}>
        Switch
      </button>
      {dialog}
    </>
  );
}

async function renderSwitch(
  used_in: (string | null)[],
  { protection = 'plain', part = <Switch /> }: { protection?: 'plain' | 'passphrase'; part?: React.ReactNode } = {},
) {
  const identity = { ...appState('lobby', 'light').identity, protection } as AppState['identity'];
  const calls: string[] = [];
  const add_for_community = vi.fn((_: { url: string; passphrase: string | null }) => {
    calls.push('add');
    return { public_key: keyOf(903) };
  });
  const use = vi.fn(() => {
    calls.push('use');
    return {};
  });
  const offer = () => ({ nickname: 'copperfinch', used_in, own_key: keyOf(903) });
  const screen = await renderPart(part, {
    app: { identity },
    handlers: { identity: { offer, add_for_community }, community: { ...communityHandlers('lobby'), use } as never },
  });
  return { screen, add_for_community, use, calls };
}

describe('before a key is used in a second community', () => {
  it('warns, and keeps the identity if the person wants that', async () => {
    const { screen, use, add_for_community } = await renderSwitch([null, 'https://harbor.example']);
    await screen.getByRole('button', { name: 'Switch' }).click();
    const choice = () => screen.getByTestId('identity-choice').query()?.textContent;
    await expect.poll(choice).toContain('already used in: Your own community and harbor.example');
    expect(use).not.toHaveBeenCalled();
    await screen.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
    await expect.poll(() => use.mock.calls.length).toBe(1);
    expect(add_for_community).not.toHaveBeenCalled();
  });

  it('offers one of its own, created before the switch', async () => {
    const { screen, calls, add_for_community } = await renderSwitch([null]);
    await screen.getByRole('button', { name: 'Switch' }).click();
    await screen.getByRole('radio', { name: /^An identity only for this community/ }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
    await expect.poll(() => calls).toEqual(['add', 'use']);
    expect(add_for_community).toHaveBeenCalledWith({ url, passphrase: null }, expect.anything());
  });

  it('asks for the passphrase that will protect it', async () => {
    const { screen, calls, add_for_community } = await renderSwitch([null], { protection: 'passphrase' });
    await screen.getByRole('button', { name: 'Switch' }).click();
    await screen.getByRole('radio', { name: /^An identity only for this community/ }).click();
    const confirm = screen.getByRole('dialog').getByRole('button', { name: 'Switch' });
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
    await screen.getByLabelText('Passphrase of', { exact: false }).fill('open sesame');
    await confirm.click();
    await expect.poll(() => calls).toEqual(['add', 'use']);
    expect(add_for_community).toHaveBeenCalledWith({ url, passphrase: 'open sesame' }, expect.anything());
  });

  it('also asks behind a link', async () => {
    const part = <ForeignTableDialog server={url} postId="7c21e0aa-1111-4222-8333-123456789abc" onClose={() => {}} />;
    const { screen, calls } = await renderSwitch([null], { part });
    await screen.getByRole('button', { name: 'Look up the table' }).click();
    await screen.getByRole('radio', { name: /^An identity only for this community/ }).click();
    await screen.getByRole('button', { name: 'Switch and open the table' }).click();
    await expect.poll(() => calls).toEqual(['add', 'use']);
  });
});

it('asks nothing where the key isn’t used elsewhere', async () => {
  const { screen, use } = await renderSwitch([]);
  await screen.getByRole('button', { name: 'Switch' }).click();
  await expect.poll(() => use.mock.calls.length).toBe(1);
});
