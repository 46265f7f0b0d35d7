import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { AppState } from '../../shared/bridge/contract.ts';
import { useApp, useBridge, useHosting, useLobby, useTables } from '../app/context.tsx';
import { rooms } from '../app/rooms.ts';
import { useCopy } from '../look/copy.ts';
import { isolated, visible } from '../look/peer-text.ts';
import { useShelf } from '../protocols/shelf.ts';
import { sectionPath, sections } from '../settings/sections.ts';
import type { Command } from './commands.ts';
import type { Layer } from './Layers.tsx';
import { useTableCommands } from './table-commands.ts';

const themes: AppState['settings']['theme'][] = ['light', 'dark', 'system'];

/** Every action there is now. */
export function useCommands(open: (layer: Layer) => void, onWords: () => void): Command[] {
  const { t } = useTranslation('palette');
  const { t: frame } = useTranslation();
  const { t: network } = useTranslation('network');
  const bridge = useBridge();
  const copy = useCopy();
  const [, go] = useLocation();
  const key = useApp((app) => app.identity?.public_key ?? null);
  const guarded = useApp((app) => app.identity?.protection === 'passphrase');
  const theme = useApp((app) => app.settings.theme);
  const embedded = useApp((app) => app.community.embedded);
  const offline = useApp((app) => app.community.status === 'offline');
  const entries = useLobby((lobby) => lobby.entries);
  const tables = useTables((known) => known);
  const hosting = useHosting();
  const protocols = useShelf().data?.protocols ?? [];
  const here = useTableCommands();
  const running = [...tables.values()].filter(({ phase }) => phase === 'playing' || phase === 'joining');
  return [
    ...here,
    ...running.map(({ table_id, peer, protocol }) => ({
      id: `table-${table_id}`,
      group: 'tables' as const,
      label: t('running', { name: isolated(peer.nickname), game: visible(protocol.name) }),
      run: () => go(`/tables/${table_id}`),
    })),
    ...hosting.map(({ post_id, protocol_name }) => ({
      id: `mine-${post_id}`,
      group: 'tables' as const,
      label: t('mine', { game: visible(protocol_name) }),
      run: () => go(`/?mine=${post_id}`),
    })),
    ...entries
      .filter(({ own }) => !own)
      .map(({ post_id, host, protocol_name }) => ({
        id: `open-${post_id}`,
        group: 'tables' as const,
        label: t('open_table', { name: isolated(host.nickname), game: visible(protocol_name) }),
        asked: true,
        run: () => go(`/?table=${post_id}`),
      })),
    ...protocols.map(({ protocol_id, name }) => ({
      id: `protocol-${protocol_id}`,
      group: 'rooms' as const,
      label: t('protocol', { name: visible(name) }),
      asked: true,
      run: () => go(`/protocols/${protocol_id}`),
    })),
    ...rooms.map(({ id, path }, index) => ({
      id: `room-${id}`,
      group: 'rooms' as const,
      label: t('to_room', { room: frame(`room.${id}`) }),
      keys: id === 'settings' ? 'Ctrl ,' : `Ctrl ${index + 1}`,
      run: () => go(path),
    })),
    ...sections
      .filter((section) => section !== 'overview')
      .map((section) => ({
        id: `settings-${section}`,
        group: 'rooms' as const,
        label: t('to_settings', { part: t(`settings_part.${section}`) }),
        asked: true,
        run: () => go(sectionPath(section)),
      })),
    { id: 'write', group: 'actions', label: t('write'), run: () => go('/inbox/new') },
    { id: 'contacts', group: 'actions', label: t('contacts'), asked: true, run: () => go('/inbox/contacts') },
    { id: 'sent', group: 'actions', label: t('sent'), asked: true, run: () => go('/inbox/sent') },
    { id: 'host', group: 'actions', label: t('host'), keys: 'Ctrl N', run: () => go('/?host=') },
    {
      id: 'network',
      group: 'actions',
      label: network(embedded ? 'let_in' : 'home'),
      run: () => go('/?network='),
    },
    { id: 'compare', group: 'actions', label: t('compare'), run: () => go('/protocols/compare') },
    { id: 'studio-new', group: 'actions', label: t('studio_new'), run: () => go('/studio?new=') },
    { id: 'join', group: 'actions', label: t('join'), run: () => open({ kind: 'link' }) },
    { id: 'keys', group: 'actions', label: t('keys'), keys: '?', run: () => open({ kind: 'keys' }) },
    ...themes
      .filter((one) => one !== theme)
      .map((one) => ({
        id: `theme-${one}`,
        group: 'actions' as const,
        label: t(`theme.${one}`),
        run: () => void bridge.app.set_settings({ theme: one }),
      })),
    ...(key === null
      ? []
      : [{ id: 'copy-key', group: 'actions' as const, label: t('copy_key'), run: () => copy(key) }]),
    { id: 'words', group: 'actions', label: t('words'), run: onWords },
    ...(guarded
      ? [{ id: 'lock', group: 'actions' as const, label: t('lock'), run: () => void bridge.identity.lock({}) }]
      : []),
    ...(offline
      ? [{ id: 'retry', group: 'actions' as const, label: frame('try_now'), run: () => void bridge.app.retry({}) }]
      : []),
  ];
}
