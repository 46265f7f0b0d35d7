import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { type LobbyEntry, themes } from '../../shared/bridge/contract.ts';
import { givesNoPoints } from '../../shared/community/rating.ts';
import { languages, languageTexts } from '../../shared/locales/languages.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { canRematch } from '../../shared/tables/rematch.ts';
import { newestFirst, timeOf } from '../../shared/tables/table-rows.ts';
import { attempt } from '../core/attempt.ts';
import { useApp, useBridge, useHosting, useLobby, useTables } from '../core/context.tsx';
import { profilePath, rooms } from '../core/rooms.ts';
import { roomShortcut, shortcuts } from '../core/shortcuts.ts';
import { useLabelBook } from '../core/use-labels.ts';
import type { English } from '../locales/en.ts';
import { otherWaitingTables } from '../notices/waiting-tables.ts';
import { usePlay, usePlayWish, useStartPlay } from '../play/use-play.ts';
import { useInstalledProtocols } from '../protocols/catalogue/installed-protocols.ts';
import { sectionPath, sections } from '../settings/sections.ts';
import { useCopy } from '../ui/clipboard.ts';
import { formatDayTime } from '../ui/format.ts';
import type { Command } from './search.ts';
import { usePageCommands, useTableCommands } from './table-commands.ts';

/** The number of recent games offered for replay. */
const replaysMax = 8;

type ActionId = Exclude<keyof English['palette']['keywords'], 'room' | 'settings' | 'table' | 'page'>;

/** The open dialog of the palette: the commands, opening a link, or the list of shortcuts. */
export type PaletteDialog = { kind: 'palette' } | { kind: 'link'; text?: string } | { kind: 'keys' };

