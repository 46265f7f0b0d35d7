import { useEffect, useRef, useState } from 'react';
import type { Table } from '../../../shared/bridge/contract.ts';
import { talkSubject } from '../../../shared/notices/subjects.ts';
import type { ChatMessage } from '../../../shared/tables/moves.ts';
import { useNotices } from '../../core/context.tsx';
import { useFocused } from '../../notices/waiting-tables.ts';

export interface Unread {
  /** Number of the first message of the other side that the user has not read; null if they have read all. */
  first: number | null;
  count: number;
  /** The user has seen where the new messages begin. */
  clear(): void;
}

type Dismissed = readonly { subject: string; mark: string }[];

/** The number of the newest message that the user has seen, as main remembers it; null if they were never at the table. */
function seenNumber(table_id: string, dismissed: Dismissed): number | null {
  const mark = dismissed.find(({ subject }) => subject === talkSubject(table_id))?.mark;
  return mark === undefined ? null : Number(mark);
}

/** How many of the newest messages of the other side the user has not seen. */
export function unseenMessages(
  { table_id, role, talk }: Pick<Table, 'table_id' | 'role' | 'talk'>,
  dismissed: Dismissed,
) {
  const seen = seenNumber(table_id, dismissed) ?? 0;
  return talk.filter(({ by, number }) => by !== role && number > seen).length;
}

/** Where reading stopped: when the page was left, as main remembers it, or when the window lost the focus. */
export function useUnread({ table_id, role }: Table, messages: readonly ChatMessage[]): Unread {
  const isFocused = useFocused();
  const dismissed = useNotices()?.dismissed ?? [];
  const theirs = messages.filter(({ by }) => by !== role);
  const newest = messages.at(-1)?.number ?? 0;
  const [first, setFirst] = useState<number | null>(() => {
    const seen = seenNumber(table_id, dismissed);
    // Everything is new to who was never here.
    return seen === null ? null : (theirs.find(({ number }) => number > seen)?.number ?? null);
  });
  const lastSeen = useRef(newest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages that came since the last change
  useEffect(() => {
    if (isFocused) lastSeen.current = newest;
    else if (first === null) setFirst(theirs.find(({ number }) => number > lastSeen.current)?.number ?? null);
  }, [isFocused, newest]);
  return {
    first,
    count: first === null ? 0 : theirs.filter(({ number }) => number >= first).length,
    clear: () => setFirst(null),
  };
}
