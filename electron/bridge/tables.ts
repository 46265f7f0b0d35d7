/** The `tables` calls: hosting, joining and playing tables, and their records. */
import { join } from 'node:path';
import { inBackground } from '../../shared/background.ts';
import type { Bridge, HostedTable, InvitationTerms } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { pageOf } from '../../shared/bridge/pages.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import { challengeMaxCharacters, challengeText } from '../../shared/inbox/challenge.ts';
import { characterCount } from '../../shared/json/utf8.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { offerSubject, refusedSubject } from '../../shared/notices/subjects.ts';
import { namesWinner } from '../../shared/protocol/named-winner.ts';
import { requireKnownOptions } from '../../shared/protocol/options.ts';
import type { ClientRef } from '../../shared/tables/client.ts';
import { byHandProblem } from '../hooks/by-hand.ts';
import { boardInterfaceOf } from '../library/board-client.ts';
import { fetchProtocol } from '../library/download-spec.ts';
import { hostableOf } from '../library/hostable.ts';
import { readProtocolFolder } from '../library/protocol-folder.ts';
import { shortened } from '../library/protocol-views.ts';
import { publishBundled } from '../library/publishing/publish.ts';
import { ticketEndpointId } from '../p2p/iroh-transport.ts';
import { computeAdvice } from '../tables/advice.ts';
import { type PlayOptions, playOptionsOf } from '../tables/game-setup.ts';
import type { HostRequest } from '../tables/hosting/host-request.ts';
import { linesBetween, readWholeRecord } from '../tables/records/whole-record.ts';
import { declineRematch, requestRematch } from '../tables/rematch.ts';
import type { CoreParts } from './core-parts.ts';
import { requireLocal } from './local-protocol.ts';
import { publishFiles } from './publishing.ts';

/** Time limit of one `advice` call. */
const adviceMs = 1_500;

