/**
 * Remarks: what the two sides of a game say to each other beside it, as phrases of a fixed list or, if both allow it, as short texts. They
 * are no part of the game: the engine never sees them, and they are kept beside the record. Pure; electron/tables/remarks/table-remarks.ts connects it
 * to a table.
 */
import { z } from 'zod';
import { ParlorError } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import { hiddenMembers, isBlank } from '../peer-text.ts';
import { createTokenBucket } from '../token-bucket.ts';
import { budgets } from './budgets.ts';
import { otherRole, type Role, roleSchema } from './hooks.ts';

/** Only the id is sent; each side reads it in its own language. */
export const phrases = [
  'hello',
  'good_luck',
  'good_move',
  'well_played',
  'thanks',
  'one_moment',
  'take_your_time',
  'sorry',
  'close_game',
  'goodbye',
] as const;
export const phraseSchema = z.enum(phrases);
export type Phrase = (typeof phrases)[number];

const { characters, count, own, peer, repeated, waiting } = budgets.remarks;

/** One line without hidden characters, except those within emoji and conjuncts. */
const unwanted = new RegExp(String.raw`(?![\u200D\uFE0E\uFE0F])[${hiddenMembers}]`, 'u');

/** A text as it is sent, or null if it is none. Like a name, it has a visible character. */
export function remarkText(input: string): string | null {
  const text = input.trim();
  return !isBlank(text) && [...text].length <= characters && !unwanted.test(text) ? text : null;
}

const textSchema = z.string().refine((text) => remarkText(text) === text);
const numberSchema = z.int().min(1).max(count);

/** What somebody says. */
export const sayingSchema = z.union([z.object({ phrase: phraseSchema }), z.object({ text: textSchema })]);
export type Saying = z.infer<typeof sayingSchema>;

const kept = { number: numberSchema, by: roleSchema, at: z.int() };
/** `number`: from 1, of its side. `at`: Unix milliseconds of this computer. */
export const remarkSchema = z.union([
  z.object({ ...kept, phrase: phraseSchema }),
  z.object({ ...kept, text: z.string().max(2 * characters) }),
]);
export type Remark = z.infer<typeof remarkSchema>;

/** What is kept of a table. */
export const keptRemarksSchema = z.object({
  remarks: z.array(remarkSchema).max(2 * count),
  /** Numbers of the last remark of each side, also if it isn't kept. */
  last: z.object({ host: z.int().min(0), guest: z.int().min(0) }),
  /** Remarks of the other side beyond its budget, or in a form that is unknown here. */
  ignored: z.int().min(0),
  /** Whether remarks of the other side are dropped. */
  muted: z.boolean(),
  /** Who has allowed texts at this table: `own` whatever the setting says. Earlier versions didn't keep it. */
  texts: z.object({ own: z.boolean(), peer: z.boolean() }).default({ own: false, peer: false }),
});
export type KeptRemarks = z.infer<typeof keptRemarksSchema>;

export const noRemarks: KeptRemarks = {
  remarks: [],
  last: { host: 0, guest: 0 },
  ignored: 0,
  muted: false,
  texts: { own: false, peer: false },
};

const said = { _sys: z.literal('remark'), number: numberSchema };
const frameSchema = z.union([
  z.looseObject({ ...said, phrase: phraseSchema }),
  z.looseObject({ ...said, text: textSchema }),
  z.looseObject({ _sys: z.literal('remark'), allows_texts: z.boolean() }),
]);

/** Whether a frame is about remarks. To the engine, it is an unknown `_sys` frame; those about draws concern the engine alone. */
export const isRemarkFrame = (frame: JsonObject): boolean => frame._sys === 'remark' && !Object.hasOwn(frame, 'draw');

const allowanceFrame = (allows_texts: boolean): JsonObject => ({ _sys: 'remark', allows_texts });

interface Moment {
  /** Monotonic milliseconds. */
  now: number;
  /** Unix milliseconds. */
  at: number;
}

const refused = (message: string) => new ParlorError('rate_limited', message);

export class Remarks {
  readonly #role: Role;
  #kept: KeptRemarks;
  #allowsTexts = false;
  /** Own remarks since the connection was lost; null while there is one. */
  #waitingCount: number | null = null;
  readonly #takeOwn = createTokenBucket(own);
  readonly #takePeer = createTokenBucket(peer);

