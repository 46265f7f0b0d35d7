/** An unlocked identity at one community: its client, tables, lobby and inbox. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Emit } from '../../shared/bridge/define.ts';
import { limits } from '../../shared/community/limits.ts';
import { ParlorError } from '../../shared/errors.ts';
import { shownTermsOf } from '../../shared/tables/shown-terms.ts';
import type { Account, CoreParts } from '../bridge/core-parts.ts';
import { acceptedBoards } from '../bridge/tables.ts';
import { createCommunityClient } from '../community/client.ts';
import type { CommunityConnection } from '../community/connection.ts';
import { openEventStream } from '../community/event-stream.ts';
import { createPeople } from '../community/people.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import type { IdentityStore } from '../identity/identity.ts';
import { type AnsweredChallenges, createAnsweredChallenges } from '../inbox/answered-challenges.ts';
import { openInbox } from '../inbox/inbox.ts';
import type { Catalogue } from '../library/catalogue.ts';
import { deprecationsAmong } from '../library/deprecations.ts';
import type { Library } from '../library/library.ts';
import { followProtocols } from '../library/protocol-events.ts';
import { createLobby } from '../lobby/lobby.ts';
import { createPlay, type Play } from '../lobby/play.ts';
import { type NoticesService, openNotices } from '../notices/notices.ts';
import type { Transport } from '../p2p/channel.ts';
import { type Analyses, createAnalyses } from '../tables/analysis/analyses.ts';
import { type Drafts, openDrafts } from '../tables/drafts.ts';
import { readInvitation } from '../tables/joining/terms.ts';
import type { OpenedRecords } from '../tables/records/opened-records.ts';
import { openTables, type TablesConfig } from '../tables/table-registry.ts';
import { throttleAnalyses } from './throttled-changes.ts';

export interface AccountConfig {
  /** The identity's folder. */
  folder: string;
  /** Unlocked. */
  identity: IdentityStore;
  connection: CommunityConnection;
  transport: Transport;
  library: Library;
  catalogue: Catalogue;
  settings: CoreParts['settings'];
  openedRecords: OpenedRecords;
  launchHooks: LaunchHooks;
  /** Filled once the house is ready, which may be after the account has been opened. */
  houseKeys: ReadonlySet<string>;
  rating(): number | null;
  /** Number of tables that the house players on this computer are about to open. */
  houseTableCount(): number;
  emit: Emit<Bridge>;
  onTableChange: TablesConfig['onChange'];
  /** The list of open tables, or whether it can be loaded, has changed. */
  onLobbyChange(): void;
  clientState: NonNullable<TablesConfig['clientState']>;
  /** The ends of tables are seen where they are played: at a terminal. */
  seesEnds: boolean;
}

/** The numbers of tables being joined or played, and of tables waiting for a guest. */
function countOpenTables(account: Account | null): { running: number; waiting: number } {
  const running = account?.tables.running().length ?? 0;
  return { running, waiting: account?.tables.listHosted().length ?? 0 };
}

export function isIdle(account: Account | null): boolean {
  const { running, waiting } = countOpenTables(account);
  return running + waiting === 0;
}

/** @throws ParlorError `tables_running` */
export function requireIdle(account: Account | null): void {
  const { running, waiting } = countOpenTables(account);
  if (running + waiting === 0) return;
  throw new ParlorError(
    'tables_running',
    `Finish or withdraw your tables first (${running} running, ${waiting} waiting for a guest).`,
    { running, waiting },
  );
}

