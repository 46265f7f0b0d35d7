/** The actions of the page that is shown, for the palette: every one of them is there. */
import { useEffect, useId } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { English } from '../locales/en.ts';

export interface PageAction {
  /** Names the search words; several actions may have the same. */
  id: keyof English['palette']['keywords']['page'];
  label: string;
  keys?: string;
  run(): void;
}

const pageActions = createStore<ReadonlyMap<string, readonly PageAction[]>>(() => new Map());

/** Offers the actions of a component in the palette for as long as it is mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  const owner = useId();
  // After every render, since the actions belong to what it has shown.
  useEffect(() => {
    pageActions.setState((all) => new Map([...all, [owner, actions]]), true);
  });
  useEffect(
    () => () => pageActions.setState((all) => new Map([...all].filter(([each]) => each !== owner)), true),
    [owner],
  );
}

/** The actions of everything that is mounted. */
export const useAllPageActions = (): readonly PageAction[] => [...useStore(pageActions).values()].flat();
