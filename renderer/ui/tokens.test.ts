import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const rendererDir = new URL('..', import.meta.url).pathname;
const sources = globSync('**/*.{ts,tsx,css}', {
  cwd: rendererDir,
  exclude: (name) => name === 'dist' || name === 'testing' || name.endsWith('.test.ts') || name.endsWith('tokens.css'),
});

describe('colour', () => {
  it('has literal values in the tokens only', () => {
    expect(sources.length).toBeGreaterThan(80);
    const literal = sources.filter((path) =>
      /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(readFileSync(rendererDir + path, 'utf8')),
    );
    expect(literal).toEqual([]);
  });

  it('uses existing tokens only', () => {
    const definedIn = (text: string) => text.match(/--[a-z0-9-]+(?=:)/g) ?? [];
    const tokens = definedIn(readFileSync(`${rendererDir}ui/tokens.css`, 'utf8'));
    const unknown = sources.flatMap((path) => {
      const text = readFileSync(rendererDir + path, 'utf8');
      const known = new Set([...tokens, ...definedIn(text)]);
      return (text.match(/var\(--[a-z0-9-]+(?=\))/g) ?? [])
        .map((use) => use.slice(4))
        .filter((name) => !known.has(name) && !name.startsWith('--mantine-'))
        .map((name) => `${path}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });
});

describe('text', () => {
  it('has sizes that follow the setting, everywhere', () => {
    const fixed = sources
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) => {
        const sizes =
          readFileSync(rendererDir + path, 'utf8').match(/\bfont(?:-size)?:[^;]*\d+(?:\.\d+)?px[^;]*/g) ?? [];
        return sizes.filter((text) => !text.includes('px * var(--text)')).map((text) => `${path}: ${text}`);
      });
    expect(fixed).toEqual([]);
  });
});

describe('spacing', () => {
  it('uses tokens, except for hairlines of 1 and 2 px', () => {
    const styles = sources.filter((path) => path.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(40);
    const offScale = styles.flatMap((path) => {
      const declarations = readFileSync(rendererDir + path, 'utf8').match(
        /(?<![\w-])(?:padding|margin|gap|row-gap|column-gap)[a-z-]*:[^;]*/g,
      );
      return (declarations ?? [])
        .filter((text) => (text.match(/\d+(?:\.\d+)?(?=px)/g) ?? []).some((pixels) => Number(pixels) > 2))
        .map((text) => `${path}: ${text}`);
    });
    expect(offScale).toEqual([]);
  });
});

describe('CSS modules', () => {
  const modules = sources.filter((path) => path.endsWith('.module.css'));
  const composition = /composes: (\w+) from '([^']+)';/g;
  /** The classes of a module that others are composed of. */
  const composedClasses = (path: string): string[] =>
    modules.flatMap((source) =>
      [...readFileSync(rendererDir + source, 'utf8').matchAll(composition)]
        .filter(([, , from]) => posix.join(posix.dirname(source), from!) === path)
        .map(([, name]) => name!),
    );
  /** The classes that components and other modules use from a module, under any import name; null if one is computed. */
  function usedClasses(path: string): Set<string> | null {
    const imports = sources
      .filter((source) => /\.tsx?$/.test(source))
      .flatMap((source) => {
        const text = readFileSync(rendererDir + source, 'utf8');
        return [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';/gm)]
          .filter(([, , from]) => posix.join(posix.dirname(source), from!) === path)
          .map(([, name]) => ({ text, name }));
      });
    const composed = composedClasses(path);
    expect(imports.length + composed.length).toBeGreaterThan(0);
    if (imports.some(({ text, name }) => text.includes(`${name}[`))) return null;
    return new Set([
      ...composed,
      ...imports.flatMap(({ text, name }) =>
        [...text.matchAll(new RegExp(`(?<![\\w/.'"])${name}\\.(\\w+)`, 'g'))].map(([, each]) => each!),
      ),
    ]);
  }

  it.each(modules)('%s defines exactly the classes that its components use', (path) => {
    const css = readFileSync(rendererDir + path, 'utf8')
      .replaceAll(composition, '')
      .replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, '');
    const defined = new Set([...css.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name]) => name));
    const used = usedClasses(path);
    if (used === null) return;
    expect([...used].filter((name) => !defined.has(name))).toEqual([]);
    expect([...defined].filter((name) => !used.has(name!))).toEqual([]);
  });
});
