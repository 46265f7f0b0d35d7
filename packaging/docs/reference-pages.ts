/** The documents that are made from the program, each with a template in this folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLinePage } from './command-line-page.ts';
import { errorsPage } from './errors-page.ts';

const template = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The text of each page by its path from the root. */
export const referencePages = (): Record<string, string> => ({
  'docs/command-line.md': commandLinePage(template('command-line.template.md')),
  'docs/errors.md': errorsPage(template('errors.template.md')),
});
