/** Checks what a message opens against what its sender committed to, as `commit_reveal` of the spec declares. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { sha256Hex } from '../../../shared/signing/hash.ts';
import { commitmentPattern, committedText, noncePattern } from '../../../shared/tables/commitment.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { openingReader } from '../../../shared/tables/sealed-rounds.ts';

/** `none`: the message opens nothing. `broken`: it opens something that was not committed to. */
export type OpeningCheck = 'none' | 'kept' | 'broken';

/** `earlier`: the messages of the game before this one. */
export function checkOpenings(
  spec: Spec,
  earlier: readonly { from: Role; frame: JsonObject }[],
  from: Role,
  frame: JsonObject,
): OpeningCheck {
  const reader = openingReader(spec);
  if (!reader) return 'none';
  for (const message of earlier) reader.read(message.from, message.frame);
  const { openings } = reader.read(from, frame);
  if (openings.length === 0) return 'none';
  const isKept = openings.every(
    ({ sealed, value, nonce }) =>
      sealed !== null && value !== null && nonce !== null && sha256Hex(committedText(value, nonce)) === sealed,
  );
  return isKept ? 'kept' : 'broken';
}

/** A spec that declares the commitments found in a game, if it doesn't declare any; otherwise the spec itself. */
export function withFoundCommitments(spec: Spec, messages: readonly { from: Role; frame: JsonObject }[]): Spec {
  if (spec.commit_reveal) return spec;
  for (const [at, { from, frame }] of messages.entries()) {
    for (const [commitField, hashes] of Object.entries(frame)) {
      const [hash] = listOf(hashes);
      if (typeof hash !== 'string' || !commitmentPattern.test(hash)) continue;
      const later = messages.slice(at + 1).filter((message) => message.from === from);
      const opening = later.map((message) => openingOf(hash, message.frame)).find((found) => found !== null);
      if (!opening) continue;
      const commit_reveal = {
        commit: { message: String(frame.action), hashes: commitField },
        openings: [opening],
      };
      return { ...spec, commit_reveal };
    }
  }
  return spec;
}

/** The fields with which a message opens a hash of `value:nonce`. */
function openingOf(hash: string, frame: JsonObject): { message: string; value: string; nonce: string } | null {
  for (const [nonceField, nonces] of Object.entries(frame)) {
    const [nonce] = listOf(nonces);
    if (typeof nonce !== 'string' || !noncePattern.test(nonce)) continue;
    for (const [value, values] of Object.entries(frame)) {
      const text = String(listOf(values)[0]);
      if (value !== nonceField && sha256Hex(committedText(text, nonce)) === hash) {
        return { message: String(frame.action), value, nonce: nonceField };
      }
    }
  }
  return null;
}

const listOf = (value: Json): Json[] => (Array.isArray(value) ? value : [value]);

/**
 * The commitments of the other seat that a message could repeat as its own, as changes of its fields. The other seat has not opened them:
 * after that, a copy would gain nothing.
 */
export function copiedCommitments(
  spec: Spec,
  earlier: readonly { from: Role; frame: JsonObject }[],
  from: Role,
  frame: JsonObject,
): { field: string; frame: JsonObject; isDeclared: boolean }[] {
  const { commit, openings = [] } = (spec.commit_reveal ?? {}) as {
    commit?: { message?: string; hashes?: string };
    openings?: { message?: string }[];
  };
  return Object.entries(frame).flatMap(([field, value]) => {
    const own = listOf(value);
    const at = earlier.findLastIndex(
      (message) => message.from !== from && isHash(listOf(message.frame[field] ?? null)[0]),
    );
    const opened = earlier
      .slice(at + 1)
      .some((message) => message.from !== from && openings.some(({ message: name }) => name === message.frame.action));
    if (!own.every(isHash) || at < 0 || opened) return [];
    const copied = listOf(earlier[at]!.frame[field]!);
    const changes = Array.isArray(value)
      ? [value.with(0, copied[0]!), value.with(-1, copied.at(-1)!), ...(own.length === copied.length ? [copied] : [])]
      : [copied[0]!];
    const isDeclared = commit?.message === frame.action && commit?.hashes === field;
    return changes.map((changed) => ({ field, frame: { ...frame, [field]: changed }, isDeclared }));
  });
}

const isHash = (value: Json | undefined): boolean => typeof value === 'string' && commitmentPattern.test(value);
