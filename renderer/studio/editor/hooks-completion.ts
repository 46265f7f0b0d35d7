/** Completes the methods of a hooks file, the members of a step, and the messages and fields of the spec. */
import { type Completion, type CompletionContext, type CompletionResult, snippet } from '@codemirror/autocomplete';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { hookDeclarations, stepMembers } from '../../../shared/tables/hook-declarations.ts';

const methodCompletions: Completion[] = Object.entries(hookDeclarations).map(
  ([name, { parameters, returns, about }]) => {
    const parameterNames = parameters.map((parameter) => parameter.replace(/\?$/, '')).join(', ');
    return {
      label: name,
      type: 'function',
      detail: `(${parameters.join(', ')}) → ${returns}`,
      info: about,
      // Literal braces must be escaped in a snippet.
      apply: snippet(
        `export function ${name}(${parameterNames.replaceAll('{', '\\{').replaceAll('}', '\\}')}) {\n  \${}\n}\n`,
      ),
    };
  },
);

const memberCompletions: Completion[] = Object.entries(stepMembers).map(([label, info]) => ({
  label,
  info,
  type: 'property',
}));

/** `spec` returns the current spec, or null while it is invalid. */
export const completeHooks =
  (spec: () => Spec | null) =>
  (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const line = state.doc.lineAt(pos);
    const textBefore = line.text.slice(0, pos - line.from);
    // Declarations are offered only at the start of a line.
    const declaration = /^(?:export\s+)?(?:function\s+)?(\w*)$/.exec(textBefore);
    const word = context.matchBefore(/\w+/);
    if (declaration && (explicit || textBefore !== '')) {
      const missingMethods = methodCompletions.filter(
        ({ label }) => !new RegExp(`function\\s+${label}\\b`).test(state.doc.toString()),
      );
      const typedName = declaration[1] ?? '';
      // The replaced range is longer than the word, so the list is filtered here.
      const options = missingMethods.filter(
        ({ label }) => label.startsWith(typedName) || 'export function'.startsWith(typedName),
      );
      return { from: line.from, options, filter: false };
    }
    if (!word && !explicit) return null;
    return { from: word?.from ?? pos, options: [...memberCompletions, ...namesOf(spec())] };
  };

/** Message and field names, each once. */
function namesOf(spec: Spec | null): Completion[] {
  const messages = spec?.messages ?? [];
  const actions = messages.map(({ name, direction }) => ({ label: name, detail: direction, type: 'constant' }));
  const fields = messages.flatMap(({ name: message, fields: declaredFields }) =>
    Object.entries(declaredFields).map(([label, { type }]) => ({
      label,
      detail: `${message}: ${type}`,
      type: 'variable',
    })),
  );
  const names = [...actions, ...fields];
  return names.filter(({ label }, index) => names.findIndex((name) => name.label === label) === index);
}
