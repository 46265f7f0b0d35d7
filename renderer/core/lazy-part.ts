import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';
import { type LazyNamespace, loadNamespace } from './i18n.ts';

interface Preparable {
  /** Loads the part ahead of its first render. */
  prepare(): Promise<unknown>;
}

/** A component that is loaded on demand, together with its translation namespaces. */
export function lazyPart<Props extends object>(
  namespaces: readonly LazyNamespace[],
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> & Preparable {
  let ready: ComponentType<Props> | null = null;
  const prepare = async () => {
    const [component] = await Promise.all([load(), ...namespaces.map(loadNamespace)]);
    ready = component;
    return { default: component };
  };
  const LazyComponent = lazy(prepare);
  // Rendered directly once loaded: React.lazy always suspends first, and React then shows the fallback for at least 300 ms.
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level only
  const Part = (props: Props) => createElement(useState<ComponentType<Props>>(() => ready ?? LazyComponent)[0], props);
  return Object.assign(Part, { prepare });
}

/** Loads parts one after the other while the window is idle. Returns a function that stops it. */
export function prepareWhenIdle(parts: readonly Preparable[]): () => void {
  const stop = new AbortController();
  const prepareFrom = ([part, ...rest]: readonly Preparable[]) => {
    if (!part || stop.signal.aborted) return;
    const next = () => prepareFrom(rest);
    // A part that fails to load is retried when it is rendered.
    requestIdleCallback(() => void part.prepare().then(next, next));
  };
  prepareFrom(parts);
  return () => stop.abort();
}