export function tablesHandlers(core: CoreParts): Handlers<Bridge>['tables'] {
  const tables = () => core.account().tables;
  const { openedRecords } = core;

  const host = (invite: HostInvite) => hostProtocol(core, invite);

  return {
    list: (args) => core.maybeAccount?.tables.lists.list(args) ?? { tables: [] },
    get: ({ table_id }) => tables().get(table_id),
    rows: (args) => core.maybeAccount?.tables.lists.rows(args) ?? { rows: [], total: 0, all: 0, unreadable: 0 },
    async join({ post_id, accept_ui, accept_host_ui, test_ui, shown, ...playOptions }) {
      const boards = acceptedBoards(core, { accept_ui, accept_host_ui });
      const tested = test_ui === undefined ? {} : { testedBoard: test_ui };
      const options = { ...playOptionsOf(playOptions), ...boards, ...tested, ...(shown ? { shown } : {}) };
      return { table_id: await tables().join(post_id, options) };
    },
    has_finished: ({ protocol_id }) => ({
      finished: tables()
        .lists.rows({ protocol_id })
        .rows.some(({ phase }) => phase === 'finished'),
    }),
    async hostable(args) {
      const hostable = await hostableOf(core.library);
      const { page, next } = await pageOf(hostable, ({ protocol_id }) => protocol_id, args, shortened);
      return { protocols: page, next };
    },
    host,
    async challenge({ message = '', ...invite }) {
      requireShort(message, challengeMaxCharacters());
      await requireInbox(core, invite.for_public_key);
      return notify(core, await host({ ...invite, message }), { to: invite.for_public_key, message, board: null });
    },
    async host_folder({ folder: path, ...invite }) {
      const folder = await readProtocolFolder(path, { allowSkeleton: invite.allow_skeleton ?? false });
      const { protocol_id, spec, specText, board } = folder.protocol;
      requireKnownOptions(spec, (invite.options ?? {}) as JsonObject);
      const { for_public_key: to, message = '' } = invite;
      const isTest = invite.share_ui === true && to !== undefined && board !== null;
      if (isTest) {
        requireShort(message, challengeMaxCharacters(true));
        await requireInbox(core, to);
        // Testers fetch the rules from the community.
        const rules = { spec: join(path, 'spec.json'), hooks: null, ui: null };
        await publishFiles(core, rules, { skipPreflight: true, reason: null });
      }
      await core.library.storeSpec(protocol_id, specText);
      const releaseBoard = board ? await core.library.serveTemporarily(protocol_id, board) : () => {};
      try {
        const { hostedTable, ended } = await tables().host({ ...inviteOptions(invite), protocol_id, folder });
        inBackground('board of a table', ended.finally(releaseBoard));
        if (!isTest) return hostedTable;
        const { hosted } = await notify(core, hostedTable, { to, message, board: board.manifest_hash });
        return hosted;
      } catch (error) {
        releaseBoard();
        throw error;
      }
    },
    async hosting(args) {
      const hosted = core.maybeAccount?.tables.listHosted() ?? [];
      const { page, next } = await pageOf(
        hosted,
        ({ post_id }) => post_id,
        args,
        (each) => each,
      );
      return { hosted: page, next };
    },
    async withdraw({ post_id }) {
      await tables().withdraw(post_id);
      return {};
    },
    async decline({ post_id }) {
      const { notices, inbox } = core.account();
      await notices.dismiss(offerSubject(post_id), '');
      await notices.dismiss(refusedSubject(post_id), '');
      inbox.noteDeclined(post_id);
      // The host may be out of reach; the table stays open for them then, and closed here.
      tables()
        .decline(post_id)
        .catch(() => {});
      return {};
    },
    async stop({ table_id }) {
      await tables().stopJoining(table_id);
      return {};
    },
    async answer({ table_id, key, answer }) {
      await tables().answer(table_id, key, answer);
      return {};
    },
    async premove({ table_id, key, answer }) {
      await tables().premove(table_id, key, answer);
      return {};
    },
    async hold({ table_id, key }) {
      await tables().hold(table_id, key);
      return {};
    },
    async set_mode({ table_id, control_mode, manner }) {
      await tables().setMode(table_id, control_mode, manner);
      return {};
    },
    async leave({ table_id }) {
      await tables().leave(table_id);
      return {};
    },
    async draw({ table_id, action }) {
      await tables().draw(table_id, action);
      return {};
    },
    async say_result({ table_id, winner }) {
      await tables().sayResult(table_id, winner);
      return {};
    },
    async resign({ table_id }) {
      await tables().resign(table_id);
      return {};
    },
    async rematch({ table_id, change_seats = false }) {
      const { client, lobby } = core.account();
      const boards = acceptedBoards(core);
      return requestRematch(
        { client, library: core.library, tables: tables(), entries: lobby.entries, boards },
        table_id,
        change_seats,
      );
    },
    async decline_rematch({ table_id }) {
      await declineRematch({ tables: tables(), entries: core.account().lobby.entries }, table_id);
      return {};
    },
    async interrupt({ table_id }) {
      await tables().interrupt(table_id);
      return {};
    },
    async move_session({ session_id, iroh_ticket }) {
      const { client } = core.account();
      ticketEndpointId(iroh_ticket);
      const params = { session_id };
      const { protocol_id } = (await client.call('GET /api/v1/sessions/{session_id}', { params })).body;
      const transport_binding_signature = core.identity.signer.signTicket({ iroh_ticket, protocol_id });
      const body = { iroh_ticket, transport_binding_signature };
      await client.call('PATCH /api/v1/sessions/{session_id}/transport', { params, body });
      return {};
    },
    async record({ table_id, from }) {
      const openedRecord = await openedRecords.read(table_id);
      if (openedRecord) return { ...openedRecord.record(from), spec: openedRecord.spec };
      const { protocol } = await tables().get(table_id);
      const spec = core.library.get(protocol.protocol_id)?.specText ?? null;
      return { ...(await tables().readRecord(table_id, from)), spec };
    },
    async views({ table_id, from }) {
      const openedRecord = await openedRecords.read(table_id);
      return openedRecord ? openedRecord.views(from) : tables().readViews(table_id, from);
    },
    take_record: ({ record, text }) => ({ record: openedRecords.append(record, text) }),
    open_record: ({ record }) => openedRecords.open(record),
    async advice({ table_id, from }) {
      const { protocol: tableProtocol, hooks: tableHooks, settings } = await tables().get(table_id);
      const protocol = core.library.get(tableProtocol.protocol_id);
      const file = protocol && (await core.library.readHooks(protocol));
      if (!protocol || file?.state !== 'finished' || file.text === null)
        return { advised: [], next: null, changed: false };
      const lines = await linesBetween(await readWholeRecord(tables(), table_id));
      // The same seed makes repeated calls agree.
      const hooks = await core.launchHooks(file.text, { seed: table_id });
      try {
        const extraArgs = settings.extra_args ?? [];
        const advice = await computeAdvice({ spec: protocol.spec, hooks, lines, extraArgs, from, budgetMs: adviceMs });
        return { ...advice, changed: tableHooks !== null && tableHooks.hash !== hooks.hash };
      } finally {
        await hooks.dispose();
      }
    },
    async by_hand({ protocol_id }) {
      const protocol =
        core.library.get(protocol_id) ?? (await fetchProtocol(core.account().client, core.library, protocol_id));
      await core.library.writeByHand(protocol);
      return { no_host: byHandProblem(protocol.spec, 'host'), names_winner: namesWinner(protocol.spec) };
    },
    async board({ table_id }) {
      const { board } = (await openedRecords.read(table_id))?.table ?? (await tables().get(table_id));
      if (!board)
        throw new ParlorError('bundle_missing', 'This table has no board. The plain view shows the same game.');
      const boardFiles = core.library.board(board.manifest_hash);
      const boardClient = boardFiles ? boardInterfaceOf(boardFiles) : 'port';
      if (boardClient === 'other') {
        throw new ParlorError('bundle_incompatible', 'This board was made for another client. Play in Plain view.');
      }
      return { url: core.boardUrl(board.manifest_hash), client: boardClient };
    },
  };
}

