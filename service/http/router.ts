/**
 * From method and target to a method of the contract. Path parameters are taken as they stand, undecoded; `{path}` takes all
 * segments that are left.
 */
import type { HttpMethod, RouteKey } from '../../shared/community/define.ts';
import { splitKey } from '../../shared/community/define.ts';

export interface Match<Entry> {
  entry: Entry;
  params: { [name: string]: string };
}

interface Node<Entry> {
  fixed: Map<string, Node<Entry>>;
  /** The one child that takes any segment, with the parameter's name. */
  open: { name: string; node: Node<Entry> } | null;
  methods: Map<string, Entry>;
}

const node = <Entry>(): Node<Entry> => ({ fixed: new Map(), open: null, methods: new Map() });

/** What a target leads to: an entry, the methods its path has instead, or nothing. */
export type Routed<Entry> = Match<Entry> | { allow: string[] } | null;

export class Router<Entry> {
  readonly #root: Node<Entry> = node();

  add(key: RouteKey, entry: Entry): void {
    const { method, path } = splitKey(key);
    let at = this.#root;
    for (const segment of path.slice(1).split('/')) at = child(at, segment);
    if (at.methods.has(method)) throw new Error(`${key} is there twice.`);
    at.methods.set(method, entry);
  }

  find(method: string, path: string): Routed<Entry> {
    const params: { [name: string]: string } = {};
    let at: Node<Entry> = this.#root;
    const segments = path.slice(1).split('/');
    for (let i = 0; i < segments.length; i += 1) {
      const segment = segments[i]!;
      const fixed = at.fixed.get(segment);
      if (fixed) {
        at = fixed;
      } else if (at.open) {
        const rest = at.open.name === 'path';
        params[at.open.name] = rest ? segments.slice(i).join('/') : segment;
        at = at.open.node;
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
    const next = at.fixed.get(segment) ?? node<Entry>();
    at.fixed.set(segment, next);
    return next;
  }
  const name = segment.slice(1, -1);
  at.open ??= { name, node: node() };
  if (at.open.name !== name) throw new Error(`{${at.open.name}} and {${name}} stand at the same place.`);
  return at.open.node;
}
