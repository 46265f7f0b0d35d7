/** The position at a table as a client sees it. */
import type { Releases } from '../../shared/bridge/contract.ts';
import type { Json } from '../../shared/json/value.ts';
import { cutText } from './answer-size.ts';
import { isPositionWord } from './game-words.ts';
import type { AnswerRoom } from './legend.ts';
import { namesOf } from './names.ts';
import type { Rules } from './present-protocol.ts';
import { markUntrusted } from './untrusted-text.ts';

/** Bytes of an answer for a released position. */
const releasedMaxBytes = 4_000;

/**
 * Bundled protocols: without strings other than known words, and without the largest members if they don't fit. Others: only if
 * released, as untrusted text. `spare`: bytes of `room` to leave.
 */
export function presentView(
  rules: Rules,
  view: Json,
  { protocols }: Releases,
  { room, spare }: { room: AnswerRoom; spare: number },
): Json {
  if (!rules.bundled) {
    if (!protocols.includes(rules.protocol_id)) return null;
    const text = markUntrusted(cutText(JSON.stringify(view), releasedMaxBytes));
    return room.fill([text], spare)[0] ?? null;
  }
  const shown = knownWordsOf(rules, view);
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return room.fill([shown], spare)[0] ?? null;
  const members = Object.entries(shown);
  const bySize = members.toSorted(([, a], [, b]) => JSON.stringify(a).length - JSON.stringify(b).length);
  const fitting = new Set(room.fill(bySize, spare));
  return Object.fromEntries(members.filter((member) => fitting.has(member)));
}

/** Null for every string that is neither in the spec nor one of the listed words, and without members of such names. */
export function knownWordsOf(rules: Rules, value: Json): Json {
  const names = namesOf(rules);
  const isKnown = (text: string) => isPositionWord(text) || names.has(text);
  function known(value: Json): Json {
    if (typeof value === 'string') return isKnown(value) ? value : null;
    if (Array.isArray(value)) return value.map(known);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([name]) => isKnown(name));
    return Object.fromEntries(members.map(([name, member]) => [name, known(member)]));
  }
  return known(value);
}
