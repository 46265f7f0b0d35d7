/**
 * Every file that somebody else may have written is read by electron/files/foreign-file.ts, which follows no links, waits for no pipes,
 * and bounds what it reads: project folders, records, backups, key files, boards, and whatever lies in a data directory. What is written
 * to a project folder, electron/files/foreign-write.ts writes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest, root, sourcesOf } from './packaging/imports.ts';

/** What opens files by their paths, in Node's modules. */
const openingNames =
  /^(?:read|readv|readFile|open|openAsBlob|opendir|createReadStream|createWriteStream|appendFile|copyFile|cp|DatabaseSync)(?:Sync)?$/;

/** Files that open other files themselves, and why nobody else can have written those. */
const exceptions: Record<string, string> = {
  'electron/files/foreign-file.ts': 'the reader',
  'electron/files/foreign-folder.ts': 'lists for the reader',
  'electron/files/installed-file.ts': 'came with Parlor',
  'electron/files/atomic-write.ts': 'creates new files; copies without following',
  'electron/files/set-aside.ts': 'copies a file that the reader read',
  'electron/core/error-log.ts': 'appends with the flags of the reader',
  'electron/tables/records/journal.ts': 'appends with the flags of the reader',
  'electron/tables/reconnect/resume-log.ts': 'creates new files',
  'electron/cli/commands/identity.ts': 'creates new files',
  'electron/cli/sessions/daemon.ts': 'creates new files',
  'electron/cli/sessions/event-log.ts': 'creates new files',
  'electron/cli/sessions/session-state.ts': 'reads /proc',
  'electron/identity/read-passphrase.ts':
    'a secret that its owner names, often as a pipe or link; reads a bounded number of bytes',
  'electron/owner/lock.ts': 'a database, whose kind is checked first',
  'electron/doctor/self-test.ts': 'a database in a new folder',
  'electron/shells/app-files.ts': 'came with Parlor',
  'electron/shells/electron-binary.ts': 'development',
  'electron/library/pin.ts': 'development',
};

/** Files that read what came with Parlor; none of them may be given a path from elsewhere. */
const installedReaders = [
  'electron/library/board-files.ts',
  'electron/library/board-fonts.ts',
  'electron/library/labels.ts',
  'electron/library/library.ts',
  'electron/library/sample.ts',
  'electron/library/served-files.ts',
  'electron/studio/new-project.ts',
  'electron/studio/ui-kit.ts',
];

/** What changes files by their paths. */
const changingNames =
  /^(?:appendFile|copyFile|cp|link|mkdir|mkdtemp|rename|rm|rmdir|symlink|truncate|unlink|writeFile|writeFileAtomic)(?:Sync)?$/;

/** Files of the Studio and of commands that write by themselves, and why no link leads them elsewhere. */
const writers: Record<string, string> = {
  'electron/cli/commands/identity.ts': 'creates one file that its user names',
  'electron/cli/commands/inbox.ts': 'replaces one file that its user names',
  'electron/cli/commands/session/record.ts': 'creates one file that its user names',
  'electron/studio/new-project.ts': 'creates new files after it has looked for links',
  'electron/studio/studio.ts': 'the data directory',
};

const moduleName = "'(?:node:)?(?:fs|fs/promises|sqlite)'";
const namedImport = new RegExp(String.raw`import (?:type )?\{([^}]*)\} from ${moduleName}`, 'g');
const changingImport = /import \{([^}]*)\} from '(?:(?:node:)?fs(?:\/promises)?|[^']*\/atomic-write\.ts)'/g;
const anyMention = new RegExp(String.raw`(?:from|import\(|require\(|getBuiltinModule\??\.?\()\s*${moduleName}`, 'g');

const namesFrom = (text: string, imports: RegExp): string[] =>
  [...text.matchAll(imports)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim().split(' as ')[0]!));

/** The names with which a source opens files itself; `?` for an import that hides them. */
function openings(text: string): string[] {
  const isHidden = [...text.matchAll(anyMention)].length > [...text.matchAll(namedImport)].length;
  return [...namesFrom(text, namedImport).filter((name) => openingNames.test(name)), ...(isHidden ? ['?'] : [])];
}

const sources = [...sourcesOf('electron'), ...sourcesOf('shared')].filter((file) => !isTest(file));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

it('no other source opens files', () => {
  const found = sources.filter((file) => openings(textOf(file)).length > 0);
  expect(found.sort()).toEqual(Object.keys(exceptions).sort());
});

it('no other source writes to projects', () => {
  const found = sources
    .filter((file) => /^electron\/(?:studio|cli\/commands)\//.test(file))
    .filter((file) => namesFrom(textOf(file), changingImport).some((name) => changingNames.test(name)));
  expect(found.sort()).toEqual(Object.keys(writers).sort());
});

it('only known sources read what came with Parlor', () => {
  const found = sources.filter((file) => /from '.*\/installed-file\.ts'/.test(textOf(file)));
  expect(found.sort()).toEqual(installedReaders);
});

it.each([
  ["import { readFile } from 'node:fs/promises';", ['readFile']],
  ["import {\n  constants,\n  openSync as start,\n} from 'fs';", ['openSync']],
  ["import fs from 'node:fs';", ['?']],
  ["import * as fs from 'node:fs/promises';", ['?']],
  ["const { readFile } = await import('node:fs/promises');", ['?']],
  ["const fs = process.getBuiltinModule('node:fs');", ['?']],
  ["export { readFile } from 'node:fs/promises';", ['?']],
  ["import { DatabaseSync } from 'node:sqlite';", ['DatabaseSync']],
  ["import { stat } from 'node:fs/promises';", []],
])('finds how %j opens files', (text, names) => expect(openings(text)).toEqual(names));
