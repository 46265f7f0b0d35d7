/** `npm run electron`: downloads Electron's binary, even if that was declined before. */
import { root } from '../installation.ts';
import { forgetRefusal, obtainElectron } from './electron-binary.ts';

const log = (line: string) => process.stderr.write(`Parlor: ${line}\n`);

await forgetRefusal(root);
const obtained = await obtainElectron({ root, env: process.env, log });
log('binary' in obtained ? `Electron is at ${obtained.binary}.` : `${obtained.missing}.`);
process.exitCode = 'binary' in obtained ? 0 : 1;
