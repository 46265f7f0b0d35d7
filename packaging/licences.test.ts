import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { collectLicences } from './licences.ts';

const root = new URL('..', import.meta.url).pathname;

it('lists every shipped package with its licence, and no development tools', () => {
  const { packages, texts } = collectLicences(root);
  const { dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
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
