/** Documents and comments name only files and commands that exist, and each promise names its tests. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from './electron/cli/program.ts';
import { flatten, outlineOf } from './electron/cli/reference/outline.ts';
import packageFile from './package.json' with { type: 'json' };

const root = import.meta.dirname;
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const sources = globSync(['*.ts', '{shared,service,electron,renderer,packaging,e2e,bench,resources}/**/*.{ts,tsx}'], {
  cwd: root,
});
const sourceNames = new Set(sources.map((path) => basename(path)));

it.each(documents)('%s names only existing files', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  // Lists in tables give the folder only for their first file.
  const names = [...text.matchAll(/`([A-Za-z][\w.-]*\.tsx?)`/g)].map(([, name]) => name!);
  expect(names.filter((name) => !sourceNames.has(name))).toEqual([]);
  const paths = [
    ...text.matchAll(/`((?:shared|service|electron|renderer|resources|packaging|e2e|bench|docs)\/[\w./[\]-]*[\w\]])`/g),
  ].map(([, path]) => path!);
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path]) =>
    join(dirname(document), path!),
  );
  expect([...paths, ...links].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

it.each(documents)('%s links only to existing headings', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(([, path, anchor]) => [
    path!,
    anchor!,
  ]);
  const missing = links.filter(([path, anchor]) => {
    const target = path === '' ? document : join(dirname(document), path!);
    return !anchorsOf(readFileSync(join(root, target), 'utf8')).includes(anchor!);
  });
  expect(missing).toEqual([]);
});

const commands = flatten(outlineOf(createProgram()));
/** Options of the app (electron/shells/options.ts) and of every command. */
const appOptions = ['--web', '--data-dir', '--server', '--allow-plain-http', '--network', '--version', '--help'];

/** What is wrong with the words after `parlor`; null if nothing is. */
function commandProblem(words: string): string | null {
  const command = commands.findLast(({ path }) => `parlor ${words} `.startsWith(`${path} `))!;
  if (command.path === 'parlor service') return null;
  const rest = `parlor ${words}`.slice(command.path.length);
  if (command.commands.length > 0 && /^ [a-z]/.test(rest)) return `parlor ${words}: no such command`;
  const known = [...command.options.flatMap(({ short, long }) => [short, long]), ...appOptions];
  const unknown = [...rest.matchAll(/(?<= )--?[a-z][a-z-]*/g)]
    .map(([flag]) => flag)
    .filter((flag) => !known.includes(flag));
  return unknown.length === 0 ? null : `${command.path}: ${unknown.join(' ')}`;
}

