/** The schema of `words.json`: names, rules and templates for each language (labels.ts). */
import { z } from 'zod';
import { type LocatedProblem, locatedProblem } from '../json/pointer.ts';
import { languages } from '../language.ts';

/** Each text of the hooks is compared with all templates of a part, and a placeholder may repeat whatever a text contains. */
export const templateLimits = { perPart: 250, placeholders: 16 } as const;

/** Why a `words.json` isn't used. */
const wordsRuleTexts = {
  words_form: "Words can't have this form here.",
  words_templates: 'More than {max} templates.',
  words_placeholders: 'More than {max} placeholders in one text.',
} as const;
type WordsRule = keyof typeof wordsRuleTexts;
type WordsIssue = { rule?: WordsRule; max?: number };

export const shortTextMax = 200;
const shortText = z.string().min(1).max(shortTextMax);
const longText = z.string().min(1).max(600);
const recordOf = <T extends z.ZodType>(words: T) => z.record(z.string().min(1).max(200), words);

const ruleIssue = (rule: WordsRule, max: number, path: string[] = []) =>
  ({ code: 'custom', params: { rule, max }, path }) as const;
const hasFewPlaceholders = (text: string) => text.split('{').length - 1 <= templateLimits.placeholders;
const templateOf = (text: z.ZodString) =>
  text.superRefine((template, { addIssue }) => {
    if (!hasFewPlaceholders(template)) addIssue(ruleIssue('words_placeholders', templateLimits.placeholders));
  });
/** Templates by the template of the original. */
const templatesSchema = recordOf(templateOf(longText)).superRefine((templates, { addIssue }) => {
  const originals = Object.keys(templates);
  if (originals.length > templateLimits.perPart) addIssue(ruleIssue('words_templates', templateLimits.perPart));
  const tooMany = originals.find((original) => !hasFewPlaceholders(original));
  if (tooMany !== undefined) addIssue(ruleIssue('words_placeholders', templateLimits.placeholders, [tooMany]));
});

/**
 * A picture of a few cells: rows from the top, cells separated by blanks. A cell is `-` (nothing), `.` (an empty place), `guest`, `host`,
 * `black`, `white`, `water`, `ship`, `hit`, `miss`, `die1` to `die6`, `die` (hidden), `dot`, `h`, `v` and `box` (lines across and upright, what they
 * enclose), or a short
 * text with `_` for blanks. `+` after it marks what is new, `*` what counts.
 */
const picture = z.array(z.string().min(1).max(120)).min(1).max(8);

/** The rules in short, for the sheet beside a running game. */
const guideSchema = z.object({
  lines: z.array(z.string().min(1).max(160)).min(1).max(4),
  /** How to begin, for a person who has never finished a game: one sentence. */
  hint: z.string().min(1).max(120),
  picture: z.object({ before: picture, after: picture, caption: shortText }).optional(),
});
export type Guide = z.infer<typeof guideSchema>;

export const protocolWordsSchema = z.object({
  name: shortText.optional(),
  /** One line. */
  description: longText.optional(),
  /** The rules for players, one paragraph each. They count from 1. */
  rules: z.array(longText).max(40).optional(),
  guide: guideSchema.optional(),
  options: recordOf(
    z.object({
      label: shortText,
      help: longText.optional(),
      /** Label of a value in a list of options: a template with `{value}`, e.g. `{value} columns`, or one label per value. */
      line: z.union([templateOf(shortText), recordOf(templateOf(shortText))]).optional(),
      /** By value. */
      values: recordOf(shortText).optional(),
      /** Of a game that comes with Parlor: lists of options tell its value also if it is the default, such as how long the game is. */
      essential: z.literal(true).optional(),
    }),
  ).optional(),
  /** How boards draw the pieces of each seat, e.g. `red, dot`. Parlor's own icons are red with a dot (guest) and ivory with a ring. */
  pieces: z.object({ host: shortText, guest: shortText }).optional(),
  /**
   * What to say instead of the texts of steps that nobody decides, such as a pass without a legal move: by text, with `{name}` for the side,
   * and empty if nothing needs to be said. The own side's are known from its hooks; the other side's are recognized by these texts.
   */
  automatic: recordOf(templateOf(z.string().max(200))).optional(),
  /** How a question is answered on the board, by its prompt as it is shown, where a click doesn't simply play. */
  how: recordOf(shortText).optional(),
  /** Fields of messages and keys of the hooks' view. */
  fields: recordOf(shortText).optional(),
  /** Values of enums, wherever they appear. */
  values: recordOf(shortText).optional(),
  /** Short marks of values in the cells of a grid, such as `C` for `carrier`; the plain view explains them below the grid. */
  marks: recordOf(z.string().min(1).max(3)).optional(),
  /** By action: a template over the message's fields, e.g. `column {col+1}`. */
  messages: recordOf(templateOf(longText)).optional(),
  /** Translations of the hooks' texts (prompts, labels, hints, reasons), by the template of the original, e.g. `column {n}`. */
  texts: templatesSchema.optional(),
  /**
   * How a game ended, told from one side with names, by the template of the hooks' reason. `{seat}` in the original is a seat; in the text it
   * is `You` or that player's name, at the start of a sentence. `{own}` and `{their}` are both players, `{own_n}` and `{their_n}` their numbers:
   * `{host_n}` and `{guest_n}`, or `{winner_n}` and `{loser_n}` in the original.
   */
  endings: templatesSchema.optional(),
  /** They came with the board of somebody else (sent-words.ts): `values` name choices and options only, never another text of the hooks. */
  sent: z.literal(true).optional(),
});
export type ProtocolWords = z.infer<typeof protocolWordsSchema>;

export const protocolWordsFileSchema = z.partialRecord(z.enum(languages), protocolWordsSchema);
export type ProtocolWordsFile = z.infer<typeof protocolWordsFileSchema>;

/** Maximum size of `words.json`. */
export const wordsMaxBytes = 128 * 1024;

/** What a file says; otherwise the first rule that it breaks. Throws for text that isn't JSON. */
export function readWordsFile(text: string): { words: ProtocolWordsFile } | { problem: LocatedProblem } {
  const { data, error } = protocolWordsFileSchema.safeParse(JSON.parse(text));
  if (data) return { words: data };
  const [issue] = error.issues;
  const path = (issue?.path ?? []).filter((step) => typeof step !== 'symbol');
  const { rule = 'words_form', max } = issue?.code === 'custom' ? ((issue.params ?? {}) as WordsIssue) : {};
  return { problem: locatedProblem(wordsRuleTexts, path, rule, max === undefined ? {} : { max }) };
}