/** Rejects if files of the identity's folder can't be used; nothing is left open then. */
export async function openAccount(config: AccountConfig): Promise<Account> {
  const { folder, identity, connection, library, catalogue, emit } = config;
  const { signer, opener } = identity;
  const client = createCommunityClient({
    url: () => connection.url(),
    signer,
    acceptedClockOffset: connection.acceptedClockOffset,
  });
  const eventStream = openEventStream(client);
  const people = createPeople(client, config.houseKeys);
  let notices: NoticesService | null = null;
  let analyses: Analyses | null = null;
  let play: Play | null = null;
  let answered: AnsweredChallenges | null = null;
  let noteDeclined: ((post_id: string) => void) | null = null;
  const tables = await openTables({
    dataDir: folder,
    signer,
    opener,
    client,
    people,
    library,
    transport: config.transport,
    launchHooks: config.launchHooks,
    clientState: config.clientState,
    remarks: {
      allowsTexts: () => config.settings.value.remark_texts,
      onChange: (state) => emit('remarks', 'changed', state),
    },
    onChange(table) {
      config.onTableChange(table);
      notices?.onTable(table);
      analyses?.onTables();
      play?.onTable(table);
      answered?.onTable(table);
    },
    onHostedChange: (change) => emit('tables', 'hosting', change),
    onDeclined(hosted) {
      notices?.onDeclined(hosted);
      for (const post_id of [hosted.post_id, ...hosted.earlier_post_ids]) noteDeclined?.(post_id);
    },
  });
  const analysisChanges = throttleAnalyses((analysis) => emit('analysis', 'changed', analysis));
  const openedAnalyses = createAnalyses({
    dataDir: folder,
    tables,
    openedRecords: config.openedRecords,
    library,
    launchHooks: config.launchHooks,
    onChange: analysisChanges.push,
  });
  analyses = openedAnalyses;
  const lobby = createLobby({
    client,
    eventStream,
    people,
    library,
    ownKey: signer.publicKey,
    rating: config.rating,
    houseTableCount: config.houseTableCount,
    onChange(value) {
      emit('lobby', 'changed', value);
      config.onLobbyChange();
      notices?.refresh();
    },
  });
  const openedPlay = createPlay({
    tables,
    entries: () => lobby.entries,
    rating: config.rating,
    async deprecatedAmong(protocol_ids) {
      const context = { library, catalogue: config.catalogue, ownKey: signer.publicKey };
      const found = await deprecationsAmong(context, client, protocol_ids.slice(0, limits.deprecations_page)).catch(
        () => [],
      );
      return new Set(found.map(({ protocol_id }) => protocol_id));
    },
    requireOpen: (post_id) => readInvitation(client, post_id),
    join: (entry) =>
      tables.join(entry.post_id, { control_mode: 'human', shown: shownTermsOf(entry), ...acceptedBoards(config) }),
    onChange: (state) => emit('play', 'changed', { play: state }),
  });
  play = openedPlay;
  const stopFollowing = followProtocols(eventStream, client, { library, catalogue, ownKey: signer.publicKey }, () => {
    emit('protocols', 'changed', {});
    lobby.redraw();
  });
  let drafts: Drafts | null = null;
  async function closeOthers(): Promise<void> {
    lobby.dispose();
    stopFollowing();
    eventStream.dispose();
    await openedAnalyses.dispose();
    analysisChanges.flush();
    await tables.dispose();
    await drafts?.close();
  }
  const openedDrafts = await openDrafts({ folder, signer, opener }).catch(async (error: unknown) => {
    await closeOthers();
    throw error;
  });
  drafts = openedDrafts;
  const inbox = await openInbox({
    folder,
    community: connection.key,
    client,
    eventStream,
    signer,
    opener,
    people,
    pastOpponents: () =>
      new Set([...tables.lists.every()].flatMap(({ phase, peer }) => (phase === 'finished' ? [peer.public_key] : []))),
    hasDeclined: (post_id) => notices?.hasDeclined(post_id) ?? false,
    onChange(value) {
      emit('inbox', 'changed', value);
      notices?.refresh();
      answered?.read();
    },
    onContactsChange() {
      lobby.redraw();
      tables.applyBlocks();
    },
  }).catch(async (error: unknown) => {
    await closeOthers();
    throw error;
  });
  notices = await openNotices({
    folder,
    tables,
    people,
    entries: () => lobby.entries,
    messages: () => inbox.list({ of: 'messages' }).messages,
    communityNow: client.communityNow,
    seesEnds: config.seesEnds,
    onChange(value) {
      emit('notices', 'changed', value);
      answered?.read();
    },
  }).catch(async (error: unknown) => {
    await inbox.dispose();
    await closeOthers();
    throw error;
  });
  noteDeclined = inbox.noteDeclined;
  // Parlor may have exited between a block and its effect on tables that go on now.
  tables.applyBlocks();
  const openedNotices = notices;
  answered = createAnsweredChallenges({
    messages: () => inbox.list({ of: 'messages' }).messages,
    hasAnswered: (post_id) =>
      openedNotices.hasDeclined(post_id) ||
      [...tables.lists.every()].some(
        (row) => row.post_id === post_id && row.role === 'guest' && row.session_id !== null,
      ),
    read: (ids) => inbox.read({ ids }),
  });
  answered.read();
  emit('notices', 'changed', openedNotices.notices);
  return {
    client,
    eventStream,
    people,
    tables,
    analyses: openedAnalyses,
    drafts: openedDrafts,
    lobby,
    play: openedPlay,
    inbox,
    notices: openedNotices,
    async dispose() {
      openedNotices.dispose();
      await inbox.dispose();
      await closeOthers();
    },
  };
}
