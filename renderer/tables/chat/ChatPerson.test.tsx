import { expect, it } from 'vitest';
import { chatting } from '../../testing/chat-tables.ts';
import { renderPart } from '../../testing/render.tsx';
import { agentHandlers } from '../../testing/scene-agents.ts';
import { ChatPerson } from './ChatPerson.tsx';

it('shows the rating as it is now, and that of the beginning only until it is known', async () => {
  const table = chatting();
  const agents = agentHandlers('results');
  const { profile } = agents;
  const now = (await profile!({ public_key: table.peer.public_key }, { surface: 'web', client: 'test' })).elo.rating;
  expect(now).not.toBe(table.peer.rating);
  const known = Promise.withResolvers<void>();
  const screen = await renderPart(<ChatPerson table={table} />, {
    handlers: {
      agents: { ...agents, profile: async (...args) => known.promise.then(() => profile!(...args)) },
      tables: { rows: () => ({ rows: [], total: 0, all: 0, unreadable: 0 }) },
    },
  });
  await expect.element(screen.getByText(String(table.peer.rating), { exact: true })).toBeVisible();
  known.resolve();
  await expect.element(screen.getByText(String(now), { exact: true })).toBeVisible();
});
