/**
 * Every action of a person ends in a visible result or a visible reason: who holds the result of a query or a mutation reads its error,
 * and who holds a `useAction` reads whether it is busy, since it ignores presses meanwhile.
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

const parse = (file: string, text: string): Node => parseSync(file, text).program as unknown as Node;

/** Visits every node before its children. */
function walk(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  visit(node, parent);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, node);
}

const nameOf = (node: unknown): string => String((node as Node | null)?.name);

const isCallOf = (node: unknown, hooks: ReadonlySet<string>): boolean =>
  isNode(node) && node.type === 'CallExpression' && hooks.has(nameOf(node.callee));

/** Its `useQuery` reads the query of the address. */
const namesFromHashLocation = ({ body }: Node): ReadonlySet<string> =>
  new Set(
    (body as Node[])
      .filter(
        ({ type, source }) => type === 'ImportDeclaration' && /hash-location/.test(String((source as Node).value)),
      )
      .flatMap(({ specifiers }) => (specifiers as Node[]).map(({ local }) => nameOf(local))),
  );

/** Whether an identifier is read, and not the name of a variable, a member or a property. */
function isValue(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'VariableDeclarator') return parent.init === node;
  if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed === true;
  if (parent?.type === 'Property') return parent.value === node;
  return parent !== null && !['JSXAttribute', 'TSPropertySignature'].includes(parent.type);
}

/** What holds the result of one of the hooks, and neither reads one of the members nor passes the result on. */
function unreadResults(file: string, text: string, hooks: ReadonlySet<string>, members: readonly string[]): string[] {
  const holders: { name: string | null; node: Node }[] = [];
  const readNames = new Set<string>();
  const program = parse(file, text);
  const others = namesFromHashLocation(program);
  const isResult = (node: unknown) => isCallOf(node, hooks) && !others.has(nameOf((node as Node).callee));
  walk(program, (node, parent) => {
    if (node.type === 'VariableDeclarator' && isResult(node.init)) {
      const target = node.id as Node;
      const names =
        target.type === 'ObjectPattern' ? (target.properties as Node[]).map(({ key }) => nameOf(key)) : null;
      if (!names?.some((name) => members.includes(name))) holders.push({ name: names ? null : nameOf(target), node });
    }
    // Without a variable, `useThing().data`.
    if (node.type === 'MemberExpression' && isResult(node.object) && !members.includes(nameOf(node.property)))
      holders.push({ name: null, node });
    if (node.type === 'Identifier' && isValue(node, parent)) {
      const isObject = parent?.type === 'MemberExpression' && parent.object === node;
      if (!isObject || members.includes(nameOf(parent.property))) readNames.add(nameOf(node));
    }
  });
  return holders
    .filter(({ name }) => name === null || !readNames.has(name))
    .map(({ node }) => text.slice(node.start, node.end).replaceAll(/\s+/g, ' ').slice(0, 120));
}

/** The functions of a source that return what one of the hooks returned. */
function hooksReturning(file: string, text: string, hooks: ReadonlySet<string>): string[] {
  const found: string[] = [];
  walk(parse(file, text), (node) => {
    const definition = node.type === 'VariableDeclarator' ? (node.init as Node | null) : node;
    if (!definition || !['FunctionDeclaration', 'ArrowFunctionExpression'].includes(definition.type)) return;
    const body = definition.body as Node;
    const statements = body.type === 'BlockStatement' ? (body.body as Node[]) : [];
    const results = [
      body,
      ...statements.flatMap(({ type, argument }) => (type === 'ReturnStatement' ? [argument] : [])),
    ];
    if (results.some((result) => isCallOf(result, hooks)) && isNode(node.id)) found.push(nameOf(node.id));
  });
  return found;
}

const sources = sourcesOf('renderer').map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const queryHooks = new Set(['useQuery', 'useInfiniteQuery', 'useMutation']);
// Hooks call hooks.
for (let size = 0; size !== queryHooks.size; ) {
  size = queryHooks.size;
  for (const { file, text } of sources) for (const name of hooksReturning(file, text, queryHooks)) queryHooks.add(name);
}

