import crypto, { generateKeyPairSync, sign as nodeSign } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { storedVectors } from '../testing/generate-vectors.ts';
import { isLongRun } from '../testing/long.ts';
import { isSoundPublicKey, publicKeyOf, sign, verifyPortably, verifySignature } from './ed25519.ts';

const hostile = storedVectors('shared/signing/vectors/hostile.json');

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const groupOrder = ed25519.Point.Fn.ORDER;

// RFC 8032, section 7.1, tests 1 to 3.
const rfc8032 = [
  {
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    public_key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    public_key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    public_key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
];

describe('signing', () => {
  test.each(rfc8032)('matches the RFC 8032 vector for message "$message"', (vector) => {
    const [seed, message, signature, publicKey] = [
      vector.seed,
      vector.message,
      vector.signature,
      vector.public_key,
    ].map(bytes) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    expect(publicKeyOf(seed)).toEqual(publicKey);
    expect(sign(message, seed)).toEqual(signature);
    expect(verifySignature(message, signature, publicKey)).toBe(true);
    expect(verifyPortably(message, signature, publicKey)).toBe(true);
  });

  test('signs like @noble/curves, and both verifiers accept the signature', () => {
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(seed, fc.uint8Array({ maxLength: 300 }), (secret, message) => {
        const signature = sign(message, secret);
        expect(signature).toEqual(ed25519.sign(message, secret));
        expect(publicKeyOf(secret)).toEqual(ed25519.getPublicKey(secret));
        expect(verifySignature(message, signature, publicKeyOf(secret))).toBe(true);
        expect(verifyPortably(message, signature, publicKeyOf(secret))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('signs the same if the runtime cannot import raw private keys', () => {
    const { createPrivateKey } = crypto;
    const importKey = vi.spyOn(crypto, 'createPrivateKey').mockImplementation((key) => {
      if ((key as { format: string }).format === 'raw-private') throw new TypeError('The format is invalid.');
      return createPrivateKey(key);
    });
    const { seed, public_key, message, signature } = rfc8032[0]!;
    expect(publicKeyOf(bytes(seed))).toEqual(bytes(public_key));
    expect(sign(bytes(message), bytes(seed))).toEqual(bytes(signature));
    expect(importKey).toHaveBeenCalledTimes(4);
    importKey.mockRestore();
  });

  test('rejects a seed of the wrong length', () => {
    expect(() => sign(new Uint8Array(), new Uint8Array(31))).toThrow();
    expect(() => publicKeyOf(new Uint8Array(33))).toThrow();
  });
});

describe('verification', () => {
  test.each(hostile)('rejects a hostile vector: $why', ({ public_key, message, signature }) => {
    expect(verifySignature(bytes(message), bytes(signature), bytes(public_key))).toBe(false);
    expect(verifyPortably(bytes(message), bytes(signature), bytes(public_key))).toBe(false);
  });

  test('identifies hostile keys as unsound, independent of the runtime', () => {
    for (const { why, public_key } of hostile)
      expect(isSoundPublicKey(bytes(public_key)), why).toBe(!why.startsWith('key '));
  });

  test('a ZIP 215 verifier accepts all vectors except those with an unreduced S, so they are not trivially invalid', () => {
    const accepted = hostile.filter(({ public_key, message, signature }) =>
      ed25519.verify(bytes(signature), bytes(message), bytes(public_key)),
    );
    expect(accepted).toEqual(hostile.filter(({ why }) => !why.startsWith('S ')));
  });

  test('falls back to the portable path without node:crypto, with the same results', async () => {
    vi.stubGlobal('process', undefined);
    // Node loads a module again for each query.
    const again: string = './ed25519.ts?again';
    const portable = await (import(again) as Promise<typeof import('./ed25519.ts')>).finally(() =>
      vi.unstubAllGlobals(),
    );
    expect(portable.verifySignature).not.toBe(verifySignature);
    for (const { public_key, message, signature } of hostile) {
      expect(portable.verifySignature(bytes(message), bytes(signature), bytes(public_key))).toBe(false);
    }
    for (const { seed, public_key, message, signature } of rfc8032) {
      expect(portable.sign(bytes(message), bytes(seed))).toEqual(bytes(signature));
      expect(portable.verifySignature(bytes(message), bytes(signature), bytes(public_key))).toBe(true);
    }
  });

  test('returns false for wrong lengths instead of throwing', () => {
    const seed = new Uint8Array(32).fill(1);
    const message = Uint8Array.of(1, 2, 3);
    const signature = sign(message, seed);
    const key = publicKeyOf(seed);
    for (const s of [signature.slice(1), new Uint8Array(0), Uint8Array.of(...signature, 0)]) {
      expect(verifySignature(message, s, key)).toBe(false);
      expect(verifyPortably(message, s, key)).toBe(false);
    }
    for (const k of [key.slice(1), new Uint8Array(0), Uint8Array.of(...key, 0)]) {
      expect(verifySignature(message, signature, k)).toBe(false);
      expect(isSoundPublicKey(k)).toBe(false);
    }
    expect(isSoundPublicKey(key)).toBe(true);
  });

  test('accepts Node buffers and views into larger ones', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const frame = Buffer.concat([Buffer.from('xx'), nodeSign(null, Buffer.from('hello'), privateKey)]);
    const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    expect(verifySignature(Buffer.from('hello'), frame.subarray(2), key)).toBe(true);
    expect(verifyPortably(Buffer.from('hello'), frame.subarray(2), key)).toBe(true);
  });

  test('native and portable verification agree on random mutations', () => {
    const keys = Array.from({ length: 4 }, (_, i) => new Uint8Array(32).fill(i + 1));
    const torsion = ed25519.Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
    const flip = (target: Uint8Array, at: number) => {
      target[(at >> 3) % target.length]! ^= 1 << (at & 7);
    };
    let rejections = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        fc.constantFrom('none', 'message', 'signature', 'key', 'order', 'torsion', 'negated', 'other', 'noise'),
        fc.nat(511),
        (seed, message, kind, at) => {
          const signature = sign(message, seed);
          const key = publicKeyOf(seed);
          if (kind === 'message') flip(message, at);
          if (kind === 'signature') flip(signature, at);
          if (kind === 'key') flip(key, at);
          if (kind === 'order') {
            const s = BigInt(`0x${Buffer.from(signature.slice(32)).reverse().toString('hex')}`) + groupOrder;
            signature.set(bytes(s.toString(16).padStart(64, '0')).reverse(), 32);
          }
          if (kind === 'torsion') signature.set(ed25519.Point.fromBytes(signature.slice(0, 32)).add(torsion).toBytes());
          if (kind === 'negated') signature[31]! ^= 0x80;
          if (kind === 'other') key.set(publicKeyOf(new Uint8Array(32).fill(9)));
          if (kind === 'noise') signature.set(new Uint8Array(32).fill(at & 0xff));
          const valid = verifySignature(message, signature, key);
          expect(verifyPortably(message, signature, key)).toBe(valid);
          expect(valid).toBe(kind === 'none');
          if (!valid) rejections += 1;
        },
      ),
      { numRuns: isLongRun ? 100_000 : 400 },
    );
    expect(rejections).toBeGreaterThan(0);
  });
});
