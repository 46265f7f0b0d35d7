import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const room = new URL('..', import.meta.url).pathname;
const sources = globSync('**/*.{ts,tsx,css}', {
  cwd: room,
  exclude: (name) => name === 'dist' || name === 'testing' || name.endsWith('.test.ts') || name.endsWith('tokens.css'),
});

describe('colour', () => {
  it('is written as a value in the tokens only', () => {
    expect(sources.length).toBeGreaterThan(80);
    const written = sources.filter((path) =>
      /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(readFileSync(room + path, 'utf8')),
    );
    expect(written).toEqual([]);
  });

  it('is never used under a name that no token has', () => {
    const setIn = (text: string) => text.match(/--[a-z0-9-]+(?=:)/g) ?? [];
    const tokens = setIn(readFileSync(`${room}look/tokens.css`, 'utf8'));
    const unknown = sources.flatMap((path) => {
      const text = readFileSync(room + path, 'utf8');
      const known = new Set([...tokens, ...setIn(text)]);
      return (text.match(/var\(--[a-z0-9-]+(?=\))/g) ?? [])
        .map((use) => use.slice(4))
        .filter((name) => !known.has(name) && !name.startsWith('--mantine-'))
        .map((name) => `${path}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });
});
