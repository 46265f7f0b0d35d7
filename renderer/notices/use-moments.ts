/** The moments of the window: what happened, whether the page shows it already, and what is new. */
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { isUnseenEnd } from '../../shared/notices/ends.ts';
import { type Moment, momentsOf } from '../../shared/notices/moments.ts';
import { createNovelties, type Novelties } from '../../shared/notices/novelties.ts';
import { messagesSubject } from '../../shared/notices/subjects.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { useBridge, useNotices, useTables } from '../core/context.tsx';
import { useQuery } from '../core/hash-location.ts';
import { roomOf } from '../core/rooms.ts';
import { useMomentClocks } from './moment-clocks.ts';
import { tableOnPage, useFocused, useWarnings } from './waiting-tables.ts';

/** All moments, those that wait for the user first. Null until they are known. */
export function useMoments(): Moment[] | null {
  const tables = useTables((known) => known);
  const notices = useNotices();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useWarnings(rerender);
  const now = useMomentClocks((notices?.offers.length ?? 0) > 0, 1000);
  return notices && momentsOf(tables.values(), notices, now);
}

/** Whether the page shows what happened, so that it needs no card. */
export function isOnPage(moment: Moment, path: string, query: URLSearchParams): boolean {
  switch (moment.kind) {
    case 'challenge':
      return moment.count === 1 && query.get('table') === moment.offer.post_id;
    // The board and the result show the offer, a replay does not.
    case 'rematch':
      return moment.count === 1 && path === moment.path;
    // The sheet of the challenge says it.
    case 'declined':
      return moment.answer.rematch_of === null
        ? query.get('mine') === moment.answer.post_id
        : tableOnPage(path) === moment.answer.rematch_of;
    case 'messages':
      return roomOf(path) === 'inbox';
    case 'guests':
      return moment.tables.length === 1 && tableOnPage(path) === moment.tables[0]?.table_id;
    // The list of tables shows several.
    case 'ended':
    case 'agent':
      return moment.count === 1 ? tableOnPage(path) === moment.newest.table_id : path === moment.path;
    default:
      return tableOnPage(path) !== null && tableOnPage(path) === tableOnPage(moment.path);
  }
}

/** Tells main that the user has seen or closed the moment. */
export function useCloseMoment(): (moment: Moment) => Promise<unknown> {
  const bridge = useBridge();
  return async (moment) => {
    if (moment.kind === 'ended' || moment.kind === 'agent')
      await bridge.notices.see_ends({ table_id: moment.newest.table_id, earlier: moment.count > 1 });
    // One after the other: only so many calls may be open at once.
    else for (const each of moment.closes) await bridge.notices.dismiss(each);
  };
}

/** The moments that need a card here. Those that the page shows to a user who is looking are reported as seen. */
export function useCardMoments(): Moment[] {
  const moments = useMoments() ?? [];
  const [path] = useLocation();
  const query = useQuery();
  const focused = useFocused();
  const bridge = useBridge();
  const shownTable = useTables((tables) => tables.get(tableOnPage(path) ?? ''));
  const close = useCloseMoment();
  const report = useReports();
  useSeenWaiting(focused && roomOf(path) === 'inbox', report);
  useEffect(() => {
    if (!focused) return;
    if (shownTable && isUnseenEnd(shownTable)) {
      const { table_id } = shownTable;
      report(`seen ${table_id}`, () => bridge.notices.see_ends({ table_id, earlier: false }));
    }
    for (const moment of moments) {
      // A turn stays open until it is played.
      if (moment.kind === 'turn' || !isOnPage(moment, path, query)) continue;
      report(`${moment.id} ${moment.mark}`, () => close(moment));
    }
  });
  return moments.filter((moment) => !isOnPage(moment, path, query));
}

type Report = (key: string, send: () => Promise<unknown>) => void;

/** Reports to main what the user has seen: once for each key, one at a time, since many people may have written; again after a failure. */
function useReports(): Report {
  const reported = useRef(new Set<string>());
  const [queue] = useState(createSerialQueue);
  return useCallback(
    (key, send) => {
      if (reported.current.has(key)) return;
      reported.current.add(key);
      queue(send).catch(() => reported.current.delete(key));
    },
    [queue],
  );
}

/** Closes the notices of messages that the user has already seen in the inbox, before they are shown. */
function useSeenWaiting(sees: boolean, report: Report): void {
  const bridge = useBridge();
  const waiting = useNotices()?.waiting;
  useEffect(() => {
    if (!sees) return;
    for (const { writer, newest_id } of waiting ?? []) {
      const closed = { subject: messagesSubject(writer), mark: String(newest_id) };
      report(`${closed.subject} ${closed.mark}`, () => bridge.notices.dismiss(closed));
    }
  }, [sees, waiting, bridge, report]);
}

type Announces = (moment: Moment) => boolean;
type OnNew = (moments: readonly [Moment, ...Moment[]]) => void;

/** Calls `onNew` with what is new while mounted, at a bounded rate: one moment, or several that are announced together. */
export function useNewMoments(onNew: OnNew, announces: Announces = () => true): void {
  useNovelties(useMoments(), onNew, announces, false);
}

/** The same for the given moments. Null: they are not known yet. `fromStart`: the first ones are new too. */
export function useNovelties(
  moments: readonly Moment[] | null,
  onNew: OnNew,
  announces: Announces,
  fromStart: boolean,
): void {
  const novelties = useRef<Novelties | null>(null);
  const [, countTimer] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (moments === null) {
      novelties.current = null;
      return;
    }
    const isKnown = novelties.current === null && !fromStart;
    novelties.current ??= createNovelties();
    const current = novelties.current;
    for (const group of current.next(moments, performance.now(), isKnown ? () => false : announces)) onNew(group);
    if (current.nextAt === null) return;
    const timer = setTimeout(countTimer, current.nextAt - performance.now() + 1);
    return () => clearTimeout(timer);
  });
}
