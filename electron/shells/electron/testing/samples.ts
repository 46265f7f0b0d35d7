/** Snapshots with only the members that the shell reads. */
import {
  type AppState,
  emptyNotices,
  type InboxChange,
  type InboxMessage,
  type LobbyEntry,
  type Notices,
  type Table,
} from '../../../../shared/bridge/contract.ts';
import { defaultSettings } from '../../../../shared/bridge/settings.ts';

let seq = 0;

export function tableOf(changes: { [K in keyof Table]?: unknown } = {}): Table {
  seq += 1;
  return {
    table_id: 't1',
    role: 'guest',
    control_mode: 'human',
    phase: 'playing',
    peer: { nickname: 'tidewright' },
    protocol: { mode: 'session_loop', name: 'Connect Four' },
    seq,
    ask: null,
    talk: [],
    connection: { quiet_since: null },
    result: null,
    problem: null,
    ...changes,
  } as Table;
}

export const askOf = (key: string) => ({ key });
export const inboxMessageOf = (id: number, writer: string | null): InboxMessage =>
  ({
    id,
    writer: writer === null ? null : { public_key: 'a'.repeat(64), name: writer, house: false },
  }) as InboxMessage;
export const inboxChangeOf = (unread: number, ...arrived: InboxMessage[]): InboxChange =>
  ({ unread, arrived }) as unknown as InboxChange;

/** Notices of an unread message. */
export const noticesOf = (newest_id: number, writer: string | null, more: Partial<Notices> = {}): Notices => ({
  ...emptyNotices,
  messages: [
    {
      writer: writer === null ? null : { public_key: 'a'.repeat(64), name: writer, house: false },
      ...{ count: 1, newest_id, newest_at: newest_id },
    },
  ],
  ...more,
});
/** Challenges of a person, the newest of which is open for a minute from `created_at`. */
export const offerOf = (nickname: string, created_at: number, count = 1): Notices['offers'][number] => ({
  entry: {
    ...{ post_id: nickname, protocol_name: 'Reversi', created_at, expires_at: created_at + 60_000 },
    host: { public_key: nickname, nickname },
  } as LobbyEntry,
  rematch_of: null,
  count,
});
/** Notices of a table that ended. */
export const endOf = (table: Table): Notices => ({
  ...emptyNotices,
  ended: [{ newest: { ...table, ended_at: 0 }, count: 1, won: 1, lost: 0, drawn: 0 }],
});

export const appStateOf = (settings: Partial<AppState['settings']> = {}, key = 'a'.repeat(64)): AppState =>
  ({
    identity: { public_key: key },
    community: { embedded: true, url: '' },
    settings: { ...defaultSettings, ...settings },
  }) as unknown as AppState;
