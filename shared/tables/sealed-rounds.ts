/**
 * The commitments of a table and their openings, from the entries of its record. A `simultaneous_round` has its own
 * rounds. Other protocols name the messages in `commit_reveal`; there, opening number n of each side is shown as round n.
 */
import { isJsonObject, type Json, type JsonObject } from '../json/value.ts';
import { type CommitReveal, commitRevealOf } from '../protocol/commit-reveal.ts';
import type { Spec } from '../protocol/spec.ts';
import { commitmentOf, commitmentPattern, commitValueText, noncePattern } from './commitment.ts';
import { actionOf } from './frames.ts';
import { answerValueSchema, otherRole, type Role } from './hooks.ts';
import { emptySealedValue, type SealedRound } from './moves.ts';
import type { RecordEntry } from './record.ts';

/** A frame has the values of every opening that names its message: both are limited, since a stranger writes spec and frames. */
const maxValues = 512;

/** An opened value. A member is null if the record has no valid value for it. */
export interface Opening {
  /** Position among the hashes of the commit message. */
  index: number;
  sealed: string | null;
  value: string | null;
  nonce: string | null;
}

/** Whether an opening matches its commitment. */
export const isKept = ({ sealed, value, nonce }: Opening): boolean =>
  sealed !== null && value !== null && nonce !== null && commitmentOf(value, nonce) === sealed;

/** Reads the commitments and openings of a protocol that names them in `commit_reveal`; null for any other. */
export function openingReader(spec: Spec): OpeningReader | null {
  const commitReveal = commitRevealOf(spec);
  return commitReveal ? new OpeningReader(commitReveal) : null;
}

export class OpeningReader {
  readonly #commitReveal: CommitReveal;
  readonly #hashes: Record<Role, Json[]> = { host: [], guest: [] };

  constructor(commitReveal: CommitReveal) {
    this.#commitReveal = commitReveal;
  }

  /** `committed`: whether the message is a new commitment of its side. */
  read(by: Role, frame: JsonObject): { committed: boolean; openings: Opening[] } {
    const { commit, openings } = this.#commitReveal;
    const action = actionOf(frame);
    if (action === commit.message) {
      this.#hashes[by] = listOf(frame[commit.hashes]);
      return { committed: true, openings: [] };
    }
    const matching = openings.filter(({ message }) => message === action);
    return { committed: false, openings: matching.flatMap((item) => this.#openingsIn(by, frame, item)) };
  }

  #openingsIn(by: Role, frame: JsonObject, { value, nonce, index }: CommitReveal['openings'][number]): Opening[] {
    const nonces = listOf(frame[nonce]);
    const start = index === undefined ? 0 : Number(frame[index]);
    return listOf(frame[value]).map((item, at) => {
      const hash = this.#hashes[by][start + at];
      return { index: start + at, sealed: hashOf(hash), value: textOf(item), nonce: nonceOf(nonces[at]) };
    });
  }
}

function listOf(value: Json | undefined): Json[] {
  if (Array.isArray(value)) return value.slice(0, maxValues);
  return value === undefined ? [] : [value];
}

function hashOf(value: Json | undefined): string | null {
  return typeof value === 'string' && commitmentPattern.test(value) ? value : null;
}

function nonceOf(value: Json | undefined): string | null {
  return typeof value === 'string' && noncePattern.test(value) ? value : null;
}

function textOf(value: Json | undefined): string | null {
  const { data } = answerValueSchema.safeParse(value);
  return data === undefined ? null : commitValueText(data);
}

/** More rounds than any game has; a record from a file may claim any number. */
const maxRounds = 500;

/** Collects the sealed rounds of a table from the entries of its record, in order. */
export class SealedRounds {
  rounds: SealedRound[] = [];
  readonly #valueField: string;
  readonly #reader: OpeningReader | null;
  /** Per side of a table with a reader: when it committed, and what it has opened since then. */
  readonly #sides: Record<Role, { at: number; openedKeys: Set<string>; openingCount: number }> = {
    host: { at: 0, openedKeys: new Set(), openingCount: 0 },
    guest: { at: 0, openedKeys: new Set(), openingCount: 0 },
  };

  constructor(spec: Spec | null) {
    this.#valueField = spec?.flow?.round?.value_field ?? 'value';
    this.#reader = spec && openingReader(spec);
  }

  /** `role`: the side whose record has the entry; `at`: its time, Unix milliseconds. Returns whether it changed the rounds. */
  add(entry: RecordEntry | JsonObject, role: Role, at: number): boolean {
    if (entry.kind !== 'frame' || !('frame' in entry) || !isJsonObject(entry.frame)) return false;
    const { frame } = entry;
    const by = entry.direction === 'sent' ? role : otherRole(role);
    const before = this.rounds;
    if (this.#reader) this.#addOpenings(this.#reader, by, frame, at);
    else this.#addToRound(by, frame, at);
    return this.rounds !== before;
  }

  #addOpenings(reader: OpeningReader, by: Role, frame: JsonObject, at: number) {
    const { committed, openings } = reader.read(by, frame);
    const side = this.#sides[by];
    if (committed) {
      side.at = at;
      side.openedKeys.clear();
    }
    for (const { index, ...opening } of openings) {
      if (side.openingCount === maxRounds) return;
      // A value opened again proves nothing new, unless it differs.
      const key = JSON.stringify([index, opening]);
      if (side.openedKeys.has(key)) continue;
      side.openedKeys.add(key);
      side.openingCount += 1;
      this.#updateSide(side.openingCount - 1, by, { ...opening, sealed_at: side.at });
    }
  }

  #addToRound(by: Role, frame: JsonObject, at: number) {
    const { round } = frame;
    const action = actionOf(frame);
    if (typeof round !== 'number' || !Number.isSafeInteger(round)) return;
    const sealed = hashOf(frame.hash);
    if (action === 'commit' && sealed !== null) return this.#updateSide(round, by, { sealed, sealed_at: at });
    const [value, nonce] = [textOf(frame[this.#valueField]), nonceOf(frame.nonce)];
    if (action === 'reveal' && value !== null && nonce !== null) this.#updateSide(round, by, { value, nonce });
  }

  #updateSide(round: number, by: Role, sideChange: Partial<SealedRound['host']>) {
    const index = this.rounds.findIndex((item) => item.round === round);
    if (index < 0 && this.rounds.length === maxRounds) return;
    const before = this.rounds[index] ?? { round, host: emptySealedValue, guest: emptySealedValue };
    const after = { ...before, [by]: { ...before[by], ...sideChange } };
    this.rounds = index < 0 ? [...this.rounds, after] : this.rounds.with(index, after);
  }
}
