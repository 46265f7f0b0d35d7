/** Hooks for the window's state (live.ts). Components re-render when the picked part changes. */
import { createContext, useContext, useDeferredValue } from 'react';
import { useStore } from 'zustand';
import type { AppState, ContactName, HostedTable, Lobby, Notices, Table } from '../../shared/bridge/contract.ts';
import type { BridgeClient } from '../bridge/client.ts';
import type { ContactNames, InboxState } from './inbox-feed.ts';
import type { Live } from './live.ts';

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive requires a LiveContext provider.');
  return live;
}

export const useBridge = (): BridgeClient => useLive().bridge;
export const useApp = <T,>(pick: (state: AppState) => T): T => useStore(useLive().app, pick);
export const useLobby = <T,>(pick: (state: Lobby) => T): T => useStore(useLive().lobby, pick);
/** The lobby, deferred: a change among thousands of rows is rendered without delaying a frame. */
export const useDeferredLobby = (): Lobby => useDeferredValue(useLobby((lobby) => lobby));
export const useTables = <T,>(pick: (state: ReadonlyMap<string, Table>) => T): T => useStore(useLive().tables, pick);
export const useInbox = <T,>(pick: (state: InboxState) => T): T => useStore(useLive().inbox, pick);
export const useContactNames = (): ContactNames => useStore(useLive().contacts);
/** Undefined if there is no contact with this key. */
export const useContactName = (publicKey: string | null): ContactName | undefined =>
  useStore(useLive().contacts, (contacts) => contacts.get(publicKey ?? ''));
export const useNotices = (): Notices | null => useStore(useLive().notices);
export const useHosting = (): readonly HostedTable[] => useStore(useLive().hosting);
