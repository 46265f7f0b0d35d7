/** Rows of a long list that main holds, loaded in windows around what is on screen. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { inboxRowsMax } from '../../shared/bridge/contract.ts';
import { asProblem, type Problem } from '../core/problem.ts';
import { singleFlight } from '../core/single-flight.ts';

/** A window as main returns it; see `inboxGroup`. */
export interface RowsAnswer<Row> {
  rows: Row[];
  total: number;
  matches: number;
  newer: number;
  found: number | null;
}

interface Loaded<Row> {
  version: string;
  /** By number of the window. */
  windows: ReadonlyMap<number, RowsAnswer<Row>>;
}

export interface RowWindows<Row> {
  /** Null until the first window is loaded. */
  counts: Pick<RowsAnswer<Row>, 'total' | 'matches' | 'newer'> | null;
  /** Undefined while the row is not loaded. */
  rowAt(index: number): Row | undefined;
  /** Why the rows on screen could not be loaded. */
  problem: Problem | null;
  retry(): void;
}

/** Windows that stay loaded on both sides of those on screen. */
const keptWindows = 4;

/**
 * The rows from `from` to `to`, as of `version`: whenever that changes, they are loaded again, while the earlier ones stay on screen. At
 * most one load runs at a time, of the windows that overlap the range.
 */
export function useRowWindows<Row>(
  version: string,
  { from, to }: { from: number; to: number },
  load: (from: number) => Promise<RowsAnswer<Row>>,
): RowWindows<Row> {
  const [loaded, setLoaded] = useState<Loaded<Row> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const first = Math.floor(from / inboxRowsMax);
  const last = Math.max(first, Math.ceil(to / inboxRowsMax) - 1);
  const goal = useRef({ version, first, last, load });
  goal.current = { version, first, last, load };
  const current = useRef(loaded);
  const isMounted = useRef(true);

  const refresh = useCallback(() => trigger.current(), []);
  const trigger = useRef(
    singleFlight(async () => {
      const { version, first, last, load } = goal.current;
      const known = current.current?.version === version ? current.current.windows : new Map();
      const missing: number[] = [];
      for (let window = first; window <= last; window += 1) if (!known.has(window)) missing.push(window);
      if (missing.length === 0) return;
      try {
        const answers = await Promise.all(missing.map((window) => load(window * inboxRowsMax)));
        if (!isMounted.current) return;
        const near = [...known].filter(([window]) => window >= first - keptWindows && window <= last + keptWindows);
        const added = missing.map((window, index) => [window, answers[index]!] as const);
        current.current = { version, windows: new Map([...near, ...added]) };
        setLoaded(current.current);
        setProblem(null);
      } catch (error) {
        if (isMounted.current) setProblem(asProblem(error));
      }
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded depends on these
  useEffect(refresh, [refresh, version, first, last]);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const windows = loaded?.windows;
  return {
    counts: (windows && [...windows.values()].at(-1)) ?? null,
    rowAt: (index) => windows?.get(Math.floor(index / inboxRowsMax))?.rows[index % inboxRowsMax],
    problem,
    retry: refresh,
  };
}
