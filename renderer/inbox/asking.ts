/** What the Inbox asks main for beyond the inbox itself, which lives (app/live.ts). */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApp, useBridge, useInbox, useLobby, useTables } from '../app/context.tsx';
import { useLeaving } from '../app/toast.ts';
import { shortHash } from '../look/format.ts';
import { useAgent, useBoard } from '../standings/asking.ts';
import { present } from './letters.ts';
import { gather, type Known } from './people.ts';

/** The inbox without what was deleted a moment ago. */
export function usePresentInbox() {
  const inbox = useInbox((state) => state);
  const leaving = useLeaving();
  return useMemo(() => present(inbox, leaving), [inbox, leaving]);
}

/** Everybody this window knows of whom one could write to. The boards are those of Standings, asked for once. */
export function usePeople(): Known[] {
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const { contacts, letters, sent } = useInbox((state) => state);
  const tables = useTables((known) => known);
  const hosts = useLobby((lobby) => lobby.entries);
  const rated = useBoard('rating', null).data;
  const scored = useBoard('karma', null).data;
  return useMemo(() => {
    const people: Known[] = [];
    const add = (from: Known['from'], public_key: string, nickname: string) =>
      people.push({ from, public_key, nickname });
    const peers = [...tables.values()].map(({ peer }) => peer);
    const others = [...peers, ...hosts.map(({ host }) => host)];
    const writers = [...letters.flatMap(({ writer }) => writer ?? []), ...sent.map(({ to }) => to)];
    const nicknames = new Map([
      ...writers.map(({ public_key, name }) => [public_key, name] as const),
      ...others.map(({ public_key, nickname }) => [public_key, nickname] as const),
    ]);
    for (const { public_key, name } of contacts) {
      add('contacts', public_key, name || (nicknames.get(public_key) ?? shortHash(public_key)));
    }
    for (const { public_key, nickname } of peers) add('played', public_key, nickname);
    for (const { public_key, name } of writers) add('letters', public_key, name);
    for (const { host } of hosts) add('community', host.public_key, host.nickname);
    for (const row of [rated, scored].flatMap((board) => board?.pages.flatMap(({ rows }) => rows) ?? [])) {
      add('community', row.public_key, row.nickname);
    }
    const house = [...others, ...writers].filter((each) => each.house).map(({ public_key }) => public_key);
    const blocked = contacts.filter((each) => each.blocked).map(({ public_key }) => public_key);
    return gather(people, new Set([ownKey, ...house, ...blocked]));
  }, [ownKey, contacts, letters, sent, tables, hosts, rated, scored]);
}

/** How somebody is called: by the contact, else as they are known here, else as the community says; null while unknown. */
export function useNameOf(publicKey: string): { name: string | null; house: boolean; missing: boolean } {
  const contact = useInbox(({ contacts }) => contacts.find(({ public_key }) => public_key === publicKey));
  const agent = useAgent(publicKey);
  const person = agent.data?.person;
  return {
    name: contact?.name || (person?.nickname ?? null),
    house: person?.house ?? false,
    missing: agent.isError && (agent.error as { code?: unknown }).code === 'not_found',
  };
}

/** The table of a letter, as the lobby lists it or as it is read by its id. */
export function useOffer(postId: string) {
  const bridge = useBridge();
  const community = useApp((app) => app.community.url);
  const ready = useApp((app) => app.phase === 'ready');
  const listed = useLobby((lobby) => lobby.entries.find(({ post_id }) => post_id === postId));
  const settled = useLobby((lobby) => lobby.status !== 'loading');
  const read = useQuery({
    queryKey: ['offers', community, postId],
    enabled: ready && settled && !listed,
    queryFn: () => bridge.lobby.inspect({ post_id: postId }),
  });
  return { offer: listed ?? read.data ?? null, gone: !listed && read.isError };
}

/** Finished and running tables with somebody. */
export const useTogether = (publicKey: string): number =>
  useTables((tables) => [...tables.values()].filter(({ peer }) => peer.public_key === publicKey).length);
