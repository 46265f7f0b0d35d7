/** The documents that are made from the program are as `npm run docs` writes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import explanations from '../../shared/error-explanations.json' with { type: 'json' };
import { root } from '../imports.ts';
import { commandLinePage } from './command-line-page.ts';
import { errorsPage } from './errors-page.ts';
import { referencePages } from './reference-pages.ts';

it.each(Object.entries(referencePages()))('%s is up to date: npm run docs', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text);
});

describe('docs/command-line.md', () => {
  it('rejects a template without a command', () => {
    expect(() => commandLinePage('{{parlor init}}')).toThrow('lacks {{common options}}');
  });

  it('rejects a template with an unknown command', () => {
    expect(() => commandLinePage('{{parlor fly}}')).toThrow('{{parlor fly}} twice, or it does not exist');
  });
});

describe('docs/errors.md', () => {
  const rows = Object.values(explanations).flatMap((codes) => Object.entries<Record<string, string>>(codes));

  it('has a row for each code, with its status', () => {
    const page = errorsPage('{{contents}}{{codes}}');
    expect(page).toMatch(/^\| `rate_limited` \| 429 \| There were/m);
    expect(page).toMatch(/^\| `clock_skew` \| - \| This computer/m);
    expect(page.match(/^\| `/gm)).toHaveLength(rows.length);
  });

  it.each(rows)('explains %s in three cells of sentences', (_, explanation) => {
    expect(Object.keys(explanation)).toEqual(['happened', 'meaning', 'remedy']);
    for (const sentences of Object.values(explanation)) expect(sentences).toMatch(/^[A-Z][^|\n]*\.$/);
  });
});
