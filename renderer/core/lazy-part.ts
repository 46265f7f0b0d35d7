import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { type LazyNamespace, loadNamespace } from './i18n.ts';

export interface Preparable {
  /** Loads the part ahead of its first render. */
  prepare(): Promise<unknown>;
}

/**
 * A component that is loaded on demand, together with its translation namespaces. Until then `fallback` is shown, which can depend on its
 * properties.
 */
export function lazyPart<Props extends object>(
  namespaces: readonly LazyNamespace[],
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode | ((props: Props) => ReactNode),
): FunctionComponent<Props> & Preparable {
  let loadedComponent: ComponentType<Props> | null = null;
  const prepare = async () => {
    const [component] = await Promise.all([load(), ...namespaces.map(loadNamespace)]);
    loadedComponent = component;
    return { default: component };
  };
  const LazyComponent = lazy(prepare);
  // Rendered directly once loaded: React.lazy always suspends first, and React then shows the fallback for at least 300 ms.
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level only
  const Part = (props: Props) => {
    const [component] = useState<ComponentType<Props>>(() => loadedComponent ?? LazyComponent);
    const shownBefore = typeof fallback === 'function' ? fallback(props) : fallback;
    return createElement(Suspense, { fallback: shownBefore }, createElement(component, props));
  };
  return Object.assign(Part, { prepare });
}

/** Loads parts one after the other while the window is idle. Returns a function that stops it. */
export function prepareWhenIdle(parts: readonly Preparable[]): () => void {
  const abortController = new AbortController();
  const prepareNext = ([part, ...otherParts]: readonly Preparable[]) => {
    if (!part || abortController.signal.aborted) return;
    const continueWithRest = () => prepareNext(otherParts);
    // A part that fails to load is retried when it is rendered.
    requestIdleCallback(() => void part.prepare().then(continueWithRest, continueWithRest));
  };
  prepareNext(parts);
  return () => abortController.abort();
}
