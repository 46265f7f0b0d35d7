import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorStatus } from '../../shared/errors.ts';

const room = new URL('..', import.meta.url).pathname;
type Words = { [key: string]: string | Words };

const files = globSync('words/en/*.json', { cwd: room });
const read = (path: string): Words => JSON.parse(readFileSync(room + path, 'utf8'));
const sentences = (words: Words): string[] =>
  Object.values(words).flatMap((word) => (typeof word === 'string' ? [word] : sentences(word)));

describe('our words', () => {
  it('blame nobody, sell nothing and shout at nobody', () => {
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      for (const sentence of sentences(read(file))) {
        expect(sentence, file).not.toMatch(/!|oops|something went wrong|please|\b(bot|AI|widget|plugin|mnemonic)\b/i);
      }
    }
  });

  it('name only problems that exist, each with a title and what it means', () => {
    for (const [code, words] of Object.entries(read('words/en/problems.json'))) {
      expect(code === 'other' || Object.hasOwn(errorStatus, code), code).toBe(true);
      expect(words, code).toMatchObject({ title: expect.any(String), body: expect.any(String) });
    }
  });

  it('have something to say where a problem ends a table', () => {
    const known = read('words/en/problems.json');
    for (const code of [
      'peer_unreachable',
      'peer_timeout',
      'peer_disconnected',
      'interrupted',
      'resigned',
      'hook_failed',
      'decision_timeout',
    ]) {
      expect(known, code).toHaveProperty(code);
    }
  });
});
