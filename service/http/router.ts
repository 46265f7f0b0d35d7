/** Maps a request's method and path to an entry. Path parameters stay undecoded; `{path}` matches all remaining segments. */
import type { HttpMethod, RouteKey } from '../../shared/community/define.ts';
import { splitKey } from '../../shared/community/define.ts';

export interface Match<Entry> {
  entry: Entry;
  params: { [name: string]: string };
}

interface Node<Entry> {
  literals: Map<string, Node<Entry>>;
  /** The child that matches any segment, with the parameter's name. */
  parameter: { name: string; node: Node<Entry> } | null;
  methods: Map<string, Entry>;
}

const createNode = <Entry>(): Node<Entry> => ({ literals: new Map(), parameter: null, methods: new Map() });

/** The entry; the methods that the path allows, if not the given one; or null for an unknown path. */
export type RouteResult<Entry> = Match<Entry> | { allow: string[] } | null;

export class Router<Entry> {
  readonly #root: Node<Entry> = createNode();

  add(key: RouteKey, entry: Entry): void {
    const { method, path } = splitKey(key);
    let node = this.#root;
    for (const segment of path.slice(1).split('/')) node = childOf(node, segment);
    if (node.methods.has(method)) throw new Error(`${key} is registered twice.`);
    node.methods.set(method, entry);
  }

  find(method: string, path: string): RouteResult<Entry> {
    const params: { [name: string]: string } = {};
    let node: Node<Entry> = this.#root;
    const segments = path.slice(1).split('/');
    for (let i = 0; i < segments.length; i += 1) {
      const segment = segments[i]!;
      const child = node.literals.get(segment);
      if (child) {
        node = child;
      } else if (node.parameter) {
        const isRest = node.parameter.name === 'path';
        params[node.parameter.name] = isRest ? segments.slice(i).join('/') : segment;
        node = node.parameter.node;
        if (isRest) break;
      } else {
        return null;
      }
    }
    if (node.methods.size === 0) return null;
    const entry = node.methods.get(method as HttpMethod);
    if (entry) return { entry, params };
    return { allow: [...node.methods.keys()].flatMap((allowed) => (allowed === 'GET' ? ['GET', 'HEAD'] : [allowed])) };
  }
}

/** The child for a segment of a route's path, created if missing. */
function childOf<Entry>(parent: Node<Entry>, segment: string): Node<Entry> {
  if (!segment.startsWith('{')) {
    const child = parent.literals.get(segment) ?? createNode<Entry>();
    parent.literals.set(segment, child);
    return child;
  }
  const name = segment.slice(1, -1);
  parent.parameter ??= { name, node: createNode() };
  const { parameter } = parent;
  if (parameter.name !== name) throw new Error(`{${parameter.name}} and {${name}} name the same path segment.`);
  return parameter.node;
}
