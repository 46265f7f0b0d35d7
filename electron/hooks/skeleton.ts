/** Generates the initial hooks file of a protocol, and detects unfinished ones. */
import { flowMode, type Spec } from '../../shared/protocol/spec.ts';
import type { HookMethod } from '../../shared/tables/hooks.ts';

const marker = 'PARLOR_SKELETON';
const markerLine = new RegExp(`^\\s*export\\s+const\\s+${marker}\\s*=`, 'm');
const unfinishedThrow = new RegExp(
  `throw\\s+(?:new\\s+)?Error\\s*\\(\\s*['"\`]${marker}_NOT_IMPLEMENTED: ([a-z_]+)`,
  'g',
);

/** Keeps string literals and removes comments, so that commented-out code does not count. */
const textOrComment = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** The unfinished methods of a file, sorted; only the marker if nothing else is left. Does not run the file. */
export function unfinishedMethods(source: string): string[] {
  const code = source.replace(textOrComment, (_, text: string | undefined) => text ?? ' ');
  const names = new Set([...code.matchAll(unfinishedThrow)].map((match) => match[1]!));
  if (names.size === 0 && markerLine.test(code)) return [marker];
  return [...names].sort();
}

/** The number of the line that exports a method, from 1; null if there is none. */
export function methodLine(text: string, method: string): number | null {
  const declaration = new RegExp(`^\\s*export\\s+(?:async\\s+)?(?:function\\s+|const\\s+|let\\s+)${method}\\b`);
  return lineOf(text, (line) => declaration.test(line));
}

/** The number of the first matching line, from 1; null if there is none. */
export function lineOf(text: string, matches: (line: string) => boolean): number | null {
  const index = text.split('\n').findIndex(matches);
  return index < 0 ? null : index + 1;
}

interface Method {
  signature: string;
  description: string;
  /** Missing if there is no sensible default; the method then throws. */
  body?: string;
}

const methods: { [name in HookMethod]?: Method } = {
  metadata: {
    signature: 'metadata()',
    description: 'Host: how the invitation introduces the table.',
    body: "return { message: '', tags: [], type: 'supply', options: {} };",
  },
  init: {
    signature: 'init({ role, control_mode, options, manner })',
    description: 'Both: the first state.',
    body: 'return { role, options };',
  },
  join: { signature: 'join(state)', description: 'Guest: {state, send} with the join message.' },
  handle_join: { signature: 'handle_join(state, message)', description: 'Host: {state, send} with the ready message.' },
  handle_ready: { signature: 'handle_ready(state, message)', description: 'Guest: {state} after the ready message.' },
  first_action: { signature: 'first_action(state)', description: 'Guest: {state, send?, ask?} that opens the game.' },
  handle: {
    signature: 'handle(state, message)',
    description: 'Both: {state, send?, ask?, end?} for a message from the other side.',
  },
  act: { signature: 'act(state, key, answer)', description: 'Both: {state, send, end?} for the answer to an ask.' },
  round_value: {
    signature: 'round_value(state, round)',
    description: 'Both: {state, ask} whose answer is committed for the round.',
  },
  round_judge: {
    signature: 'round_judge(state, round, host_value, guest_value)',
    description: 'Host: {state, send} with the round_result, and end: {completed, winner} in the last round.',
  },
  on_message: {
    signature: 'on_message(state, message)',
    description:
      'Both: {state, send?, end?} for a message from the other side; send.text is what the agent would answer.',
  },
  decide: {
    signature: 'decide(state, ask)',
    description: 'Both: the agent picks one of the offered choices.',
    body: `if (ask.choices.length === 0) return null;
  return ask.choices[Math.floor(Math.random() * ask.choices.length)].value;`,
  },
  view: {
    signature: 'view(state)',
    description: 'Both: what a board may see. Never anything the other side must not know.',
    body: 'return {};',
  },
  session_end: {
    signature: 'session_end(state, end)',
    description: 'Both: the state after the end.',
    body: 'return state;',
  },
};

const sessionMethods: HookMethod[] = ['join', 'handle_join', 'handle_ready', 'first_action', 'handle', 'act', 'decide'];
const methodsByMode: { [mode: string]: HookMethod[] } = {
  simultaneous_round: ['join', 'handle_join', 'handle_ready', 'round_value', 'round_judge', 'handle', 'decide'],
  free: ['on_message'],
};

/**
 * A hooks file with every method of the protocol's flow mode; unfinished ones throw. `typed`: with the types of hooks.d.ts, which must
 * be in the same folder.
 */
export function generateSkeleton(spec: Spec, { typed = false } = {}): string {
  const names: HookMethod[] = [
    'metadata',
    'init',
    ...(methodsByMode[flowMode(spec)] ?? sessionMethods),
    'view',
    'session_end',
  ];
  // The name is untrusted: JSON keeps it on one line, and `*/` in it is escaped.
  const title = JSON.stringify(spec.name ?? 'a protocol').replaceAll('*/', '* /');
  const head = `${typed ? typesHead : ''}/**
 * Hooks for ${title}.
 * Pure functions over JSON: state comes in and goes back, there is no disk, no network and no clock, and Math.random is
 * seeded. Complete every method that throws, then delete the line below.
 */
export const ${marker} = true;
`;
  return [head, ...names.map((name) => methodText(name, methods[name]!, typed))].join('\n');
}

/** Enables the checks of editors, and names the types that the methods use. */
const typesHead = `// @ts-check
/** @import { Hooks } from './hooks.d.ts' */

`;

function methodText(name: HookMethod, { signature, description, body }: Method, typed: boolean): string {
  const comment = typed ? `/**\n * ${description}\n * @type {Hooks['${name}']}\n */` : `/** ${description} */`;
  return `${comment}
export function ${signature} {
  ${body ?? `throw new Error('${marker}_NOT_IMPLEMENTED: ${name}');`}
}
`;
}
