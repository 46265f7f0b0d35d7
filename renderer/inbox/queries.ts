/** Data that the inbox needs beside its snapshot, which core/live.ts holds. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAgent } from '../core/agent-profile.ts';
import { useApp, useBridge, useInbox, useLobby, useTables } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { runningTables } from '../core/table-feed.ts';
import { usePendingRemovals } from '../core/toast.ts';
import { withoutRemoved } from './inbox-filters.ts';

/** The inbox without pending deletions. */
export function useVisibleInbox() {
  const inbox = useInbox((state) => state);
  const removedKeys = usePendingRemovals();
  return useMemo(() => withoutRemoved(inbox, removedKeys), [inbox, removedKeys]);
}

/** Nicknames known without a request: those of correspondents, opponents and hosts. */
export function useNicknames(): ReadonlyMap<string, string> {
  const { messages, sent } = useInbox((state) => state);
  const tables = useTables((state) => state);
  const entries = useLobby((lobby) => lobby.entries);
  return useMemo(() => {
    const others = [...entries.map(({ host }) => host), ...[...tables.values()].map(({ peer }) => peer)];
    const writers = [...messages.flatMap(({ writer }) => writer ?? []), ...sent.map(({ to }) => to)];
    return new Map([
      ...writers.map(({ public_key, name }) => [public_key, name] as const),
      ...others.map(({ public_key, nickname }) => [public_key, nickname] as const),
    ]);
  }, [messages, sent, tables, entries]);
}

/** The contact's name, else the nickname at the community; null while unknown. */
export function useNameOf(publicKey: string): { name: string | null; house: boolean; missing: boolean } {
  const contact = useInbox(({ contacts }) => contacts.find(({ public_key }) => public_key === publicKey));
  const agent = useAgent(publicKey);
  const person = agent.data?.person;
  return {
    name: contact?.name || (person?.nickname ?? null),
    house: person?.house ?? false,
    missing: agent.isError && asProblem(agent.error).code === 'not_found',
  };
}

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
    queryFn: async () => {
      const { post_id } = await bridge.inbox.invitation({ post_id: postId, writer });
      return post_id === null ? null : bridge.lobby.inspect({ post_id });
    },
  });
  return { offer: listedEntry ?? query.data ?? null, gone: !listedEntry && (query.isError || query.data === null) };
}

/** Number of games with this person on this computer; 0 while it is being counted. */
export function useGameCount(publicKey: string): number {
  const bridge = useBridge();
  const running = useTables(
    (tables) => runningTables(tables).filter(({ peer }) => peer.public_key === publicKey).length,
  );
  const ended = useQuery({
    // A game that ends is counted among the others.
    queryKey: ['tables', 'with', publicKey, running],
    queryFn: async () => (await bridge.tables.rows({ public_key: publicKey, limit: 1 })).total,
  });
  return running + (ended.data ?? 0);
}
