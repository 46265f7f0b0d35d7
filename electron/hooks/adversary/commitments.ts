/** Checks what a message opens against what its sender committed to, as `commit_reveal` of the spec declares. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import type { CommitReveal } from '../../../shared/protocol/commit-reveal.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { commitmentPattern, noncePattern } from '../../../shared/tables/commitment.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { isKept, openingReader } from '../../../shared/tables/sealed-rounds.ts';

/** `none`: the message opens nothing. `broken`: it opens something that was not committed to. */
export type OpeningCheck = 'none' | 'kept' | 'broken';

/** `earlier`: the messages of the game before this one. */
export function checkOpenings(spec: Spec, earlier: Messages, from: Role, frame: JsonObject): OpeningCheck {
  const reader = openingReader(spec);
  if (!reader) return 'none';
  for (const message of earlier) reader.read(message.from, message.frame);
  const { openings } = reader.read(from, frame);
  if (openings.length === 0) return 'none';
  return openings.every(isKept) ? 'kept' : 'broken';
}

/** Whether a seat has opened everything that it committed to last, so that nothing in it can be otherwise. */
export function isBound(spec: Spec, earlier: Messages, from: Role): boolean {
  const reader = openingReader(spec);
  const opened = new Set<number>();
  let count = 0;
  for (const message of earlier) {
    const { committed, openings } = reader?.read(message.from, message.frame) ?? { committed: false, openings: [] };
    if (message.from !== from) continue;
    if (committed) {
      opened.clear();
      count = listOf(message.frame[(spec.commit_reveal as CommitReveal).commit.hashes] ?? null).length;
    }
    for (const { index } of openings) opened.add(index);
  }
  return count > 0 && opened.size === count;
}

/** A spec that declares the commitments found in a game, if it doesn't declare any; otherwise the spec itself. */
export function withFoundCommitments(spec: Spec, messages: Messages): Spec {
  if (spec.commit_reveal) return spec;
  for (const { frame } of messages) {
    for (const [hashes, value] of Object.entries(frame)) {
      if (!isHash(listOf(value)[0])) continue;
      const commit = { message: String(frame.action), hashes };
      const openings = [...new Set(messages.map((message) => String(message.frame.action)))].flatMap((action) =>
        openingsIn(messages, commit, action),
      );
      if (openings.length > 0)
        return { ...spec, commit_reveal: JSON.parse(JSON.stringify({ commit, openings })) as Json };
    }
  }
  return spec;
}

type Messages = readonly { from: Role; frame: JsonObject }[];

/** The fields with which all messages of an action open their sender's last commitment; empty if they don't. */
function openingsIn(messages: Messages, commit: CommitReveal['commit'], action: string): CommitReveal['openings'] {
  const [example] = messages.filter(({ frame }) => frame.action === action);
  const nonces = Object.entries(example?.frame ?? {}).flatMap(([name, value]) =>
    isNonce(listOf(value)[0]) ? [name] : [],
  );
  const fields = new Set(messages.flatMap(({ frame }) => (frame.action === action ? Object.keys(frame) : [])));
  const candidates = nonces.length > 0 ? nonces : [...fields].filter((name) => /nonce|salt/.test(name));
  return candidates.flatMap((nonce) =>
    [...fields]
      .flatMap((value) =>
        [undefined, ...fields].flatMap((index) => {
          const opening = { message: action, value, nonce, ...(index !== undefined && { index }) };
          return value !== nonce && opensAll(messages, { commit, openings: [opening] }) ? [opening] : [];
        }),
      )
      .slice(0, 1),
  );
}

/** Whether every message with such an opening keeps its sender's commitment, and one has it. */
function opensAll(messages: Messages, commitReveal: CommitReveal): boolean {
  const reader = openingReader({ messages: [], commit_reveal: JSON.parse(JSON.stringify(commitReveal)) as Json });
  const [{ value, nonce } = { value: '', nonce: '' }] = commitReveal.openings;
  let count = 0;
  for (const { from, frame } of messages) {
    const { openings } = reader!.read(from, frame);
    if (!(value in frame) || !(nonce in frame)) continue;
    if (openings.some((opening) => !isKept(opening))) return false;
    count += openings.length;
  }
  return count > 0;
}

const isNonce = (value: Json | undefined): boolean => typeof value === 'string' && noncePattern.test(value);

const listOf = (value: Json): Json[] => (Array.isArray(value) ? value : [value]);

/**
 * The commitments of the other seat that a message could repeat as its own, as changes of its fields. The other seat has not opened them:
 * after that, a copy would gain nothing.
 */
export function copiedCommitments(
  spec: Spec,
  earlier: Messages,
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
