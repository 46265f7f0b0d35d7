import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StudioProblem } from '../../shared/bridge/contract.ts';
import { type FieldDefinition, readSpec } from '../../shared/protocol/spec.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { selfTest } from '../hooks/self-test.ts';
import { broken } from '../hooks/testing/broken.ts';
import { reusedHooks } from '../hooks/testing/reused-hooks.ts';
import { defaultResourcesDir } from '../installation.ts';
import { checkProject } from './check.ts';
import { readProjectFiles } from './files.ts';
import { testProblems } from './problems/hooks.ts';
import { specNotes, validateProject } from './validate.ts';

const launchHooks = reusedHooks();
const root = temporaryFolder();
const template = join(defaultResourcesDir(), 'studio/turns');
const templateHooks = await readFile(join(template, 'hooks.js'), 'utf8');

/** The files of the template with other hooks or another page. */
async function templateWith({ hooks = templateHooks, page = '', words = '{}' }) {
  const folder = await mkdtemp(join(root, 'check-'));
  await mkdir(join(folder, 'ui'));
  await writeFile(join(folder, 'spec.json'), await readFile(join(template, 'spec.json')));
  await writeFile(join(folder, 'hooks.js'), hooks);
  await writeFile(join(folder, 'words.json'), words);
  await writeFile(join(folder, 'ui/board.js'), '1;');
  await writeFile(join(folder, 'ui/index.html'), page || '<!doctype html><script src="board.js"></script>');
  return readProjectFiles(folder);
}

const errorsOf = (problems: StudioProblem[]) => problems.filter(({ severity }) => severity === 'error');

/** Checks the template with other hooks. */
async function check(files: { hooks?: string } = {}) {
  const { problems } = await checkProject(launchHooks, await templateWith(files));
  return errorsOf(problems);
}

test('reports no problems for a valid project', async () => {
  expect(await check()).toEqual([]);
});

test('reports the position of hooks that cannot play a game', async () => {
  const invalidChoice = templateHooks.replace(
    'return ask.choices[Math.floor(ask.choices.length / 2)].value;',
    'return 99;',
  );
  const line = 1 + invalidChoice.split('\n').findIndex((text) => text.startsWith('export function decide'));
  expect(await check({ hooks: invalidChoice })).toEqual([
    expect.objectContaining({
      kind: 'hooks_choice',
      message: 'decide returned 99, which was not offered.',
      file: 'hooks.js',
      line,
    }),
  ]);
  const throwing = templateHooks.replace(
    'function hearGuess(',
    'function hearGuess() { return missing; }\nfunction unused(',
  );
  const throwingLine = 1 + throwing.split('\n').findIndex((text) => text.includes('missing'));
  expect(await check({ hooks: throwing })).toEqual([
    expect.objectContaining({
      kind: 'hooks_call',
      subject: 'handle',
      file: 'hooks.js',
      line: throwingLine,
      column: expect.any(Number),
    }),
  ]);
  expect(await check({ hooks: 'export const a = ;' })).toEqual([
    expect.objectContaining({ kind: 'hooks_load', file: 'hooks.js', line: 1 }),
  ]);
});

test.each([
  ['<script>start();</script>', 'script_inline'],
  ['<script src="https://example.org/a.js"></script>', 'script_remote'],
  ['<script src="data:text/javascript,1"></script>', 'script_remote'],
  ['<script type="module" src="other.js"></script>', 'script_missing'],
  ['<button type="button" onclick="start()">Start</button>', 'script_handler'],
])('reports %s as a blocked script', async (html, code) => {
  const { problems } = validateProject(
    await templateWith({ page: `<!doctype html>\n<!-- <script>1</script> -->\n${html}` }),
  );
  expect(errorsOf(problems)).toEqual([
    expect.objectContaining({ kind: 'ui_script', code, file: 'ui/index.html', line: 3, column: 1 }),
  ]);
});

test.each([
  '<script type="application/json">{"a": 1}</script>',
  '<script src="./board.js?v=2" defer></script>',
  '<style>a::after { content: "<script>1</script>" }</style>',
  '<a title="onclick=1">a</a>',
])('accepts %s', async (html) => {
  expect(errorsOf(validateProject(await templateWith({ page: `<!doctype html>${html}` })).problems)).toEqual([]);
});

test.each([
  ['{"en":\n {"name": 7}}', { code: 'words_form', pointer: '/en/name', line: 2, column: 3 }],
  [
    JSON.stringify({ en: { texts: Object.fromEntries(Array.from({ length: 251 }, (_, i) => [`{a} ${i}`, '{a}'])) } }),
    { code: 'words_templates', message: 'More than 250 templates.', pointer: '/en/texts' },
  ],
  ['{', { code: null }],
])('notes why words are not used', async (words, problem) => {
  const { problems, playable } = validateProject(await templateWith({ words }));
  expect(problems).toContainEqual(
    expect.objectContaining({ kind: 'words_file', severity: 'note', file: 'words.json', ...problem }),
  );
  expect(playable).not.toBeNull();
});

test('reports the method and line of hooks that accept an invalid message', async () => {
  const { spec, source } = broken.find(({ name }) => name === 'turns/wrong-winner')!;
  const problems = testProblems(await selfTest(launchHooks, { spec, source, adversarial: true }), {
    hooks: source,
    spec: JSON.stringify(spec),
  });
  const line = 1 + source.split('\n').findIndex((text) => text.startsWith('export function handle('));
  expect(problems).toContainEqual(
    expect.objectContaining({
      kind: 'hooks_accepted',
      subject: 'handle',
      code: 'changed_value',
      params: expect.objectContaining({ field: 'winner', message: 'answer' }),
      file: 'hooks.js',
      line,
    }),
  );
});

test.each(['turns', 'rounds'])(
  '%s: a host whose messages name no winner gets a note, since guests without hooks are asked who won',
  (name) => {
    const text = readFileSync(join(template, '..', name, 'spec.json'), 'utf8');
    const { spec } = readSpec(text);
    expect(specNotes(text, spec)).toEqual([]);
    for (const { fields } of spec.messages) {
      delete fields.winner;
      delete fields.game_winner;
    }
    const note = { kind: 'spec_no_winner', severity: 'note', subject: spec.name };
    expect(specNotes(text, spec)).toMatchObject([note]);
    const winner: FieldDefinition = { type: 'enum', values: ['host', 'guest'], required: true };
    // What only the host receives, and what no hooks receive in sealed rounds.
    for (const unread of name === 'rounds' ? ['reveal', 'end'] : ['guess']) {
      spec.messages.find((message) => message.name === unread)!.fields.winner = winner;
      expect(specNotes(text, spec)).toMatchObject([note]);
    }
  },
);

test('a game whose guest sends what only code can make gets a note with the reason and what to do', () => {
  const spec = {
    ...{ name: 'Seals', spec_version: '1.0', type: 'game', parameter: {} },
    messages: [
      {
        name: 'seal',
        direction: 'guest_to_host',
        fields: {
          action: { type: 'enum', values: ['seal'], required: true },
          hashes: { type: 'array', items: { type: 'hash' }, required: true },
        },
      },
    ],
  };
  const text = JSON.stringify(spec);
  expect(specNotes(text, readSpec(text).spec)).toMatchObject([
    { kind: 'spec_mistake', subject: 'parameter', code: 'similar_name', file: 'spec.json', line: 1 },
    {
      kind: 'spec_code_only',
      severity: 'note',
      message: expect.stringMatching(/^The message seal needs a hash in hashes, .* Give them your hooks\.js/),
    },
  ]);
});
