import { useEffect, useRef, useState } from 'react';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Remark } from '../../../shared/tables/remarks.ts';
import { peerRemarks, useRemarks } from './use-remarks.ts';

/** How long a remark is shown when it arrives. */
const shownMs = 8_000;

/** What the other side has just said while the list of remarks is out of sight; null otherwise. */
export function useNewRemark(table: Table, isListShown: boolean): Remark | null {
  const state = useRemarks(table);
  const newest = peerRemarks(state, table).at(-1) ?? null;
  const number = newest?.number ?? 0;
  const isKnown = state !== null;
  // What was said before the page was opened is no news.
  const seenUntil = useRef<number | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    const seen = seenUntil.current;
    seenUntil.current = number;
    if (seen === null || number <= seen) return;
    setShown(number);
    const timer = setTimeout(() => setShown(null), shownMs);
    return () => clearTimeout(timer);
  }, [isKnown, number]);
  return isListShown || shown !== number ? null : newest;
}