  constructor(role: Role, initial: KeptRemarks = noRemarks) {
    this.#role = role;
    this.#kept = initial;
  }

  get kept(): KeptRemarks {
    return this.#kept;
  }

  /** Who allows texts. They are sent only if both sides do. */
  get texts(): { own: boolean; peer: boolean } {
    return { own: this.#allowsTexts, peer: this.#kept.texts.peer };
  }

  /** Keeps a remark of this side and returns its frame. Throws `rate_limited`, and `forbidden` for a text that isn't allowed. */
  say(saying: Saying, { now, at }: Moment): JsonObject {
    if ('text' in saying && !(this.#allowsTexts && this.texts.peer))
      throw new ParlorError('forbidden', 'Texts are sent only if both sides allow them.');
    const number = this.#kept.last[this.#role] + 1;
    if (number > count) throw refused('No more can be said at this table.');
    if (this.#waitingCount !== null && this.#waitingCount >= waiting)
      throw refused('The other side is away. Wait until it is back.');
    if (!this.#takeOwn(now)) throw refused('Wait a few seconds before saying more.');
    if (this.#waitingCount !== null) this.#waitingCount += 1;
    this.#keep({ number, by: this.#role, at, ...saying });
    return { _sys: 'remark', number, ...saying };
  }

  /** Handles a frame of the other side. Returns whether anything has changed. `isBlocked`: nothing of this person is shown. */
  receive(frame: JsonObject, { now, at }: Moment, isBlocked = false): boolean {
    const parsed = frameSchema.safeParse(frame);
    const by = otherRole(this.#role);
    const number = numberSchema.safeParse(frame.number).data ?? null;
    // Repeated after a resumption.
    if (number !== null && number <= this.#kept.last[by]) return false;
    if (!this.#takePeer(now)) return this.#ignore();
    if (parsed.success && 'allows_texts' in parsed.data) {
      const allows = parsed.data.allows_texts as boolean;
      const hasChanged = allows !== this.texts.peer;
      if (hasChanged) this.#kept = { ...this.#kept, texts: { ...this.#kept.texts, peer: allows } };
      return hasChanged;
    }
    if (number === null) return this.#ignore();
    this.#kept = { ...this.#kept, last: { ...this.#kept.last, [by]: number } };
    if (this.#kept.muted || isBlocked) return true;
    if (!parsed.success) return this.#ignore();
    if ('phrase' in parsed.data) this.#keep({ number, by, at, phrase: parsed.data.phrase as Phrase });
    else if (this.#allowsTexts) this.#keep({ number, by, at, text: parsed.data.text as string });
    else return this.#ignore();
    return true;
  }

  /** Returns the frame that tells the other side; null without a change. */
  allowTexts(allows: boolean): JsonObject | null {
    if (allows === this.#allowsTexts) return null;
    this.#allowsTexts = allows;
    return allowanceFrame(allows);
  }

  /** The person allows texts at this table, also after a restart. */
  keepPermission(): void {
    this.#kept = { ...this.#kept, texts: { ...this.#kept.texts, own: true } };
  }

  mute(muted: boolean): void {
    this.#kept = { ...this.#kept, muted };
  }

  /** The connection is lost and may be resumed. */
  lost(): void {
    this.#waitingCount ??= 0;
  }

  /** Another connection continues. Returns the frames that the other side may lack. */
  resumed(): JsonObject[] {
    this.#waitingCount = null;
    const ownRemarks = this.#kept.remarks.filter(({ by }) => by === this.#role).slice(-repeated);
    const frames = ownRemarks.map(({ by: _, at: __, ...remark }): JsonObject => ({ _sys: 'remark', ...remark }));
    return [allowanceFrame(this.#allowsTexts), ...frames];
  }

  #ignore(): boolean {
    // A peer can't make this computer write for every frame: the count stops where its remarks do.
    if (this.#kept.muted || this.#kept.ignored >= count) return false;
    this.#kept = { ...this.#kept, ignored: this.#kept.ignored + 1 };
    return true;
  }

  #keep(remark: Remark): void {
    const { remarks, last } = this.#kept;
    const { by, number } = remark;
    this.#kept = { ...this.#kept, remarks: [...remarks, remark], last: { ...last, [by]: number } };
  }
}
