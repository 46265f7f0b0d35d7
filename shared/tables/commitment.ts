/** Sealed hands: SHA-256 over `value:nonce`. The hash binds its maker to a value the other side cannot read yet. */
import { sha256Hex } from '../signing/hash.ts';
import type { Answer } from './hooks.ts';

/** The value as commit texts write it: booleans `True` and `False`, integers in decimal, strings as they are. */
export function commitValueText(value: Answer): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}

/** 64 hex digits over `value:nonce`. */
export function sealValue(value: Answer, nonce: string): string {
  return sha256Hex(`${commitValueText(value)}:${nonce}`);
}

/** Nonces we take; we send 32 digits. */
export const noncePattern = /^[0-9a-f]{16,64}$/;
export const sealPattern = /^[0-9a-f]{64}$/;
