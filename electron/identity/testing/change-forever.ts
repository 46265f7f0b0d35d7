/** Changes the protection of a key until it is killed; prints a line before each change. Arguments: data directory, passphrases. */
import { writeSync } from 'node:fs';
import { openIdentity } from '../identity.ts';

const [dataDir = '', ...passphrases] = process.argv.slice(2);
const store = await openIdentity({ dataDir, keychain: null });
let current = passphrases[0] ?? null;
if (current !== null) await store.unlock(current);
for (let round = 1; ; round += 1) {
  const next = passphrases[round % passphrases.length] ?? null;
  writeSync(1, `changing ${round}\n`);
  await store.setPassphrase(current, next);
  current = next;
}
