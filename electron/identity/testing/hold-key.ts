/**
 * Creates an identity in a folder, with the passphrase from stdin, and uses its key in every way except showing the recovery phrase. Locks
 * it after another line on stdin. Prints a line after each step. Needs `--expose-gc`: the runtime zeroes its own copy when it is collected.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { hexToBytes } from '@noble/hashes/utils.js';
import { seal } from '../../../shared/inbox/sealed-box.ts';
import { openIdentity } from '../identity.ts';

const store = await openIdentity({ dataDir: process.argv[2]!, keychain: null });
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async (): Promise<string> => (await lines.next()).value ?? '';

const passphrase = await next();
await store.create({ nickname: 'Ada', bio: '', passphrase });
await store.lock();
await store.unlock(passphrase);
const { signer, opener } = store;
for (let times = 0; times < 20; times += 1) signer.signTicket({ iroh_ticket: 'ticket', protocol_id: '0'.repeat(64) });
opener.open(seal('A message', hexToBytes(signer.publicKey)));
opener.messagesKey();
opener.tablesKey();
await store.setProfile({ nickname: 'Ada', bio: 'changed' });
await store.createBackup(passphrase, passphrase);
await store.setPassphrase(passphrase, passphrase);
writeSync(1, 'open\n');
await next();
await store.lock();
for (let times = 0; times < 2; times += 1) globalThis.gc!();
writeSync(1, `${store.state}\n`);
await next();
