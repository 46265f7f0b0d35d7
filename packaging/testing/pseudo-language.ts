/** A language that nobody speaks, added to a copy of the sources as docs/translating.md says: accented, and 40 % longer than English. */
import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../imports.ts';

export const pseudoLanguage = 'en-XA';
export const pseudoName = 'Pseudo';

const accents = Object.fromEntries(
  [...'aeiouyAEIOUYcnszCNSZ'].map((letter, i) => [letter, [...'áéíóúýÁÉÍÓÚÝçñšžÇÑŠŽ'][i]!]),
);

/** Placeholders, tags and addresses stay as they are; words grow as those of a longer language do. */
export function pseudoText(text: string): string {
  let owed = 0;
  return text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>|\b(?:https?|parlor):\S+|[A-Za-z]+/g, (part) => {
    if (!/^[A-Za-z]+$/.test(part)) return part;
    owed += part.length * 0.4;
    const grown = Math.round(owed);
    owed -= grown;
    return [...part].map((letter) => accents[letter] ?? letter).join('') + 'ö'.repeat(grown);
  });
}

type Tree = string | Tree[] | { [key: string]: Tree };
const pseudoTree = (tree: Tree): Tree => {
  if (typeof tree === 'string') return pseudoText(tree);
  if (Array.isArray(tree)) return tree.map(pseudoTree);
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, pseudoTree(value)]));
};

/** The steps of docs/translating.md: the folder to copy, the folder it becomes, and the command. */
export async function documentedSteps() {
  const text = await readFile(join(root, 'docs/translating.md'), 'utf8');
  const [, section = ''] = /^## Add a language\n([\s\S]*?)^## /m.exec(text) ?? [];
  const [, from, to] = /^1\. Copy `([\w/]+)` to `([\w/]+)\/<language>`/m.exec(section) ?? [];
  const [, command] = /^2\. Run `(npm run [^`]+)`/m.exec(section) ?? [];
  if (!from || !to || !command) throw new Error('docs/translating.md no longer says how to add a language.');
  return { from, to, command };
}

/** Makes the empty folder `copy` a copy of the sources with the language; it uses the packages of the checkout. */
export async function addPseudoLanguage(copy: string): Promise<void> {
  for (const name of ['shared', 'service', 'electron', 'renderer', 'packaging', 'resources', 'e2e'])
    await cp(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !/\/(?:dist|pictures)(?:-\w+)*$|\.test\.tsx?$/.test(path),
    });
  for (const name of ['package.json', 'tsconfig.base.json']) await cp(join(root, name), join(copy, name));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));

  const { from, to, command } = await documentedSteps();
  const folder = join(copy, to, pseudoLanguage);
  await cp(join(copy, from), folder, { recursive: true });
  for (const file of await readdir(folder)) {
    const translated = pseudoTree(JSON.parse(await readFile(join(folder, file), 'utf8')));
    const named = file === 'language.json' ? { ...(translated as object), name: pseudoName } : translated;
    await writeFile(join(folder, file), JSON.stringify(named));
  }
  const [npm = '', ...args] = command.split(' ');
  execFileSync(npm, args, { cwd: copy, stdio: 'pipe' });
}