type HostInvite = InvitationTerms & { protocol: string };

/** `client`: plays instead of the hooks. */
export async function hostProtocol(
  core: CoreParts,
  { protocol: protocolRef, ...invite }: HostInvite,
  client?: ClientRef,
): Promise<HostedTable> {
  const { client: communityClient, tables } = core.account();
  const protocol = requireLocal(core.library, protocolRef);
  requireKnownOptions(protocol.spec, (invite.options ?? {}) as JsonObject);
  if (protocol.source === 'bundled') await publishBundled(communityClient, protocol);
  const clientOption = client ? { client } : {};
  const { hostedTable } = await tables.host({
    ...inviteOptions(invite),
    ...clientOption,
    protocol_id: protocol.protocol_id,
  });
  return hostedTable;
}

/** Throws ParlorError `invalid_field` for words that don't fit into the message beside what Parlor adds. */
function requireShort(words: string, max: number): void {
  const characters = characterCount(words);
  if (characters <= max) return;
  throw new ParlorError('invalid_field', `The message has ${characters} characters; at most ${max} are allowed here.`, {
    field: 'message',
  });
}

/** Rejects `not_found`: only a registered agent has an inbox. Checked before anything is posted. */
async function requireInbox(core: CoreParts, public_key: string): Promise<void> {
  const { agent_id } = await core.account().people.person(public_key);
  if (agent_id === null) throw new ParlorError('not_found', 'This player is not registered at this community.');
}

/**
 * Sends a signed message to the person for whom a table was posted; `board`: the hash of the one to test. If it can't be sent, the table stays
 * open. Rejects `blocked_by_recipient`, and withdraws the table.
 */
async function notify(
  core: CoreParts,
  hosted: HostedTable,
  { to, message, board }: { to: string; message: string; board: string | null },
): Promise<{ hosted: HostedTable; unsent: Problem | null }> {
  const { inbox, tables } = core.account();
  const { post_id } = hosted;
  inbox.noteChallenge(hosted);
  try {
    await inbox.send({ to, text: challengeText(message, post_id, board), signed: true });
    return { hosted, unsent: null };
  } catch (error) {
    const unsent = toProblem(error);
    if (unsent.code === 'blocked_by_recipient') {
      await tables.withdraw(post_id);
      throw error;
    }
    tables.noteUnsent(post_id, unsent);
    return { hosted: { ...hosted, unsent }, unsent };
  }
}

/** A guest's boards to accept if this computer has none: those of the request, else those of the settings. */
export function acceptedBoards(
  { settings: { value } }: Pick<CoreParts, 'settings'>,
  { accept_ui = value.accept_ui, accept_host_ui = value.accept_host_ui }: AcceptedBoards = {},
): Pick<PlayOptions, 'acceptPublishedBoard' | 'acceptHostBoard'> {
  return { acceptPublishedBoard: accept_ui, acceptHostBoard: accept_host_ui };
}

interface AcceptedBoards {
  accept_ui?: boolean | undefined;
  accept_host_ui?: boolean | undefined;
}

function inviteOptions(invite: InvitationTerms): Omit<HostRequest, 'protocol_id'> {
  const { options, message, share_ui, visibility, for_public_key, renew_ms, ...playOptions } = invite;
  return {
    ...playOptionsOf(playOptions),
    shareBoard: share_ui ?? false,
    audience: { ...(visibility ? { visibility } : {}), ...(for_public_key ? { for_public_key } : {}) },
    ...(options === undefined ? {} : { options }),
    ...(message === undefined ? {} : { message }),
    ...(renew_ms === undefined ? {} : { renewMs: renew_ms }),
  };
}
