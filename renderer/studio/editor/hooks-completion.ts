/** Completes the methods of a hooks file, the members of a step, and the messages and fields of the spec. */
import { type Completion, type CompletionContext, type CompletionResult, snippet } from '@codemirror/autocomplete';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { hookDeclarations, stepMembers } from '../../../shared/tables/hook-declarations.ts';

const methods: Completion[] = Object.entries(hookDeclarations).map(([name, { parameters, returns, about }]) => {
  const written = parameters.map((parameter) => parameter.replace(/\?$/, '')).join(', ');
  return {
    label: name,
    type: 'function',
    detail: `(${parameters.join(', ')}) → ${returns}`,
    info: about,
    // In a snippet, braces of the text itself are escaped.
    apply: snippet(`export function ${name}(${written.replaceAll('{', '\\{').replaceAll('}', '\\}')}) {\n  \${}\n}\n`),
  };
});

const members: Completion[] = Object.entries(stepMembers).map(([label, info]) => ({ label, info, type: 'property' }));

/** `spec`: the latest readable version, if any. */
export const completeHooks =
  (spec: () => Spec | null) =>
  (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const line = state.doc.lineAt(pos);
    const before = line.text.slice(0, pos - line.from);
    // A declaration starts its line.
    const declared = /^(?:export\s+)?(?:function\s+)?(\w*)$/.exec(before);
    const word = context.matchBefore(/\w+/);
    if (declared && (explicit || before !== '')) {
      const missing = methods.filter(({ label }) => !new RegExp(`function\\s+${label}\\b`).test(state.doc.toString()));
      const typed = declared[1] ?? '';
      // The replaced range is longer than the word, so the list is filtered here.
      const options = missing.filter(({ label }) => label.startsWith(typed) || 'export function'.startsWith(typed));
      return { from: line.from, options, filter: false };
    }
    if (!word && !explicit) return null;
    return { from: word?.from ?? pos, options: [...members, ...wordsOf(spec())] };
  };

function wordsOf(spec: Spec | null): Completion[] {
  const messages = spec?.messages ?? [];
  const actions = messages.map(({ name, direction }) => ({ label: name, detail: direction, type: 'constant' }));
  const fields = messages.flatMap(({ name: message, fields: declared }) =>
    Object.entries(declared).map(([label, { type }]) => ({ label, detail: `${message}: ${type}`, type: 'variable' })),
  );
  const all = [...actions, ...fields];
  return all.filter(({ label }, at) => all.findIndex((each) => each.label === label) === at);
}
