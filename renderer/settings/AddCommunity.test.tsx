import { expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { CommunityTest } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { FakeHandlers } from '../testing/fake-bridge.ts';
import { renderPart } from '../testing/render.tsx';
import { AddCommunity } from './AddCommunity.tsx';

const textOf = (part: Locator) => part.query()?.textContent ?? '';

async function check(address: string, test: NonNullable<FakeHandlers['community']>['test']) {
  const screen = await renderPart(<AddCommunity communities={[]} />, {
    handlers: { community: { ...(test && { test }) } },
  });
  await screen.getByRole('textbox').fill(address);
  await screen.getByRole('button', { name: 'Check address' }).click();
  return screen;
}

const unreachable = (url: string): CommunityTest => ({
  ...{ url, reachable: false, name: null, version: null, limits: null, clock_offset_ms: null, answered_ms: null },
  needs_consent: false,
  problem: { code: 'community_unreachable', message: 'No answer.' },
});

it('says why the address could not be checked', async () => {
  const screen = await check('community.example', () => {
    throw new ParlorError('bad_arguments', 'No address.');
  });
  await expect.poll(() => textOf(screen.getByRole('alert'))).toContain('bad_arguments');
});

it('names the community that was not reached, and says nothing of the own one', async () => {
  const screen = await check('community.example', ({ url }) => unreachable(url));
  const text = () => textOf(screen.getByRole('alert'));
  await expect.poll(text).toContain("Can't reach community.example. Check the address");
  expect(text()).not.toContain('the house');
});

/** In a low window, below other settings. */
it('shows a result that appears below the visible part, and announces it', async () => {
  await page.viewport(640, 400);
  const screen = await renderPart(
    <div style={{ height: 300, overflow: 'auto' }}>
      <div style={{ height: 140 }} />
      <AddCommunity communities={[]} />
    </div>,
    {
      handlers: {
        community: {
          test: ({ url }) => ({
            ...{ url, reachable: true, name: 'Harbor Street', version: '0.1.0', limits: null, clock_offset_ms: 0 },
            ...{ answered_ms: 12, needs_consent: false, problem: null },
          }),
        },
      },
    },
  );
  await screen.getByRole('textbox').fill('community.example');
  await screen.getByRole('button', { name: 'Check address' }).click();
  await expect.poll(() => textOf(screen.getByRole('status'))).toContain('Harbor Street');
  const button = screen.getByRole('button', { name: 'Switch' });
  const visible = button.element().closest('div[style]')!.getBoundingClientRect();
  expect(button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(visible.bottom);
});

it('says of the community in use only that it is in use', async () => {
  const url = 'https://community.example';
  const inUse = { url, in_use: true, used_at: null, registered: [] };
  const screen = await renderPart(<AddCommunity communities={[inUse]} />, {
    handlers: {
      community: { test: () => ({ ...unreachable(url), reachable: true, name: 'Harbor Street', problem: null }) },
    },
  });
  await screen.getByRole('textbox').fill(url);
  await screen.getByRole('button', { name: 'Check address' }).click();
  await expect.element(screen.getByText('You are using this community.')).toBeVisible();
  expect(document.body.textContent).not.toContain("You'll be registered there");
});
