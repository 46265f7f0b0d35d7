/** What can't work in a script of a board. */
import { type AnyNode, parse } from 'acorn';
import { full } from 'acorn-walk';
import type { ObstacleCode } from '../../../shared/bundle/obstacle-texts.ts';
import { type Obstacle, ObstacleList } from './obstacles.ts';

/** Global names. `parent` is none of them: boards of other clients reach Parlor's adapter by it (board-client.ts). */
const globals: { [name: string]: ObstacleCode } = {
  fetch: 'script_network',
  XMLHttpRequest: 'script_network',
  WebSocket: 'script_network',
  WebTransport: 'script_network',
  EventSource: 'script_network',
  RTCPeerConnection: 'script_network',
  localStorage: 'script_storage',
  sessionStorage: 'script_storage',
  indexedDB: 'script_storage',
  caches: 'script_storage',
  cookieStore: 'script_storage',
  BroadcastChannel: 'script_storage',
  eval: 'script_eval',
  alert: 'script_dialog',
  confirm: 'script_dialog',
  prompt: 'script_dialog',
  print: 'script_dialog',
  open: 'script_dialog',
  Worker: 'script_worker',
  SharedWorker: 'script_worker',
  importScripts: 'script_worker',
  top: 'script_parent',
  opener: 'script_parent',
};
/** Names that are common for an author's own values; these are the window's only when called, or as its members. */
const calledOnly = new Set(['open', 'print', 'confirm', 'prompt', 'alert', 'eval', 'fetch', 'importScripts']);
const memberOnly = new Set(['top', 'opener']);

/** Members of objects that every page has. */
const members: { [path: string]: ObstacleCode } = {
  'document.cookie': 'script_storage',
  'navigator.sendBeacon': 'script_network',
  'navigator.serviceWorker': 'script_worker',
  'navigator.storage': 'script_storage',
  'location.assign': 'script_leaves',
  'location.replace': 'script_leaves',
  'location.reload': 'script_leaves',
};
const windowNames = new Set(['window', 'self', 'globalThis']);

/** Handlers and scripts in a text that becomes HTML. */
const markup = /<[a-z][^<>]*\s(on[a-z]+)\s*=|<(script)\b/i;

/** `code`: of a script file, a module or not. */
export function scriptObstacles(code: string): Obstacle[] {
  const list = new ObstacleList(code);
  const root = parsed(code);
  if ('position' in root) {
    list.add('script_syntax', '', root.position);
    return list.all;
  }
  try {
    const own = declaredNames(root);
    full(root, (node) => {
      for (const [obstacle, source] of obstaclesOf(node as AnyNode, own)) list.add(obstacle, source, node.start);
    });
  } catch (error) {
    // Code that nests deeper than the stack.
    if (!(error instanceof RangeError)) throw error;
    list.add('script_syntax', '', 0);
  }
  return list.all;
}

/** As a module, else as a classic script, which may contain what modules may not. */
function parsed(code: string): AnyNode | { position: number } {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  } catch (moduleError) {
    try {
      return parse(code, { ecmaVersion: 'latest', sourceType: 'script' });
    } catch (error) {
      // The other kind ends where its own syntax begins, such as at an import.
      return { position: Math.max(...[moduleError, error].map((each) => (each as { pos?: number }).pos ?? 0)) };
    }
  }
}

/** Names that the script declares anywhere: they are probably not the window's. */
function declaredNames(root: AnyNode): Set<string> {
  const names = new Set<string>();
  full(root, (node) => {
    const { type, id, params, local, param } = node as never as { [key: string]: AnyNode | AnyNode[] } & AnyNode;
    if (/^(?:Function|Class)(?:Declaration|Expression)$|^VariableDeclarator$/.test(type)) addNames(id, names);
    if (/^Import\w*Specifier$/.test(type)) addNames(local, names);
    if (type === 'CatchClause') addNames(param, names);
    if (/Function/.test(type)) for (const parameter of (params as AnyNode[]) ?? []) addNames(parameter, names);
  });
  return names;
}

