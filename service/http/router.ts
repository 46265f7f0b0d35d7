/**
 * Maps a request's method and path to an entry. Path parameters stay undecoded; `{path}` matches all remaining segments.
 */
import type { HttpMethod, RouteKey } from '../../shared/community/define.ts';
import { splitKey } from '../../shared/community/define.ts';

export interface Match<Entry> {
  entry: Entry;
  params: { [name: string]: string };
}

interface Node<Entry> {
  literal: Map<string, Node<Entry>>;
  /** The child that matches any segment, with the parameter's name. */
  parameter: { name: string; node: Node<Entry> } | null;
  methods: Map<string, Entry>;
}

const node = <Entry>(): Node<Entry> => ({ literal: new Map(), parameter: null, methods: new Map() });

/** An entry; the methods that the path does allow; or null for an unknown path. */
export type RouteResult<Entry> = Match<Entry> | { allow: string[] } | null;

export class Router<Entry> {
  readonly #root: Node<Entry> = node();

  add(key: RouteKey, entry: Entry): void {
    const { method, path } = splitKey(key);
    let at = this.#root;
    for (const segment of path.slice(1).split('/')) at = child(at, segment);
    if (at.methods.has(method)) throw new Error(`${key} is registered twice.`);
    at.methods.set(method, entry);
  }

  find(method: string, path: string): RouteResult<Entry> {
    const params: { [name: string]: string } = {};
    let at: Node<Entry> = this.#root;
    const segments = path.slice(1).split('/');
    for (let i = 0; i < segments.length; i += 1) {
      const segment = segments[i]!;
      const fixed = at.literal.get(segment);
      if (fixed) {
        at = fixed;
      } else if (at.parameter) {
        const rest = at.parameter.name === 'path';
        params[at.parameter.name] = rest ? segments.slice(i).join('/') : segment;
        at = at.parameter.node;
        if (rest) break;
      } else {
        return null;
      }
    }
    if (at.methods.size === 0) return null;
    const entry = at.methods.get(method as HttpMethod);
    return entry ? { entry, params } : { allow: [...at.methods.keys()] };
  }
}

function child<Entry>(at: Node<Entry>, segment: string): Node<Entry> {
  if (!segment.startsWith('{')) {
    const next = at.literal.get(segment) ?? node<Entry>();
    at.literal.set(segment, next);
    return next;
  }
  const name = segment.slice(1, -1);
  at.parameter ??= { name, node: node() };
  if (at.parameter.name !== name) throw new Error(`{${at.parameter.name}} and {${name}} name the same path segment.`);
  return at.parameter.node;
}
