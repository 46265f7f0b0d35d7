/** `npm run electron`: downloads Electron's binary, even if that was declined before. */
import { root } from '../installation.ts';
import { ensureElectron, forgetDownloadFailure } from './electron-binary.ts';

const log = (line: string) => process.stderr.write(`Parlor: ${line}\n`);

await forgetDownloadFailure(root);
const download = await ensureElectron({ root, env: process.env, log });
log('binary' in download ? `Electron is at ${download.binary}.` : `${download.reason}.`);
process.exitCode = 'binary' in download ? 0 : 1;
