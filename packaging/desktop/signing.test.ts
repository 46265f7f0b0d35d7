import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { root } from '../imports.ts';
import { signingEnvironment, signingVariables } from './signing.ts';

it('leaves out what a repository without certificates has', async () => {
  const env = { PATH: '/bin', ...Object.fromEntries(signingVariables.map((name) => [name, ''])) };
  expect(await signingEnvironment(env, temporaryFolder())).toEqual({ PATH: '/bin' });
});

it("passes certificates on, and Apple's key as a file that only its owner reads", async () => {
  const key = '-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----\n';
  const certificates = { CSC_LINK: 'TUlJ', CSC_KEY_PASSWORD: ' a b ', APPLE_API_KEY_ID: 'ABC', APPLE_API_ISSUER: 'x' };
  const folder = temporaryFolder();
  const env = await signingEnvironment({ ...certificates, APPLE_API_KEY: key, WIN_CSC_LINK: '' }, folder);
  const file = join(folder, 'apple-api-key.p8');
  expect(env).toEqual({ ...certificates, APPLE_API_KEY: file });
  expect(readFileSync(file, 'utf8')).toBe(key);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("leaves the path of Apple's key as it is", async () => {
  const env = { APPLE_API_KEY: '/home/ada/AuthKey.p8' };
  expect(await signingEnvironment(env, temporaryFolder())).toEqual(env);
});

it('names variables that electron-builder reads', () => {
  const builder = globSync('node_modules/app-builder-lib/out/**/*.js', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  expect(signingVariables.filter((name) => !new RegExp(`process\\.env\\.${name}\\b|"${name}"`).test(builder))).toEqual(
    [],
  );
});
