/** Completes keys and values of a spec.json from its JSON Schema. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type JsonSchema, specJsonSchema } from '../../../shared/protocol/spec-schema.ts';

/** Milliseconds that completion waits for the parser to reach the cursor. */
const parseMs = 1_000;

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** A step into an array. */
const element = Symbol('element');
type Step = string | typeof element;

const schema = specJsonSchema();

export function completeSpec({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const tree = ensureSyntaxTree(state, pos, parseMs) ?? syntaxTree(state);
  const node = tree.resolveInner(pos, -1);
  if (node.name === 'PropertyName') {
    const object = node.parent?.parent;
    return object ? { from: node.from, to: node.to, options: keyCompletions(state, object, false) } : null;
  }
  if (node.name === 'String')
    return { from: node.from, to: node.to, options: valueCompletions(schemaAt(stepsTo(state, node))) };
  if (!explicit) return null;
  if (node.name === 'Object') return { from: pos, options: keyCompletions(state, node, true) };
  if (node.name === 'Property') return { from: pos, options: valueCompletions(schemaAt(stepsTo(state, node))) };
  return null;
}

/** The keys that an object may still have; `withColon` also inserts the colon. */
function keyCompletions(state: EditorState, object: Node, withColon: boolean): Completion[] {
  const { properties = {}, required = [] } = schemaAt(stepsTo(state, object)) ?? {};
  const usedNames = object.getChildren('Property').map((property) => nameOf(state, property));
  return Object.entries(properties)
    .filter(([name]) => !usedNames.includes(name))
    .map(([name, { description }]) => ({
      label: JSON.stringify(name),
      apply: withColon ? `${JSON.stringify(name)}: ` : JSON.stringify(name),
      type: 'property',
      boost: required.includes(name) ? 1 : 0,
      ...(description !== undefined && { info: description }),
    }));
}

function valueCompletions(target: JsonSchema | undefined): Completion[] {
  const { type, enum: allowedValues, const: constant, about = {} } = target ?? {};
  if (type === 'boolean') return ['true', 'false'].map((label) => ({ label, type: 'constant' }));
  const optionTexts = allowedValues ?? (typeof constant === 'string' ? [constant] : []);
  return optionTexts.map((value) => {
    const info = about[value];
    return { label: JSON.stringify(value), type: 'enum', ...(info !== undefined && { info }) };
  });
}

/** The keys and array steps from the root to a node. */
function stepsTo(state: EditorState, node: Node): Step[] {
  const steps: Step[] = [];
  for (let ancestor: Node | null = node; ancestor; ancestor = ancestor.parent) {
    if (ancestor.name === 'Property') steps.unshift(nameOf(state, ancestor));
    else if (ancestor.parent?.name === 'Array') steps.unshift(element);
  }
  return steps;
}

function nameOf(state: EditorState, property: Node): string {
  const name = property.getChild('PropertyName');
  if (!name) return '';
  try {
    return String(JSON.parse(state.sliceDoc(name.from, name.to)));
  } catch {
    // An unterminated string, while it is being typed.
    return '';
  }
}

function schemaAt(steps: readonly Step[]): JsonSchema | undefined {
  return steps.reduce<JsonSchema | undefined>((parent, step) => {
    if (step === element) return parent?.items;
    const { properties, additionalProperties } = parent ?? {};
    const additional = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    return properties && Object.hasOwn(properties, step) ? properties[step] : additional;
  }, schema);
}
