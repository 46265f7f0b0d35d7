/**
 * What electron-builder reads from the environment to sign and notarise; packages built without are not signed.
 * - macOS: the certificate `CSC_LINK` with `CSC_KEY_PASSWORD`; Apple's key `APPLE_API_KEY` with `APPLE_API_KEY_ID` and `APPLE_API_ISSUER`
 * - Windows: the certificate `WIN_CSC_LINK` with `WIN_CSC_KEY_PASSWORD`
 *
 * Certificates are PKCS #12 files as Base64. https://www.electron.build/code-signing
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const signingVariables = [
  'CSC_LINK',
  'CSC_KEY_PASSWORD',
  'APPLE_API_KEY',
  'APPLE_API_KEY_ID',
  'APPLE_API_ISSUER',
  'WIN_CSC_LINK',
  'WIN_CSC_KEY_PASSWORD',
] as const;

/**
 * Removes empty variables, which a workflow sets for secrets that a repository does not have, and which electron-builder takes for paths.
 * Writes Apple's key to `folder` if the variable has its text (PEM), since electron-builder needs the path of a file.
 */
export async function signingEnvironment(env: NodeJS.ProcessEnv, folder: string): Promise<NodeJS.ProcessEnv> {
  const result = { ...env };
  for (const name of signingVariables) if (result[name]?.trim() === '') delete result[name];
  if (result.APPLE_API_KEY?.startsWith('-----BEGIN')) {
    const file = join(folder, 'apple-api-key.p8');
    await writeFile(file, result.APPLE_API_KEY, { mode: 0o600 });
    result.APPLE_API_KEY = file;
  }
  return result;
}
