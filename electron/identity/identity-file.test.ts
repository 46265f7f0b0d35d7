import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../shared/json/canonical.ts';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { encodeIdentity, type IdentityFile, openSeed, parseIdentity, sealIdentity } from './identity-file.ts';
import { makePassphraseSlot, openPassphraseSlot, type PassphraseSlot } from './key-encryption.ts';

const seed = randomBytes(32);
const dataKey = randomBytes(32);
const public_key = bytesToHex(publicKeyOf(seed));
let file: IdentityFile;
let slot: PassphraseSlot;

beforeAll(async () => {
  slot = await makePassphraseSlot('pässwörd', dataKey, public_key);
  file = sealIdentity(
    { version: 1, public_key, nickname: 'Zoë 🂡', bio: 'a "quoted"\nbio', words_confirmed: false, slots: [slot] },
    seed,
    dataKey,
  );
});

const unreadable = expect.objectContaining({ code: 'identity_unreadable' });
/** Changes the file and recomputes its checksum. */
const tampered = (change: Partial<IdentityFile>): IdentityFile => {
  const { checksum: _, ...body } = { ...file, ...change };
  return { ...body, checksum: bytesToHex(sha256(new TextEncoder().encode(canonicalJson(body)))) };
};

test('survives encoding and parsing', async () => {
  const parsed = parseIdentity(encodeIdentity(file));
  expect(parsed).toEqual(file);
  expect(openSeed(parsed, await openPassphraseSlot(slot, 'pässwörd', public_key))).toEqual(seed);
});

test('contains neither seed nor data key nor passphrase in plain text', () => {
  const text = new TextDecoder().decode(encodeIdentity(file));
  for (const secret of [bytesToHex(seed), bytesToHex(dataKey), 'pässwörd']) expect(text).not.toContain(secret);
});

test('detects every flipped bit', () => {
  const bytes = encodeIdentity(file);
  for (let index = 0; index < bytes.length; index += 1) {
    // In a short run, one bit of each byte.
    for (let bit = isLongRun ? 0 : index % 8; bit < 8; bit += isLongRun ? 1 : 8) {
      const flipped = bytes.slice();
      flipped[index]! ^= 1 << bit;
      expect(() => parseIdentity(flipped), `byte ${index} bit ${bit}`).toThrow(unreadable);
    }
  }
});

test('detects every truncation', () => {
  const bytes = encodeIdentity(file);
  // The final line break is optional.
  expect(parseIdentity(bytes.slice(0, -1))).toEqual(file);
  for (let length = 0; length < bytes.length - 1; length += 1) {
    expect(() => parseIdentity(bytes.slice(0, length)), `length ${length}`).toThrow(unreadable);
  }
});

test.each<[string, Uint8Array]>([
  ['zeros', new Uint8Array(2000)],
  ['random bytes', randomBytes(2000)],
  ['another JSON value', new TextEncoder().encode('[]')],
  ['deep nesting', new TextEncoder().encode('['.repeat(60_000))],
  ['a huge file', new Uint8Array(70_000).fill(0x20)],
])('rejects %s', (_, bytes) => {
  expect(() => parseIdentity(bytes)).toThrow(unreadable);
});

test('rejects a duplicate JSON key', () => {
  const text = new TextDecoder().decode(encodeIdentity(file)).replace('{', '{"nickname":"other",');
  expect(() => parseIdentity(new TextEncoder().encode(text))).toThrow(unreadable);
});

test('reports a newer version as such', () => {
  const newer = encodeIdentity({ ...file, version: 2 as 1 });
  expect(() => parseIdentity(newer)).toThrow(
    expect.objectContaining({ message: expect.stringContaining('newer Parlor') }),
  );
});

test('detects every replaced part, even with a matching checksum', () => {
  const otherKey = bytesToHex(publicKeyOf(randomBytes(32)));
  const plain = { kind: 'plain', data_key: bytesToHex(randomBytes(32)) } as const;
  const changes: Partial<IdentityFile>[] = [
    { nickname: 'Mallory' },
    { bio: '' },
    { words_confirmed: true },
    { public_key: otherKey },
    { slots: [plain] },
    { slots: [slot, plain] },
    { seed: sealIdentity(file, randomBytes(32), randomBytes(32)).seed },
  ];
  for (const change of changes) {
    const parsed = parseIdentity(encodeIdentity(tampered(change)));
    expect(() => openSeed(parsed, dataKey), Object.keys(change).join()).toThrow(unreadable);
  }
});

test('rejects a seed that does not match the public key', () => {
  const { seed: _, checksum: __, ...header } = file;
  expect(() => openSeed(sealIdentity(header, randomBytes(32), dataKey), dataKey)).toThrow(unreadable);
});

describe('passphrase slot', () => {
  test('rejects any other passphrase, however similar', async () => {
    for (const wrong of ['pässwörd ', ...(isLongRun ? ['Pässwörd', 'passwörd', 'x'] : [])]) {
      await expect(openPassphraseSlot(slot, wrong, public_key)).rejects.toMatchObject({ code: 'wrong_passphrase' });
    }
  });

  test('accepts composed and decomposed characters alike', async () => {
    expect(await openPassphraseSlot(slot, 'pässwörd'.normalize('NFD'), public_key)).toEqual(dataKey);
  });

  test('does not open with changed parameters, salt, nonce, box or public key', async () => {
    const changed: [PassphraseSlot, string][] = [
      [{ ...slot, kdf: { ...slot.kdf, passes: 4 } }, public_key],
      [slot, bytesToHex(publicKeyOf(randomBytes(32)))],
      [{ ...slot, kdf: { ...slot.kdf, memory_kib: 65_544 } }, public_key],
      [{ ...slot, kdf: { ...slot.kdf, salt: '00'.repeat(16) } }, public_key],
      [{ ...slot, nonce: '00'.repeat(24) }, public_key],
      [{ ...slot, box: '00'.repeat(48) }, public_key],
    ];
    // Each attempt derives a key, which is slow. A short run tries one changed parameter and the changed public key.
    for (const [candidate, key] of isLongRun ? changed : changed.slice(0, 2)) {
      await expect(openPassphraseSlot(candidate, 'pässwörd', key)).rejects.toMatchObject({ code: 'wrong_passphrase' });
    }
  });

  test.each([
    ['less memory', { memory_kib: 65_535 }],
    ['fewer passes', { passes: 2 }],
    ['no lanes', { lanes: 0 }],
    ['more memory than 1 GiB', { memory_kib: 1_048_577 }],
    ['too many passes', { passes: 11 }],
    ['too many lanes', { lanes: 5 }],
    ['another function', { name: 'scrypt' as 'argon2id' }],
    ['a short salt', { salt: '00' }],
  ])('rejects %s before any computation', (_, kdf) => {
    const bytes = encodeIdentity(tampered({ slots: [{ ...slot, kdf: { ...slot.kdf, ...kdf } }] }));
    expect(() => parseIdentity(bytes)).toThrow(unreadable);
  });

  test('rejects missing, duplicate and unknown slots', () => {
    for (const slots of [[], [slot, slot], [{ kind: 'magic' }]]) {
      expect(() => parseIdentity(encodeIdentity(tampered({ slots: slots as IdentityFile['slots'] })))).toThrow(
        unreadable,
      );
    }
  });
});
