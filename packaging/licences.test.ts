import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import configuration from './desktop/electron-builder.config.ts';
import { root } from './imports.ts';
import { collectLicences } from './licences.ts';

it('lists every shipped package with its licence, and no development tools', () => {
  const { packages, texts } = collectLicences(root);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const names = packages.map(({ name }) => name);
  for (const name of Object.keys(dependencies)) expect(names).toContain(name);
  for (const name of ['vite', 'rolldown', 'vitest', 'typescript', 'electron-builder'])
    expect(names).not.toContain(name);
  expect(names).toEqual(expect.arrayContaining(['electron', 'zod', '@mantine/core', 'scheduler', 'pg-protocol']));
  for (const { name, licence } of packages) expect(licence, name).not.toBe('');
  const react = packages.find(({ name }) => name === 'react');
  expect(texts[react?.text ?? -1]).toContain('Permission is hereby granted');
  expect(new Set(texts).size).toBe(texts.length);
});

it('the licence has one holder everywhere', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { author } = JSON.parse(read('package.json')) as { author: string };
  expect(/^Copyright \(c\) \d{4} (.+)$/m.exec(read('LICENSE'))?.[1]).toBe(author);
  const metainfo = read('packaging/desktop/org.parlor.Parlor.metainfo.xml');
  expect(/<developer [^>]*>\s*<name>([^<]+)/.exec(metainfo)?.[1]).toBe(author);
  expect(configuration.copyright).toBe(/^Copyright .+$/m.exec(read('LICENSE'))?.[0]);
  expect(configuration.linux?.maintainer).toMatch(new RegExp(`^${author} <`));
});
