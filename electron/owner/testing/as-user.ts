/**
 * Runs as another user of the computer: first loads what the action needs, since that user may not read this checkout, then gives up root.
 * Prints one line for what it did, and one for everything that reaches it.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

const [uid = '', action = '', ...args] = process.argv.slice(2);
const [path = ''] = args;
const print = (text: string) => process.stdout.write(`${text}\n`);

/** Listens on every path, open to everybody, and prints the bytes that arrive. */
function squat(): void {
  for (const address of args) {
    mkdirSync(dirname(address), { recursive: true });
    rmSync(address, { force: true });
    createServer((socket) => socket.on('data', (bytes) => print(`captured ${bytes.toString('latin1')}`)))
      .on('error', ({ message }) => print(message))
      .listen(address, () => {
        chmodSync(address, 0o777);
        print('listening');
      });
  }
}

/** Announces the attacker's socket in place of the owner's. */
function announce(): void {
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify({ address: args[1], secret: 'a'.repeat(64) }), { mode: 0o600 });
  print('announced');
}

/** Leaves files that everybody may read and write in an open data directory, by their names. */
function plant(): void {
  const [, ...names] = args;
  for (const name of names) {
    rmSync(join(path, name), { force: true });
    writeFileSync(join(path, name), '{"theme":"dark"}', { mode: 0o666 });
  }
  print('planted');
}

/** The same for a file whose name is given as bytes, in hex. */
function plantBytes(): void {
  writeFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from(args[1] ?? '', 'hex')]), '');
  print('planted');
}

/** The same for a folder that only the attacker may open. */
function plantFolder(): void {
  mkdirSync(join(path, args[1] ?? ''), { mode: 0o700 });
  print('planted');
}

/** Each loads what it needs, and returns what the user does. */
const actions: { [name: string]: () => Promise<() => unknown> } = {
  squat: async () => squat,
  announce: async () => announce,
  plant: async () => plant,
  'plant bytes': async () => plantBytes,
  'plant folder': async () => plantFolder,

  /** Owns a data directory, and prints what it is asked to unlock. */
  async own() {
    const { lockDataDir } = await import('../lock.ts');
    const { listenForClients } = await import('../listen.ts');
    return async () => {
      await lockDataDir(path);
      const handlers = { identity: { unlock: ({ passphrase }: { passphrase: string }) => void print(passphrase) } };
      await listenForClients(path, { handlers, onEvent: () => () => {} } as never, () => {});
      print('listening');
    };
  },

  /** Sends a passphrase to the owner. */
  async unlock() {
    const { attach } = await import('../attach.ts');
    return async () => {
      const owner = await attach(path);
      if (owner === null) return void print('no owner');
      await owner.client.identity.unlock({ passphrase: 'the passphrase' }).catch(() => {});
      owner.close();
      print('sent');
    };
  },

  /** Opens the settings of a data directory after locking it, and writes to its log. */
  async 'open own'() {
    const { openErrorLog } = await import('../../core/error-log.ts');
    const { openSettings } = await import('../../settings/settings.ts');
    const { lockDataDir } = await import('../lock.ts');
    return async () => {
      const log = openErrorLog(path);
      await lockDataDir(path);
      const settings = await openSettings(path);
      log.write(new Error('a secret'), 'test');
      print(settings.value.theme);
    };
  },

  /** Prints how many files each part of a data directory has. */
  async measure() {
    const { measureStorage } = await import('../../files/storage.ts');
    return async () => {
      const { parts } = await measureStorage(path);
      print(parts.flatMap(({ id, files }) => (files === 0 ? [] : [`${id} ${files}`])).join(', '));
    };
  },

  async address() {
    const { chooseAddress } = await import('../address.ts');
    return async () => print(await chooseAddress(path));
  },
};

const act = await actions[action]!();
process.setgroups?.([]);
process.setgid?.(Number(uid));
process.setuid?.(Number(uid));
process.umask(0);
try {
  await act();
} catch (error) {
  // `toProblem` without what it loads.
  print((error as { code?: string }).code ?? String(error));
}
