import { expect, it, vi } from 'vitest';
import { sceneBridge } from './scene-bridge.ts';

const scenes = [
  ...['lobby', 'first-run', 'locked', 'unreadable', 'registering', 'offline', 'empty', 'problem', 'guarded', 'waiting'],
  ...[
    'results',
    'rematch',
    'playing',
    'turn',
    'turns',
    'turn-proposal',
    'peer-turn',
    'mailfull',
    'agents',
    'agent-request',
  ],
];

it.each(scenes)('scene %s conforms to the contract', async (scene) => {
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {});
  const bridge = sceneBridge(new URLSearchParams({ scene }));
  const { tables } = await bridge.tables.list({});
  await Promise.all([
    ...[bridge.app.state({}), bridge.app.doctor({ offline: false }), bridge.app.storage({})],
    ...[
      bridge.lobby.list({}),
      bridge.tables.hosting({}),
      bridge.tables.hostable({}),
      bridge.inbox.list({}),
      bridge.clients.list({}),
    ],
    ...[bridge.identity.list({}), bridge.community.list({}), bridge.protocols.consents({}), bridge.studio.list({})],
    ...tables
      .slice(0, 1)
      .flatMap(({ table_id }) => [
        ...[bridge.tables.record({ table_id, from: 0 }), bridge.tables.views({ table_id, from: 0 })],
        bridge.tables.advice({ table_id, from: 0 }),
      ]),
    ...['four', 'broken', 'unfinished'].map((project_id) => bridge.studio.open_project({ project_id })),
    bridge.protocols
      .list({})
      .then(({ protocols }) =>
        Promise.all(
          protocols.flatMap(({ protocol_id: protocol }) => [
            ...[bridge.protocols.get({ protocol }), bridge.protocols.lineage({ protocol })],
            bridge.protocols.hooks({ protocol }),
          ]),
        ),
      ),
    // Calls to the community, which fail in scenes where it is unreachable.
    Promise.allSettled([
      bridge.agents.elo_leaderboard({}),
      bridge.agents.karma_leaderboard({}),
      bridge.protocols.search({}),
    ]),
  ]);
  expect(faults).not.toHaveBeenCalled();
});

it('uses the names of the library for tables of bundled protocols', async () => {
  const bridge = sceneBridge(new URLSearchParams({ scene: 'lobby' }));
  const { labels } = await bridge.protocols.labels({ language: 'zh-CN' });
  const { entries } = await bridge.lobby.list({});
  const named = entries.filter(({ protocol_id }) => protocol_id in labels).map(({ protocol_name }) => protocol_name);
  expect(new Set(named)).toEqual(new Set(['Connect Four', 'Rock Paper Scissors', 'Oracle', 'Chat']));
});