function addNames(pattern: AnyNode | AnyNode[] | null | undefined, names: Set<string>): void {
  if (!pattern || Array.isArray(pattern)) return;
  if (pattern.type === 'Identifier') names.add(pattern.name);
  else if (pattern.type === 'AssignmentPattern') addNames(pattern.left, names);
  else if (pattern.type === 'RestElement') addNames(pattern.argument, names);
  else if (pattern.type === 'ArrayPattern') for (const element of pattern.elements) addNames(element, names);
  else if (pattern.type === 'ObjectPattern') {
    for (const property of pattern.properties) addNames('value' in property ? property.value : property, names);
  }
}

type Found = [ObstacleCode, string][];

function obstaclesOf(node: AnyNode, own: ReadonlySet<string>): Found {
  switch (node.type) {
    case 'Identifier':
      return calledOnly.has(node.name) || memberOnly.has(node.name) ? [] : globalNamed(node.name, own);
    case 'MemberExpression':
      return memberObstacles(node, own);
    case 'CallExpression':
    case 'NewExpression':
      return callObstacles(node, own);
    case 'AssignmentExpression':
      return isLocation(node.left, own) ? [['script_leaves', 'location']] : [];
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return importObstacles(node.source);
    case 'Literal':
      return typeof node.value === 'string' ? markupObstacles(node.value) : [];
    case 'TemplateElement':
      return markupObstacles(node.value.raw);
    default:
      return [];
  }
}

function globalNamed(name: string, own: ReadonlySet<string>): Found {
  const code = Object.hasOwn(globals, name) && !own.has(name) ? globals[name] : undefined;
  return code ? [[code, name]] : [];
}

const nameOf = (node: AnyNode): string | null => (node.type === 'Identifier' ? node.name : null);

function memberObstacles(node: AnyNode & { type: 'MemberExpression' }, own: ReadonlySet<string>): Found {
  const object = nameOf(node.object as AnyNode);
  const property = node.computed ? null : nameOf(node.property as AnyNode);
  if (property === null) return [];
  const target = object ?? windowMember(node.object as AnyNode);
  if (target === null || own.has(target)) return [];
  if (windowNames.has(target)) return globalNamed(property, new Set());
  const code = members[`${target}.${property}`];
  if (code) return [[code, `${target}.${property}`]];
  return memberOnly.has(target) && property === 'postMessage' ? [['script_parent', `${target}.${property}`]] : [];
}

/** `location` of `window.location`. */
const windowMember = (node: AnyNode): string | null =>
  node.type === 'MemberExpression' && !node.computed && windowNames.has(nameOf(node.object as AnyNode) ?? '')
    ? nameOf(node.property as AnyNode)
    : null;

function callObstacles(node: AnyNode & { type: 'CallExpression' | 'NewExpression' }, own: ReadonlySet<string>): Found {
  const callee = node.callee as AnyNode;
  const name = nameOf(callee);
  const first = node.arguments[0] as AnyNode | undefined;
  const text = first?.type === 'Literal' && typeof first.value === 'string' ? first.value : null;
  if (name === 'Function' && !own.has(name)) return [['script_eval', 'Function']];
  if ((name === 'setTimeout' || name === 'setInterval') && text !== null) return [['script_eval', name]];
  if (name !== null && calledOnly.has(name)) return globalNamed(name, own);
  const isSetting = callee.type === 'MemberExpression' && nameOf(callee.property as AnyNode) === 'setAttribute';
  return isSetting && text !== null && /^on[a-z]/i.test(text) ? [['script_markup', text]] : [];
}

/** `location` and `location.href`, also of the window. */
function isLocation(node: AnyNode, own: ReadonlySet<string>): boolean {
  const name = nameOf(node) ?? windowMember(node);
  if (name === 'location') return !own.has('location');
  if (node.type !== 'MemberExpression' || nameOf(node.property as AnyNode) !== 'href') return false;
  return isLocation(node.object as AnyNode, own);
}

function importObstacles(source: AnyNode | null | undefined): Found {
  if (source?.type !== 'Literal' || typeof source.value !== 'string') return [];
  return /^\.{0,2}\//.test(source.value) && !source.value.startsWith('//') ? [] : [['script_import', source.value]];
}

function markupObstacles(text: string): Found {
  const [, handler, script] = markup.exec(text) ?? [];
  const source = handler ?? script;
  return source === undefined ? [] : [['script_markup', source]];
}
