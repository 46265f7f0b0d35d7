/** Makes Argon2id quick in this process, for tests whose subject isn't its cost: a passphrase otherwise takes 64 MiB. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

const { argon2 } = crypto;
type Argon2 = typeof argon2;

function replaceArgon2(replacement: Argon2): void {
  crypto.argon2 = replacement;
  syncBuiltinESMExports();
}

/** For all tests of a file, which calls this at its top level. The files with keys still state the real cost. */
export function quickenArgon2(): void {
  beforeAll(() =>
    replaceArgon2(((algorithm, parameters, callback) =>
      argon2(
        algorithm,
        { ...parameters, memory: Math.min(parameters.memory, 32), passes: Math.min(parameters.passes, 2) },
        callback,
      )) as Argon2),
  );
  afterAll(() => replaceArgon2(argon2));
}
