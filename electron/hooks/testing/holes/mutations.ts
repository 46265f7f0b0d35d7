/** Takes checks out of hooks, one at a time: each result accepts something that the hooks refused. */
import { parseAst } from 'rolldown/parseAst';
import type { Spec } from '../../../../shared/protocol/spec.ts';

export interface Mutation {
  /** The function from which it was taken, and what. */
  name: string;
  source: string;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** The functions that end a table because of the other side's message. */
const refusals = ['refuse', 'leave', 'wrong', 'accuse'];

/** Every mutation that the operators below make of the hooks of a protocol. */
export function mutationsOf(spec: Spec, source: string): Mutation[] {
  const tree = parseAst(source) as unknown as Node;
  const nodes = nodesIn(tree);
  return nodes.flatMap((node) => [
    ...droppedChecks(source, node),
    ...ignoredFields(spec, source, node),
    ...believedErrors(source, node),
  ]);
}

/** `if (broken) return refuse(…)` goes, and so does each part of its condition. */
function droppedChecks(source: string, node: Node): Mutation[] {
  if (node.type !== 'IfStatement' || !isRefusal(node.consequent as Node)) return [];
  const test = node.test as Node;
  // The branch for messages of the action `error` ends the table in hooks without holes, too.
  if (/action === 'error'/.test(textOf(source, test))) return [];
  const place = functionAt(source, node);
  const dropped = {
    name: `${place}: no check of ${oneLine(textOf(source, test))}`,
    source: replaced(source, node, '{}'),
  };
  const parts = test.type === 'LogicalExpression' && test.operator === '||' ? operandsOf(test, '||') : [];
  const weakened = parts.map((part) => ({
    name: `${place}: without ${oneLine(textOf(source, part))}`,
    source: replaced(source, part, 'false'),
  }));
  return [dropped, ...weakened];
}

/** `Object.keys(expected).find((key) => expected[key] !== message[key])` skips one field. */
function ignoredFields(spec: Spec, source: string, node: Node): Mutation[] {
  if (node.type !== 'ArrowFunctionExpression') return [];
  const body = node.body as Node;
  const [key] = node.params as Node[];
  const text = textOf(source, body);
  if (body.type !== 'BinaryExpression' || !/^(\w+(\.\w+)?)\[key\] !== (\w+(\.\w+)?)\[key\]$/.test(text) || !key)
    return [];
  const isOpening =
    source.lastIndexOf('export function handle_ready', node.start) >
    source.lastIndexOf('export function handle(', node.start);
  const fields = new Set(
    spec.messages
      .filter(
        ({ name, direction }) =>
          direction === 'host_to_guest' && (name === 'ready') === isOpening && !['error', 'end'].includes(name),
      )
      .flatMap((message) => Object.keys(message.fields)),
  );
  fields.delete('action');
  return [...fields].map((field) => ({
    name: `${functionAt(source, node)}: ignores ${field}`,
    source: replaced(source, body, `key !== '${field}' && ${text}`),
  }));
}

/** A message of the action `error` counts as a win of its sender, or of its receiver. */
function believedErrors(source: string, node: Node): Mutation[] {
  if (node.type !== 'IfStatement' || !/action === 'error'/.test(textOf(source, node.test as Node))) return [];
  const state = /leave\((\w+)/.exec(textOf(source, node.consequent as Node))?.[1] ?? 'state';
  return [`${state}.role`, `${state}.role === 'host' ? 'guest' : 'host'`].map((winner, index) => ({
    name: `${functionAt(source, node)}: error wins for its ${index === 0 ? 'receiver' : 'sender'}`,
    source: replaced(
      source,
      node.consequent as Node,
      `return { state: ${state}, end: { completed: true, winner: ${winner} } };`,
    ),
  }));
}

function isRefusal(statement: Node): boolean {
  const [only] = statement.type === 'BlockStatement' ? ((statement.body as Node[]).slice(-1) as Node[]) : [statement];
  if (only?.type !== 'ReturnStatement' || !only.argument) return false;
  const argument = only.argument as Node;
  if (argument.type === 'ObjectExpression') {
    return (argument.properties as Node[]).some(
      (property) => property.type === 'SpreadElement' && callee(property.argument as Node) === 'leave',
    );
  }
  return refusals.includes(callee(argument) ?? '');
}

const callee = (node: Node): string | null =>
  node.type === 'CallExpression' ? String((node.callee as Node).name ?? '') : null;

function operandsOf(node: Node, operator: string): Node[] {
  if (node.type !== 'LogicalExpression' || node.operator !== operator) return [node];
  return [...operandsOf(node.left as Node, operator), ...operandsOf(node.right as Node, operator)];
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  const children = Object.values(value).flatMap(nodesIn);
  return 'type' in value && 'start' in value ? [value as Node, ...children] : children;
}

const textOf = (source: string, { start, end }: Node) => source.slice(start, end);
const functionAt = (source: string, { start }: Node) =>
  [...source.slice(0, start).matchAll(/^(?:export )?function (\w+)/gm)].at(-1)?.[1] ?? '';
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
const replaced = (source: string, { start, end }: Node, text: string) =>
  source.slice(0, start) + text + source.slice(end);
