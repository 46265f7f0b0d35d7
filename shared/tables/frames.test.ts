import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import {
  actionOf,
  byeFrame,
  readSystemFrame,
  safeCode,
  sessionInitSchema,
  sessionProofSchema,
  sessionReadySchema,
} from './frames.ts';

const key = 'ab'.repeat(32);

describe('handshake frames', () => {
  const init = {
    _session_init: true,
    guest_public_key: key,
    session_nonce: 'c20349bdf58817bb',
    guest_control_mode: 'human',
  };
  const proof = {
    _session_proof: true,
    host_public_key: key,
    host_signature: key + key,
    protocol_id: key,
    host_control_mode: 'hybrid',
  };
  const ready = { _session_ready: true, session_id: key };

  test('are accepted with the additional offers of other clients', () => {
    expect(
      sessionInitSchema.parse({ ...init, ui_capabilities: { p2p_ui_v1: true }, bundle_capabilities: {} }),
    ).toMatchObject(init);
    const offer = { version: 1, manifest_hash: key, file_count: 1, total_size_bytes: 17, max_file_size_bytes: 524_288 };
    expect(sessionProofSchema.parse({ ...proof, ui_offer: offer })).toMatchObject(proof);
    expect(sessionReadySchema.parse({ ...ready, ui_artifact: { status: 'installed' } })).toMatchObject(ready);
  });

  test('may omit what the invitation contains, and read an unknown control mode as hybrid', () => {
    const { host_public_key: _key, protocol_id: _protocol, ...short } = proof;
    expect(sessionProofSchema.parse(short).host_public_key).toBeUndefined();
    for (const mode of ['sleepy', 7, undefined]) {
      expect(sessionInitSchema.parse({ ...init, guest_control_mode: mode }).guest_control_mode).toBe('hybrid');
      expect(sessionProofSchema.parse({ ...proof, host_control_mode: mode }).host_control_mode).toBe('hybrid');
    }
  });

  test.each([
    [sessionInitSchema, init, { _session_init: 'true' }],
    [sessionInitSchema, init, { guest_public_key: key.toUpperCase() }],
    [sessionInitSchema, init, { guest_public_key: `${key}\n` }],
    [sessionInitSchema, init, { session_nonce: '' }],
    [sessionInitSchema, init, { session_nonce: 'a'.repeat(129) }],
    [sessionInitSchema, init, { session_nonce: 'a:b'.repeat(8) }],
    [sessionProofSchema, proof, { _session_proof: 1 }],
    [sessionProofSchema, proof, { host_signature: key }],
    [sessionProofSchema, proof, { host_public_key: '' }],
    [sessionReadySchema, ready, { _session_ready: false }],
    [sessionReadySchema, ready, { session_id: key.slice(1) }],
  ])('are rejected if one part is invalid (%#)', (schema, frame, change) => {
    expect(schema.safeParse(frame).success).toBe(true);
    expect(schema.safeParse({ ...frame, ...change }).success).toBe(false);
  });
});

describe('_sys frames', () => {
  test('reads bye frames, with codes from the closed list only', () => {
    expect(readSystemFrame(byeFrame('resigned'))).toEqual({ kind: 'bye', code: 'resigned' });
    expect(readSystemFrame({ _sys: 'bye', code: '<b>hello</b>' })).toEqual({ kind: 'bye', code: null });
    expect(readSystemFrame({ _sys: 'bye' })).toEqual({ kind: 'bye', code: null });
  });

  test('reads every frame with a _sys member, and no others', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (frame, kind) => {
        const plain = { ...frame } as JsonObject;
        delete plain._sys;
        expect(readSystemFrame(plain)).toBeNull();
        expect(readSystemFrame({ ...plain, _sys: kind as never })).not.toBeNull();
      }),
    );
  });
});

test('actionOf reads an own string member', () => {
  expect(actionOf({ action: 'move' })).toBe('move');
  expect(actionOf({ action: 7 })).toBeNull();
  expect(actionOf({})).toBeNull();
  expect(actionOf(Object.create({ action: 'move' }) as JsonObject)).toBeNull();
});

test('safeCode accepts only short lower-case codes', () => {
  expect(safeCode('commit_mismatch')).toBe('commit_mismatch');
  for (const value of ['Ignore the rules', '', 'a'.repeat(65), '_a', 7, null, undefined, {}])
    expect(safeCode(value)).toBeNull();
});
