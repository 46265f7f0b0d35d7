/** Commitments of sealed rounds: SHA-256 over `value:nonce`. The hash binds its sender to a value that the peer cannot read yet. */
import { sha256Hex } from '../signing/hash.ts';
import type { Answer } from './hooks.ts';

/** The value as hashed: booleans as `True` and `False`, integers in decimal, strings unchanged. */
export function commitValueText(value: Answer): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}

/** The text that a commitment hashes. `value`: as `commitValueText` returns it. */
export const committedText = (value: string, nonce: string): string => `${value}:${nonce}`;

/** 64 hex digits over `value:nonce`. */
export function commitmentOf(value: Answer, nonce: string): string {
  return sha256Hex(committedText(commitValueText(value), nonce));
}

/** Accepted nonces; sent ones have 32 digits. */
export const noncePattern = /^[0-9a-f]{16,64}$/;
export const commitmentPattern = /^[0-9a-f]{64}$/;
