/** What the window asks main about the inbox; numbers and contacts' names are in core/inbox-feed.ts. */

import { keepPreviousData, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { atMost } from '../../shared/at-most.ts';
import type { Contact, InboxMessage, InboxStatus, TableRow, Without } from '../../shared/bridge/contract.ts';
import { useAgent } from '../core/agent-profile.ts';
import { useApp, useBridge, useContactName, useInbox, useLobby, useTables } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { singleFlight } from '../core/single-flight.ts';
import { runningTables } from '../core/table-feed.ts';
import { usePendingRemovals } from '../core/toast.ts';
import { withoutOf } from './inbox-filters.ts';

/** Cache key prefix: an inbox belongs to one identity at one community. */
function useInboxScope(): readonly string[] {
  const community = useApp((app) => app.community.url);
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  return ['inbox', community, ownKey];
}

/** Pending deletions, for main to leave out. */
export function useWithout(): Without | undefined {
  const removedKeys = usePendingRemovals();
  return useMemo(() => withoutOf(removedKeys), [removedKeys]);
}

/** Changes whenever rows may have: a text, so that it can be compared. */
export function useInboxVersion(): string {
  const revision = useInbox((inbox) => inbox.revision);
  const without = useWithout();
  return JSON.stringify([...useInboxScope(), revision, without]);
}

/** The inbox's numbers, without pending deletions. */
export function useInboxStatus(): InboxStatus {
  const bridge = useBridge();
  const status = useInbox((inbox) => inbox);
  const without = useWithout();
  const { data } = useQuery({
    queryKey: [...useInboxScope(), 'status', status.revision, without],
    enabled: without !== undefined,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: () => bridge.inbox.status({ without }),
  });
  return without && data ? data : status;
}

/** Fetches again when the inbox has changed, one fetch at a time. Returns what does so now. */
function useRefetch(refetch: () => Promise<unknown>): () => void {
  const revision = useInbox((inbox) => inbox.revision);
  const latest = useRef(refetch);
  latest.current = refetch;
  const trigger = useRef(
    singleFlight(async () => {
      await latest.current();
    }),
  );
  const lastRevision = useRef(revision);
  useEffect(() => {
    if (lastRevision.current === revision) return;
    lastRevision.current = revision;
    trigger.current();
  }, [revision]);
  return trigger.current;
}

/** The conversation with a person; the newest page of messages first, and earlier ones on request. */
export function useConversation(publicKey: string | null) {
  const bridge = useBridge();
  const without = useWithout();
  const query = useInfiniteQuery({
    queryKey: [...useInboxScope(), 'conversation', publicKey, without],
    enabled: publicKey !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => bridge.inbox.conversation({ with: publicKey ?? '', cursor, without }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const isEarlierWanted = useRef(false);
  // In turn, because a refetch and the fetch of a further page cancel each other.
  const refetch = useRefetch(async () => {
    await query.refetch();
    if (!isEarlierWanted.current) return;
    isEarlierWanted.current = false;
    await query.fetchNextPage();
  });
  const loadEarlier = () => {
    isEarlierWanted.current = true;
    refetch();
  };
  // While a deletion is pending or undone, the earlier pages stay; those of another person don't.
  const isOfPerson = !query.isPlaceholderData || query.data?.pages[0]?.conversation?.person.public_key === publicKey;
  const pages = isOfPerson ? query.data?.pages : undefined;
  return {
    conversation: pages?.[0]?.conversation ?? null,
    /** Oldest first. */
    messages: useMemo(() => pages?.flatMap(({ messages }) => messages).reverse() ?? [], [pages]),
    isLoading: pages === undefined,
    problem: query.error && asProblem(query.error),
    retry: () => void query.refetch(),
    /** Null once the first message is loaded. */
    loadEarlier: query.hasNextPage && !query.isPlaceholderData ? loadEarlier : null,
  };
}

/** One message, which is thereby read. */
export function useReadMessage(id: number | null): UseQueryResult<InboxMessage> {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...useInboxScope(), 'message', id],
    enabled: id !== null,
    staleTime: 0,
    queryFn: () => bridge.inbox.read({ id: id ?? 0 }),
  });
}

/** A contact with its notes; null if there is none. */
export function useContact(publicKey: string): UseQueryResult<Contact | null> {
  const bridge = useBridge();
  const query = useQuery({
    queryKey: [...useInboxScope(), 'contact', publicKey],
    staleTime: 0,
    queryFn: async () => (await bridge.inbox.contact({ public_key: publicKey })).contact,
  });
  useRefetch(query.refetch);
  return query;
}

/** The contact's name, else the nickname at the community; null while unknown. */
export function useNameOf(publicKey: string): { name: string | null; house: boolean; missing: boolean } {
  const contact = useContactName(publicKey);
  const agent = useAgent(publicKey);
  const person = agent.data?.person;
  return {
    name: contact?.name || (person?.nickname ?? null),
    house: person?.house ?? false,
    missing: agent.isError && asProblem(agent.error).code === 'not_found',
  };
}

/** Tables that are looked up at a time: a conversation may be full of invitations, and moves share the limit of open calls. */
const lookUp = atMost(4);

/**
 * The open table that a message refers to or, once that is closed, the one its verified sender hosts now. Refetched when
 * either may have changed.
 */
export function useOffer(postId: string, writer: string | null) {
  const bridge = useBridge();
  const community = useApp((app) => app.community.url);
  const ready = useApp((app) => app.phase === 'ready');
  const listedEntry = useLobby((lobby) => lobby.entries.find(({ post_id }) => post_id === postId));
  const lobbyLoaded = useLobby((lobby) => lobby.status !== 'loading');
  const hostedIds = useLobby((lobby) =>
    lobby.entries.flatMap(({ host, post_id }) => (host.public_key === writer ? [post_id] : [])).join(),
  );
  const query = useQuery({
    queryKey: ['offers', community, postId, writer, hostedIds],
    enabled: ready && lobbyLoaded && !listedEntry,
    placeholderData: keepPreviousData,
    queryFn: () =>
      lookUp(async () => {
        const { post_id } = await bridge.inbox.invitation({ post_id: postId, writer });
        return post_id === null ? null : bridge.lobby.inspect({ post_id });
      }),
  });
  return { offer: listedEntry ?? query.data ?? null, gone: !listedEntry && (query.isError || query.data === null) };
}

/** The table of this computer that began from an invitation; null if there is none, undefined while it is looked for. */
export function useTableFrom(postId: string): TableRow | null | undefined {
  const bridge = useBridge();
  const known = useTables((tables) =>
    [...tables.values()].find((table) => table.post_id === postId && hasBegun(table)),
  );
  const { data } = useQuery({
    queryKey: ['tables', 'from', postId],
    enabled: known === undefined,
    queryFn: async () => (await bridge.tables.rows({ post_id: postId })).rows.find(hasBegun) ?? null,
  });
  return known ?? data;
}

/** An attempt to sit down that failed is no game. */
const hasBegun = ({ session_id }: TableRow): boolean => session_id !== null;

/** Number of games that were played with this person on this computer; 0 while it is being counted. */
export function useGameCount(publicKey: string): number {
  const bridge = useBridge();
  const running = useTables(
    (tables) => runningTables(tables).filter(({ peer }) => peer.public_key === publicKey).length,
  );
  const { data } = useQuery({
    // A game that ends is counted then.
    queryKey: ['tables', 'with', publicKey, running],
    queryFn: async () => (await bridge.tables.rows({ public_key: publicKey, played: true, limit: 1 })).total,
  });
  return data ?? 0;
}
