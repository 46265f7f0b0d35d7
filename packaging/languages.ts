/**
 * `npm run languages`: lists the folders of shared/locales in the modules that load them. Node runs the sources as they are, so a folder
 * can't be found by a pattern there, as it is in the window.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../shared/locales');

/** English, the reference, comes first. */
function languagesIn(folder: string): string[] {
  const tags = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return tags.toSorted((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));
}

const written = '// Written by `npm run languages` from the folders beside it.';
const nameOf = (tag: string, file: string) => `${file}_${tag.replaceAll('-', '_')}`;
const propertyOf = (tag: string) => (/^\w+$/.test(tag) ? tag : `'${tag}'`);
const importsOf = (tags: readonly string[], ...files: string[]) =>
  tags.flatMap((tag) =>
    files.map((file) => `import ${nameOf(tag, file)} from './${tag}/${file}.json' with { type: 'json' };`),
  );

/** By file name in shared/locales. */
export function languageModules(tags: readonly string[] = languagesIn(folder)): { [file: string]: string } {
  const satisfying = (type: string) => `satisfies { [tag in Language]: ${type} };`;
  return {
    'languages.ts': [
      written,
      ...importsOf(tags, 'language'),
      '',
      `export const languages = [${tags.map((tag) => `'${tag}'`).join(', ')}] as const;`,
      'export type Language = (typeof languages)[number];',
      '',
      'export const languageTexts = {',
      ...tags.map((tag) => `  ${propertyOf(tag)}: ${nameOf(tag, 'language')},`),
      `} ${satisfying('typeof language_en')}`,
      '',
    ].join('\n'),
    'program-texts.ts': [
      written,
      ...importsOf(
        tags.filter((tag) => tag < 'languages'),
        'desktop',
        'program',
      ),
      "import type { Language } from './languages.ts';",
      ...importsOf(
        tags.filter((tag) => tag > 'languages'),
        'desktop',
        'program',
      ),
      '',
      'export const programTexts = {',
      ...tags.map((tag) => `  ${propertyOf(tag)}: ${nameOf(tag, 'program')},`),
      `} ${satisfying('typeof program_en')}`,
      '',
      'export const desktopTexts = {',
      ...tags.map((tag) => `  ${propertyOf(tag)}: ${nameOf(tag, 'desktop')},`),
      `} ${satisfying('object')}`,
      '',
    ].join('\n'),
  };
}

if (import.meta.main)
  for (const [file, text] of Object.entries(languageModules())) writeFileSync(join(folder, file), text);
