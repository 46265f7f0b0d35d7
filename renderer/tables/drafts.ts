/** What is typed at tables, in a chat or beside a game, and not sent yet. Main keeps it, so that it survives a restart too. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { draftMaxLength } from '../../shared/bridge/contract.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { asProblem, type Problem } from '../core/problem.ts';
import { useChange } from '../core/use-change.ts';

/** By identity and table. */
const drafts = createStore<ReadonlyMap<string, string>>(() => new Map());

const storeDraft = (key: string, text: string) => drafts.setState((all) => new Map([...all, [key, text]]), true);

/** Milliseconds without typing until main is told. */
const saveDelayMs = 300;

export interface Draft {
  text: string;
  /** A function changes what is typed by then. */
  set(text: string | ((typed: string) => string)): void;
  /** Why it can't be kept, or the one that was kept can't be read. */
  problem: Problem | null;
}

/** The draft of a table, saved shortly after it was changed and when its page is left. */
export function useDraft(table_id: string): Draft {
  const bridge = useBridge();
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const key = `${ownKey} ${table_id}`;
  const text = useStore(drafts, (all) => all.get(key));
  const kept = useQuery({
    queryKey: ['draft', key],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: text === undefined,
    queryFn: async () => (await bridge.drafts.get({ table_id })).text,
  });
  useEffect(() => {
    // What was typed meanwhile is newer.
    if (kept.data !== undefined && !drafts.getState().has(key)) storeDraft(key, kept.data);
  }, [key, kept.data]);

  const { change, problem } = useChange((newText: string) => bridge.drafts.set({ table_id, text: newText }));
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const save = useRef(() => {});
  save.current = () => {
    if (timer.current === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    change((drafts.getState().get(key) ?? '').slice(0, draftMaxLength));
  };
  useEffect(() => {
    const saveNow = () => save.current();
    window.addEventListener('pagehide', saveNow);
    return () => {
      window.removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, []);
  return {
    text: text ?? '',
    set(text) {
      storeDraft(key, typeof text === 'string' ? text : text(drafts.getState().get(key) ?? ''));
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = setTimeout(() => save.current(), saveDelayMs);
    },
    problem: problem ?? (kept.error && asProblem(kept.error)),
  };
}