it.each(documents)('%s names only existing commands', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const pieces = [...text.matchAll(/^ *```[^\n]*\n(.*?)^ *```|^ {4}(parlor [^\n]*)$|`([^`\n]+)`/gms)].map(
    ([, fence, line, span]) => fence ?? line ?? span!,
  );
  const lines = pieces.flatMap((piece) => piece.replaceAll('\\\n', ' ').split('\n'));
  const problems = lines.flatMap((line) => {
    const [, words] = /^(?:npm run (?:-s )?parlor -- |parlor(?: |$))([^|&#>]*)/.exec(line.trim()) ?? [];
    const [, script] = /^npm run (?:-s |--silent )?([\w:-]+)/.exec(line.trim()) ?? [];
    return [
      ...(words === undefined ? [] : [commandProblem(words.trim())]),
      ...(script === undefined || Object.hasOwn(packageFile.scripts, script) ? [] : [`npm run ${script}`]),
    ].filter((problem) => problem !== null);
  });
  expect(problems).toEqual([]);
});

/** The tests that run the blocks of commands with this beginning. */
const runBlocks: Record<string, string> = {
  '$ ': 'electron/cli/protocol-authors.test.ts',
  'npm install --global': 'packaging/package.test.ts',
  'export PARLOR_DATA_DIR': 'electron/cli/documented-commands.test.ts',
  'parlor doctor --offline': 'electron/cli/offline.test.ts',
  'parlor protocol test . --keep-pictures': 'electron/cli/pictures.test.ts',
  'parlor host --protocol-dir . --for-key': 'e2e/published-board.e2e.ts',
  'parlor protocol fetch': 'electron/cli/protocol.test.ts',
  'parlor inbox send --to <your key>': 'e2e/published-board.e2e.ts',
  'parlor service --host': 'service/commands/serve.test.ts',
  'parlor service --public-url': 'service/http/audience.test.ts',
  'parlor service backup': 'electron/cli/documented-commands.test.ts',
  'parlor service copy': 'service/copy/copy.test.ts',
  'parlor service moderate': 'electron/cli/documented-commands.test.ts',
  'parlor mcp --allow': 'electron/cli/documented-commands.test.ts',
  PARLOR_SERVICE_DATABASE_URL: 'service/storage/postgres.test.ts',
  'npm run soak': 'bench/soak/soak.test.ts',
  'parlor host --protocol 0bf55a': 'electron/cli/cli.test.ts',
};
/** Why no test runs the other blocks. */
const unrunBlocks: Record<string, string> = {
  'npm ci': 'installs this checkout, or opens a window',
  'npm test': 'runs all tests',
  'npx vite build': 'takes pictures, to be looked at',
  'npm run e2e': 'runs tests',
  'claude mcp add': 'a program that does not come with Parlor',
  useradd: 'changes the system; packaging/service.test.ts checks the unit',
  'docker build': 'needs Docker; packaging/service.test.ts runs the steps of the Dockerfile',
  'docker exec': 'needs Docker; packaging/service.test.ts runs such a command',
  PARLOR_DOMAIN: 'needs Docker and a domain; packaging/service.test.ts checks compose.yaml',
  'parlor studio .': 'opens a window; with --web off, electron/cli/protocol-authors.test.ts runs it',
  createuser: 'needs a database server of the reader',
};

/** An interactive zsh, the default shell of macOS, treats comments as arguments; CONTRIBUTING.md says how to allow them. */
it.each(documents.filter((document) => document !== 'CONTRIBUTING.md'))(
  '%s has commands without comments',
  (document) => {
    const blocks = readFileSync(join(root, document), 'utf8').matchAll(/^ *```(?:sh|console|bash)\n(.*?)^ *```/gms);
    const lines = [...blocks].flatMap(([, block]) => block!.split('\n'));
    expect(lines.filter((line) => /(?:^|\s)#/.test(line))).toEqual([]);
  },
);

it('name the versions of Node with which npm installs the checkout', () => {
  // With others, npm leaves out the native code of what builds the window, and says nothing.
  const { engines } = JSON.parse(readFileSync(join(root, 'node_modules/rolldown/package.json'), 'utf8'));
  expect(engines.node).toBe('^20.19.0 || >=22.12.0');
  for (const document of ['README.md', 'CONTRIBUTING.md'])
    expect(readFileSync(join(root, document), 'utf8'), document).toContain('22.12 or later, or 20.19');
});

const isGenerated = (document: string) => /^docs\/(?:errors|command-line)\.md$/.test(document);

it('have at most 38,000 words that are written by hand', () => {
  const written = documents.filter((document) => !isGenerated(document) && !/^CHANGELOG|zh-CN/.test(document));
  const words = written.flatMap((document) => readFileSync(join(root, document), 'utf8').match(/\S+/g) ?? []);
  expect(words.length).toBeLessThanOrEqual(38_000);
});

it('names a test that runs each block of commands, or the reason why there is none', () => {
  const blocks = documents
    .filter((document) => !isGenerated(document))
    .flatMap((document) => [
      ...readFileSync(join(root, document), 'utf8').matchAll(
        /^ *```(?:sh|console|bash)\n *(.*?)^ *```|(?<=\n\n) {4}(parlor [^\n]*)$/gms,
      ),
    ])
    .map(([, fenced, indented]) => fenced ?? indented!);
  const beginnings = [...Object.keys(runBlocks), ...Object.keys(unrunBlocks)];
  const beginningOf = (block: string) => beginnings.find((beginning) => block.startsWith(beginning));
  expect(blocks.filter((block) => beginningOf(block) === undefined)).toEqual([]);
  expect(beginnings.filter((beginning) => !blocks.some((block) => beginningOf(block) === beginning))).toEqual([]);
  expect(Object.values(runBlocks).filter((test) => !existsSync(join(root, test)))).toEqual([]);
});

it('comments name only existing files', () => {
  const folders = sources.map((path) => `/${path}`);
  const missing = sources.flatMap((source) =>
    readFileSync(join(root, source), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(\/\/|\/?\*)/.test(line))
      .flatMap((line) => [...line.matchAll(/(?<![\w/.@-])((?:[\w-]+\/)+[\w.-]+\.tsx?)\b/g)].map(([, path]) => path!))
      .filter((path) => !folders.some((folder) => folder.endsWith(`/${path}`)))
      .map((path) => `${source}: ${path}`),
  );
  expect(missing).toEqual([]);
});

describe('the promises of docs/security.md, and the faults of docs/reliability.md', () => {
  const security = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const reliability = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
  const rows = [
    ...security.matchAll(/^- ([EULPKH]-?)(\d+): (.+(?:\n {2}.+)*)$/gm),
    ...reliability.matchAll(/^\| (R)(\d+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$/gm),
  ];
  /** The number of each family. */
  const promiseCounts = { E: 17, U: 15, L: 11, 'P-': 28, K: 8, H: 11, R: 27 };
  const ids = Object.entries(promiseCounts).flatMap(([family, count]) =>
    Array.from({ length: count }, (_, index) => `${family}${index + 1}`),
  );

  it('are numbered without gaps, and each names its tests', () => {
    expect(rows.map(([, family, number]) => `${family}${number}`)).toEqual(ids);
    const untested = rows.filter(([, , , tests]) => !/`[^`]+\.(test\.tsx?|e2e\.ts)`/.test(tests!));
    expect(untested.map(([row]) => row)).toEqual([]);
  });

  it('include every ID that a test title begins with', () => {
    const files = globSync('{shared,service,electron,renderer,packaging,e2e}/**/*.{test.ts,test.tsx,e2e.ts}', {
      cwd: root,
    });
    const tested = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/['`]([EULKHR]\d+|P-\d+)(?=[: ,])/g)].map(([, id]) => id!),
    );
    expect(tested.length).toBeGreaterThan(50);
    expect(tested.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each([
    ['E14', 'Updates', /Linux has no such check/],
    ['L11', 'Web relay and local servers', /Parlor doesn't rely on this/],
    ['P-17', 'Limitations', /sits at two tables of the same game can copy moves/],
  ])('%s is documented', (_, section, pattern) => {
    expect(security.split(`\n## ${section}\n`)[1]?.split('\n## ')[0]).toMatch(pattern);
  });
});