/** All commands currently available. */
export function useCommands(openDialog: (dialog: PaletteDialog) => void, onRecoveryPhrase: () => void): Command[] {
  const { t, i18n } = useTranslation('palette');
  const { t: tApp } = useTranslation();
  const { t: tHosting } = useTranslation('hosting');
  const { t: tNetwork } = useTranslation('network');
  const bridge = useBridge();
  const copy = useCopy();
  const [path, navigate] = useLocation();
  const ownKey = useApp((app) => app.identity?.public_key ?? null);
  const hasPassphrase = useApp((app) => app.identity?.protection === 'passphrase');
  const theme = useApp((app) => app.settings.theme);
  const sounds = useApp((app) => app.settings.sounds);
  const embedded = useApp((app) => app.community.embedded);
  const offline = useApp((app) => app.community.status === 'offline');
  const entries = useLobby((lobby) => lobby.entries);
  const tables = useTables((tables) => tables);
  const hosting = useHosting();
  const protocols = useInstalledProtocols().data?.protocols ?? [];
  const book = useLabelBook();
  const tableCommands = [...usePageCommands(), ...useTableCommands()];
  const turnTables = otherWaitingTables(tables.values(), path);
  const runningTables = [...tables.values()].filter(
    (table) => (table.phase === 'playing' || table.phase === 'joining') && !turnTables.includes(table),
  );
  const finishedTables = [...tables.values()].filter(canRematch).sort(newestFirst).slice(0, replaysMax);
  const playWish = usePlayWish(null);
  const playPhase = usePlay(playWish).phase;
  const startPlay = useStartPlay();
  const gameOf = (protocol_id: string, name: string) => escapeInvisible(book.labelsFor(protocol_id).name(name));
  const action = (id: ActionId, label: string, run: () => void, extra: Partial<Command> = {}): Command => ({
    ...{ id, group: 'actions', label, keywords: t(`keywords.${id}`), run },
    ...extra,
  });
  const candidateNote = (candidate: LobbyEntry) => {
    const { host, protocol_id, protocol_name } = candidate;
    const table = t('open_table', { name: isolatedName(host.nickname), game: gameOf(protocol_id, protocol_name) });
    return book.labelsFor(protocol_id).list([table, givesNoPoints(candidate) ? tApp('points.none_tag') : '']);
  };
  return [
    ...tableCommands,
    ...turnTables.map(({ table_id, peer, protocol }, index) => ({
      id: `turn-${table_id}`,
      group: 'tables' as const,
      label: t('your_turn', { name: isolatedName(peer.nickname), game: gameOf(protocol.protocol_id, protocol.name) }),
      ...(index === 0 ? { keys: shortcuts.everywhere.turn } : {}),
      run: () => navigate(`/tables/${table_id}`),
    })),
    ...runningTables.map(({ table_id, peer, protocol }) => ({
      id: `table-${table_id}`,
      group: 'tables' as const,
      label: t(protocol.mode === 'free' ? 'running_chat' : 'running', {
        name: isolatedName(peer.nickname),
        game: gameOf(protocol.protocol_id, protocol.name),
      }),
      run: () => navigate(`/tables/${table_id}`),
    })),
    ...hosting.map(({ post_id, protocol_id, protocol_name }) => ({
      id: `mine-${post_id}`,
      group: 'tables' as const,
      label: t('mine', { game: gameOf(protocol_id, protocol_name) }),
      run: () => navigate(`/?mine=${post_id}`),
    })),
    ...entries
      .filter(({ own }) => !own)
      .map(({ post_id, host, protocol_id, protocol_name }) => ({
        id: `open-${post_id}`,
        group: 'tables' as const,
        label: t('open_table', { name: isolatedName(host.nickname), game: gameOf(protocol_id, protocol_name) }),
        keywords: escapeInvisible(protocol_name),
        searchOnly: true,
        run: () => navigate(`/?table=${post_id}`),
      })),
    ...finishedTables.map((table) => ({
      id: `replay-${table.table_id}`,
      group: 'tables' as const,
      label: t(table.protocol.mode === 'free' ? 'replay_of_chat' : 'replay_of', {
        name: isolatedName(table.peer.nickname),
        game: gameOf(table.protocol.protocol_id, table.protocol.name),
      }),
      keywords: t('keywords.replay'),
      note: formatDayTime(i18n.language, timeOf(table)),
      searchOnly: true,
      run: () => navigate(`/tables/${table.table_id}/replay`),
    })),
    ...protocols.map(({ protocol_id, name, governance }) => ({
      id: `protocol-${protocol_id}`,
      group: 'protocols' as const,
      label: t('protocol', { name: gameOf(protocol_id, name) }),
      keywords: escapeInvisible(name),
      ...(governance.status === 'deprecated' ? { note: tHosting('deprecated.tag') } : {}),
      searchOnly: true,
      run: () => navigate(`/protocols/${protocol_id}`),
    })),
    ...rooms.map(({ id, path }, index) => ({
      id: `room-${id}`,
      group: 'rooms' as const,
      label: t('to_room', { room: tApp(`room.${id}`) }),
      name: tApp(`room.${id}`),
      keywords: t(`keywords.room.${id}`),
      keys: roomShortcut(id, index),
      run: () => navigate(path),
    })),
    ...sections
      .filter((section) => section !== 'overview')
      .map((section) => ({
        id: `settings-${section}`,
        group: 'rooms' as const,
        label: t('to_settings', { part: t(`settings_part.${section}`) }),
        name: t(`settings_part.${section}`),
        keywords: t(`keywords.settings.${section}`),
        searchOnly: true,
        run: () => navigate(sectionPath(section)),
      })),
    ...(playPhase.kind === 'ready'
      ? [
          action('play', t('start_play'), () => attempt(() => startPlay(playWish)), {
            keys: shortcuts.everywhere.start_play,
            note: candidateNote(playPhase.candidate),
          }),
        ]
      : []),
    action('host', t('host'), () => navigate('/?host='), { keys: shortcuts.everywhere.host }),
    action('join', t('join'), () => openDialog({ kind: 'link' })),
    action('write', t('write'), () => navigate('/inbox/new')),
    action('contacts', t('contacts'), () => navigate('/inbox/contacts'), { searchOnly: true }),
    action('blocked', t('blocked'), () => navigate('/inbox/blocked'), { searchOnly: true }),
    ...(ownKey === null
      ? []
      : [
          action('profile', t('my_profile'), () => navigate(profilePath(ownKey))),
          action('copy_key', t('copy_key'), () => copy(ownKey)),
        ]),
    action('words', t('words'), onRecoveryPhrase),
    ...(hasPassphrase ? [action('lock', t('lock'), () => attempt(() => bridge.identity.lock({})))] : []),
    action('network', tNetwork(embedded ? 'let_in' : 'home'), () => navigate('/?network=')),
    action('open_record', t('open_record'), () => navigate('/tables/record')),
    action('compare', t('compare'), () => navigate('/protocols/compare')),
    action('studio_new', t('studio_new'), () => navigate('/studio?new=')),
    ...themes
      .filter((other) => other !== theme)
      .map((other) =>
        action('theme', t(`theme.${other}`), () => attempt(() => bridge.app.set_settings({ theme: other })), {
          id: `theme-${other}`,
        }),
      ),
    ...languages
      .filter((language) => language !== i18n.language)
      .map((language) =>
        action(
          'language',
          t('language', { name: languageTexts[language].name }),
          () => attempt(() => bridge.app.set_settings({ locale: language })),
          { id: `language-${language}` },
        ),
      ),
    action('sounds', t(sounds === 'off' ? 'sounds_on' : 'sounds_off'), () =>
      attempt(() => bridge.app.set_settings({ sounds: sounds === 'off' ? 'quiet' : 'off' })),
    ),
    action('keys', t('keys'), () => openDialog({ kind: 'keys' }), { keys: shortcuts.everywhere.keys }),
    ...(offline ? [action('retry', tApp('try_now'), () => attempt(() => bridge.app.retry({})))] : []),
  ];
}
