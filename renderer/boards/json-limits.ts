import { boardMessageMaxBytes, boardMessageMaxDepth } from '../../shared/boards/contract.ts';
import type { Json } from '../../shared/json/value.ts';

/**
 * Checks that a structured clone from a board is JSON within the limits. A clone may hold cycles, typed arrays, maps and any
 * depth; the walk stops at the first violation, so the cost is bounded.
 */
export function checkJsonLimits(value: unknown): { json: Json } | { violation: 'not_json' | 'too_large' | 'too_deep' } {
  // Each value counts as 8 bytes, strings and keys by their length.
  let remainingBytes = boardMessageMaxBytes;
  const findViolation = (item: unknown, depth: number): 'not_json' | 'too_large' | 'too_deep' | null => {
    if (depth > boardMessageMaxDepth) return 'too_deep';
    remainingBytes -= 8;
    if (typeof item === 'string') remainingBytes -= item.length;
    if (remainingBytes < 0) return 'too_large';
    if (item === null || typeof item === 'string' || typeof item === 'boolean') return null;
    if (typeof item === 'number') return Number.isFinite(item) ? null : 'not_json';
    if (typeof item !== 'object') return 'not_json';
    if (Array.isArray(item)) {
      if (item.length > boardMessageMaxBytes) return 'too_large';
      for (const part of item) {
        const violation = findViolation(part, depth + 1);
        if (violation) return violation;
      }
      return null;
    }
    if (Object.getPrototypeOf(item) !== Object.prototype) return 'not_json';
    for (const [key, part] of Object.entries(item)) {
      if (key === '__proto__') return 'not_json';
      remainingBytes -= key.length;
      const violation = findViolation(part, depth + 1);
      if (violation) return violation;
    }
    return null;
  };
  const violation = findViolation(value, 1);
  return violation ? { violation } : { json: value as Json };
}
