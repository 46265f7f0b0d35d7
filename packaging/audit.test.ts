import { expect, it } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import {
  forbiddenLicences,
  foreignPackages,
  hashExemptions,
  readLockfile,
  replacementFor,
  undecidedScripts,
  unpinnedPackages,
  vulnerablePackages,
} from './audit.ts';
import { root } from './imports.ts';
import { collectLicences } from './licences.ts';

const hash = `sha512-${'A'.repeat(86)}==`;
const lock = await readLockfile();
const { packages } = collectLicences(root);
const shipped = (name: string, licence: string) => ({ name, licence, version: '1.0.0', text: null });

it('the lockfile pins every package of every system by its hash', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
  expect(unpinnedPackages(lock).sort()).toEqual(hashExemptions);
  expect(hashExemptions.filter((name) => packages.some((each) => each.name === name))).toEqual([]);
});

it('finds missing, short and outdated hashes, also of nested packages', () => {
  const packages = {
    '': {},
    service: {},
    'node_modules/linked': { link: true, resolved: 'service' },
    'node_modules/good': { integrity: hash },
    'node_modules/@scope/bare': {},
    'node_modules/good/node_modules/short': { integrity: 'sha512-AAAA' },
    'node_modules/old': { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
  };
  expect(unpinnedPackages({ packages })).toEqual(['@scope/bare', 'short', 'old']);
});

it('finds packages from another registry', () => {
  expect(foreignPackages(lock)).toEqual([]);
  const packages = {
    'node_modules/a': { resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' },
    'node_modules/b': { resolved: 'https://registry.npmjs.org.example/b/-/b-1.0.0.tgz' },
    'node_modules/c': { resolved: 'git+ssh://git@example.org/c.git' },
  };
  expect(foreignPackages({ packages })).toEqual(['b', 'c']);
});

it('every dependency is pinned to one version', () => {
  const ranges = Object.entries({ ...packageFile.dependencies, ...packageFile.devDependencies });
  expect(ranges.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

it('E9: replaces Electron by the newest of its major version, or by the newest of all if that is out of support', () => {
  const published = ['44.9.9', '45.4.1', '45.4.2', '45.10.0', '45.11.0-beta.1', '47.0.0', '48.0.0-alpha.1'];
  expect(replacementFor('45.4.1', published)).toBe('45.10.0');
  expect(replacementFor('45.10.0', published)).toBeNull();
  expect(replacementFor('44.9.9', published)).toBe('47.0.0');
  expect(replacementFor('47.0.0', published)).toBeNull();
  expect(replacementFor('45.4.1', [])).toBeNull();
});

it('every install script is allowed or forbidden by name', () => {
  expect(undecidedScripts(lock, packageFile.allowScripts)).toEqual([]);
  const packages = { 'node_modules/new': { hasInstallScript: true }, 'node_modules/old': {} };
  expect(undecidedScripts({ packages }, { old: true })).toEqual(['new', 'old']);
});

it('every shipped package has an allowed licence', () => {
  expect(packages.length).toBeGreaterThan(50);
  expect(forbiddenLicences(packages)).toEqual([]);
  const candidates = [
    shipped('a', '(GPL-3.0 OR MIT)'),
    shipped('b', 'AGPL-3.0'),
    shipped('c', ''),
    shipped('d', 'GPL-2.0 OR X'),
  ];
  expect(forbiddenLicences(candidates)).toEqual(['b (AGPL-3.0)', 'c ()', 'd (GPL-2.0 OR X)']);
});

it('lists known vulnerabilities of shipped packages only; null if the registry did not answer', () => {
  const output = JSON.stringify({ vulnerabilities: { a: { severity: 'high' }, tool: { severity: 'critical' } } });
  expect(vulnerablePackages(output, [shipped('a', 'MIT'), shipped('b', 'MIT')])).toEqual(['a (high)']);
  for (const answer of ['', '{"message":"404"}', '{"error":{"summary":""}}'])
    expect(vulnerablePackages(answer, [])).toBeNull();
});
