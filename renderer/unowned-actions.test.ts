/**
 * Every action of a person ends in a visible result or a visible reason: no call to main is thrown away, and no rejection is swallowed.
 * Calls go through `useAction` or `useMutation`, which keep the problem beside their control, or through `attempt`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { root, sourcesOf } from '../packaging/imports.ts';

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** A call of the bridge, `bridge.group.name(…)`, that is not a subscription. */
function isBridgeCall(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  const group = callee.type === 'MemberExpression' ? (callee.object as Node) : null;
  const bridge = group?.type === 'MemberExpression' ? (group.object as Node) : null;
  const isBridge =
    bridge !== null &&
    ((bridge.type === 'Identifier' && bridge.name === 'bridge') ||
      (bridge.type === 'MemberExpression' && (bridge.property as Node).name === 'bridge'));
  return isBridge && (callee.property as Node).name !== 'on';
}

/** `.catch(() => {})`, or a `.then` whose second argument does nothing. */
function isSwallowed(node: Node): boolean {
  if (node.type !== 'CallExpression' || (node.callee as Node).type !== 'MemberExpression') return false;
  const { name } = (node.callee as Node).property as { name: string };
  const handler = (node.arguments as Node[])[name === 'catch' ? 0 : 1];
  if ((name !== 'catch' && name !== 'then') || handler?.type !== 'ArrowFunctionExpression') return false;
  const body = handler.body as Node;
  return body.type === 'BlockStatement' && (body.body as Node[]).length === 0;
}

/** A handler of an event in JSX, whose result React ignores. */
const isEventHandler = (parents: readonly Node[]): boolean =>
  parents.at(-1)?.type === 'ArrowFunctionExpression' &&
  parents.at(-2)?.type === 'JSXExpressionContainer' &&
  parents.at(-3)?.type === 'JSXAttribute' &&
  /^on[A-Z]/.test(((parents.at(-3) as Node).name as { name: string }).name);

/** What is wrong in a source, with the code of each. */
function faultsOf(file: string, text: string): string[] {
  const faults: string[] = [];
  const visit = (node: Node, parents: readonly Node[]): void => {
    const parent = parents.at(-1);
    const isVoid = parent?.type === 'UnaryExpression' && parent.operator === 'void';
    const isThrownAway = isVoid || parent?.type === 'ExpressionStatement' || isEventHandler(parents);
    if ((isBridgeCall(node) && isThrownAway) || isSwallowed(node))
      faults.push(text.slice(node.start, node.end).replaceAll(/\s+/g, ' '));
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, [...parents, node]);
  };
  visit(parseSync(file, text).program as unknown as Node, []);
  return faults;
}

/** Nobody's action, each with a comment that says what follows from its failure. */
const backgroundWork: { [file: string]: number } = {
  // Loads text and data ahead; what needs them loads them again.
  'renderer/app/start.tsx': 2,
  'renderer/core/live.ts': 1,
  'renderer/core/lobby-feed.ts': 1,
  'renderer/core/inbox-feed.ts': 1,
  'renderer/core/table-feed.ts': 1,
  'renderer/identity/OtherIdentities.tsx': 1,
  // Goes back to the earlier community after a failure that is shown.
  'renderer/identity/FirstRunByLink.tsx': 1,
  'renderer/identity/RestoreConfirm.tsx': 1,
  // Typing ahead moves the focus.
  'renderer/inbox/VirtualList.tsx': 1,
  // The badge of the page's icon, and sound.
  'renderer/notices/Moments.tsx': 1,
  'renderer/sounds/player.ts': 1,
  // Joins a rematch that both have asked for.
  'renderer/tables/result/MutualRematch.tsx': 1,
};

it('no call to main is thrown away, and no rejection is swallowed', () => {
  const found = sourcesOf('renderer').flatMap((file) => {
    const faults = faultsOf(file, readFileSync(join(root, file), 'utf8'));
    const known = backgroundWork[file] ?? 0;
    return faults.length === known ? [] : [`${file}: ${known} known, ${faults.length} found`, ...faults];
  });
  expect(found).toEqual([]);
});

it('finds calls that nobody owns', () => {
  const source = `
    void bridge.app.retry({});
    bridge.app.retry({});
    const { bridge } = live;
    const button = <Button onClick={() => bridge.app.retry({})} />;
    live.bridge.app.retry({});
    send().catch(() => {});
    send().then(done, () => {});
    const owned = <Button onClick={() => attempt(() => bridge.app.retry({}))} onDone={() => void run()} />;
    const stop = bridge.app.on('changed', update);
    bridge.app.on('changed', update);
    const list = async () => await bridge.app.state({});
    bridge.app.state({}).then(show, report);
  `;
  expect(faultsOf('sample.tsx', source)).toHaveLength(6);
});