/** What these add is left out when it can't be loaded, or somebody else shows why. */
const quietReads: { [file: string]: number } = {
  // Names, faces and texts beside what the page is about.
  'renderer/core/agent-profile.ts': 1,
  'renderer/hosting/use-challenged-name.ts': 1,
  'renderer/people/ContactRow.tsx': 1,
  'renderer/tables/chat/ChatPerson.tsx': 1,
  'renderer/leaderboards/OwnRank.tsx': 1,
  'renderer/leaderboards/queries.ts': 1,
  'renderer/protocols/Author.tsx': 2,
  'renderer/protocols/page/GameIntro.tsx': 1,
  'renderer/protocols/page/ProtocolPage.tsx': 1,
  'renderer/protocols/page/StrengthsCard.tsx': 1,
  'renderer/settings/Agents.tsx': 2,
  'renderer/settings/OwnIdentity.tsx': 2,
  'renderer/studio/ProjectFolder.tsx': 1,
  'renderer/studio/problems/Excerpt.tsx': 1,
  'renderer/tables/analysis/AnalysisButton.tsx': 1,
  'renderer/tables/panel/AuthorRules.tsx': 1,
  'renderer/tables/play/use-first-game-hint.ts': 1,
  'renderer/tables/remarks/use-remarks.ts': 1,
  'renderer/tables/replay/use-advice.ts': 1,
  'renderer/trust/look-alikes.ts': 1,
  // Counts, and what became of an invitation, while the list that they belong to says why it can't be loaded.
  'renderer/inbox/queries.ts': 3,
  // Where no client is known, there is nothing to ask or to switch; Settings says why the list can't be loaded.
  'renderer/clients/ClientRequests.tsx': 1,
  'renderer/clients/ReleaseSwitch.tsx': 1,
  // Known games count the cap without the profile.
  'renderer/core/points-cap.ts': 1,
  // The table can be joined without its board.
  'renderer/lobby/OfferSheet.tsx': 1,
  // The palette finds everything else.
  'renderer/palette/people-commands.ts': 1,
  'renderer/palette/use-commands.ts': 1,
  // The page says why its two protocols can't be loaded.
  'renderer/protocols/compare/ProtocolPicker.tsx': 2,
  // The dialog that runs it shows why it failed.
  'renderer/protocols/hooks/ByHandCard.tsx': 1,
  // The tab shows it in place of the editor.
  'renderer/protocols/hooks/HooksEditor.tsx': 1,
  // Without results, publishing asks as if nothing had been tried.
  'renderer/studio/publish/PublishTrial.tsx': 2,
  // Saving checks the text again.
  'renderer/protocols/hooks/HooksTab.tsx': 1,
  // Completion does without the spec; the tab says why it can't be read.
  'renderer/studio/editor/EditorTab.tsx': 1,
  // The deprecation itself says why it failed; the list is that of the page.
  'renderer/studio/publish/OwnVersions.tsx': 1,
  // What was compared is put there, and never fetched.
  'renderer/studio/gallery/use-pictures.ts': 1,
};

it('whoever holds a query or a mutation reads why it failed', () => {
  const found = sources.flatMap(({ file, text }) => {
    const unread = unreadResults(file, text, queryHooks, ['error', 'isError', 'problem']);
    const known = quietReads[file] ?? 0;
    return unread.length === known ? [] : [`${file}: ${known} known, ${unread.length} found`, ...unread];
  });
  expect(found).toEqual([]);
});

it('whoever holds an action shows that it is busy', () => {
  const found = sources.flatMap(({ file, text }) =>
    unreadResults(file, text, new Set(['useAction']), ['busy']).map((each) => `${file}: ${each}`),
  );
  expect(found).toEqual([]);
});

it('finds results whose error nobody reads', () => {
  const source = `
    const unread = useTest(url);
    const { data, refetch } = useTest(url);
    const names = useTest(url).data?.names;
    const member = useTest(url);
    const { data, error } = useTest(url);
    const passedOn = useTest(url);
    const other = useOther();
    return { unread: unread.data, why: member.error, passedOn, other: other.data };
  `;
  expect(unreadResults('sample.tsx', source, new Set(['useTest']), ['error'])).toHaveLength(3);
});

it('finds hooks that return a result', () => {
  const source = `
    export function useA() { const x = 1; return useQuery({}); }
    export const useB = () => useQuery({});
    export const useC = () => useQuery({}).data;
    export function useD() { return useMemo(() => useQuery({})); }
  `;
  expect(hooksReturning('sample.ts', source, new Set(['useQuery']))).toEqual(['useA', 'useB']);
});
