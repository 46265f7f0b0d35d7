/** The problems of an author's files: one vocabulary for the Studio and the command line. */
import { z } from 'zod';

/** The kinds of problems, with their English titles, which windows translate; `{{subject}}` is the field, method or file. */
const titles = {
  spec_missing: 'spec.json is missing',
  spec_json: "spec.json isn't valid JSON",
  spec_rule: '{{subject}} breaks a rule',
  spec_mode: "The mode {{subject}} can't be played",
  spec_no_bound: '{{subject}} has no limit',
  spec_seal: "Honest games don't keep {{subject}}",
  spec_unread: "{{subject}} isn't read",
  spec_no_winner: 'No message names the winner',
  spec_code_only: "{{subject}} can't be played by hand",
  spec_mistake: '{{subject}} may be a mistake',
  hooks_missing: 'hooks.js is missing',
  hooks_unfinished: "{{subject}} isn't implemented",
  hooks_load: "hooks.js can't be loaded",
  hooks_call: '{{subject}} failed',
  hooks_choice: "{{subject}} chose something that wasn't offered",
  hooks_view: '{{subject}} failed, so the board has no view',
  hooks_accepted: "{{subject}} accepted a message that the rules don't allow",
  hooks_failed: '{{subject}} failed at a message instead of refusing it',
  hooks_undecided: "{{subject}} accepted a message that can't be judged",
  words_file: "{{subject}} isn't used",
  ui_missing: 'No board',
  ui_entry: 'The board has no index.html',
  ui_file: "{{subject}} can't be part of a board",
  ui_size: '{{subject}} is too large',
  ui_view_only: 'The board is empty for other players',
  ui_script: "{{subject}} has a script that can't run",
  ui_blocked: "{{subject}} contains something that can't work",
  message_rule: '{{subject}} breaks the rules for its message',
  table_failed: 'The game ended at {{subject}}',
  table_stopped: "The game doesn't end",
  folder_gone: "The folder can't be found",
  fixture_file: "{{subject}} isn't a fixture",
  file_refused: "{{subject}} isn't read",
  file_left_out: "{{subject}} isn't part of the board",
  file_encoding: "{{subject}} isn't plain UTF-8",
} as const;
export type StudioProblemKind = keyof typeof titles;
export const studioProblemKinds = Object.keys(titles) as StudioProblemKind[];

/** An `error` prevents playing or publishing; a `note` does not. */
export const studioProblemSchema = z.object({
  /** Stable as long as the problem persists. */
  id: z.string(),
  severity: z.enum(['error', 'note']),
  kind: z.enum(studioProblemKinds),
  /** The field, method or file with the problem. */
  subject: z.string(),
  /** In English; shown for codes without a translation. */
  message: z.string(),
  /** The violated rule (protocol/spec-rules.ts, protocol/words.ts, bundle/manifest.ts, json/parse.ts) or the error code of a failed hook; null for neither. */
  code: z.string().nullable(),
  /** The parameters of the text for `code`. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  file: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  /** A JSON pointer into spec.json or words.json. */
  pointer: z.string().nullable(),
});
export type StudioProblem = z.infer<typeof studioProblemSchema>;

/** What an author should know about valid rules before others play by them. */
export const isSpecNote = ({ severity, kind }: StudioProblem): boolean =>
  severity === 'note' && kind.startsWith('spec_') && kind !== 'spec_mode';

/** The title of a problem in English. */
export const problemTitle = ({ kind, subject }: Pick<StudioProblem, 'kind' | 'subject'>): string =>
  titles[kind].replace('{{subject}}', subject);
