/** An answer to an ask: a business value of the protocol. */
export type Answer = string | number | boolean;

export interface Choice {
  value: Answer;
  /** Short text for a button, e.g. `column 5`. */
  label: string;
  /** Shown with the label, e.g. `height 2`. */
  hint?: string;
}

export interface Ask {
  /** Unique within the table, e.g. `turn:7`. */
  key: string;
  prompt: string;
  /** Every legal answer. */
  choices: Choice[];
  /** Free input, instead of or in addition to choices. */
  entry?: { type: 'integer'; min: number; max: number } | { type: 'text'; max_bytes: number };
}

/** A chat message written by the person at a seat: untrusted. Show it as plain text with its own direction. */
export interface Spoken {
  /** From 1, counted over both seats; the oldest messages may be missing. */
  number: number;
  by: 'host' | 'guest';
  text: string;
  /** Unix milliseconds. */
  at: number;
}

export interface BoardMessage {
  /** From 1, counted over both seats. */
  number: number;
  direction: 'host_to_guest' | 'guest_to_host';
  /** As defined in the spec. */
  action: string;
  /** The message's integers, enums and booleans, and lists of them. A sealed value appears once it is opened. */
  fields: { [name: string]: Answer | Answer[] };
}

/** What has happened at the table: the same at both seats, whatever plays there, and in a replay. */
export interface BoardRecord {
  /** The seat that this window shows. */
  seat: 'host' | 'guest';
  /** The agreed options, without texts. */
  options: { [name: string]: unknown };
  /** The accepted messages, oldest first. In a chat, only the newest 200. */
  messages: BoardMessage[];
  /** Null during play. An unfinished table is not `completed` and has no winner. `reason`: a sentence from the local hooks. */
  end: null | { completed: boolean; winner: 'host' | 'guest' | 'draw' | null; reason: string | null };
}

export interface BoardState<View = unknown> {
  record: BoardRecord;
  /** The result of `view(state)` of the hooks at this seat. Null without hooks: played by hand, or on another computer. */
  view: View | null;
  /** Increases with each change. */
  seq: number;
  /** The chat so far, newest last. */
  talk: Spoken[];
}

export interface BoardContext {
  /** Version of the contract between Parlor and boards: 2. Version 1 has no `record`, `dir`, `width`, `height` and `time_zone`. */
  version: number;
  theme: 'light' | 'dark';
  /** BCP 47 tag, e.g. `en`. */
  locale: string;
  /** Writing direction of the locale. */
  dir: 'ltr' | 'rtl';
  /** IANA name, e.g. `Europe/Lisbon`. */
  time_zone: string;
  /** Size of the frame in CSS pixels. */
  width: number;
  height: number;
  reduced_motion: boolean;
  /** The seat that this window plays. */
  role: 'host' | 'guest';
  control_mode: 'autonomous' | 'hybrid' | 'human';
  /** The options of the invitation. */
  options: { [name: string]: unknown };
  /** Parlor's colours in this theme; the kit sets each as `--parlor-<name>` on the root element. */
  tokens: { [name: string]: string };
  /** The names that the two seats chose: untrusted. Show them as plain text. */
  names: { host: string; guest: string };
}

export interface BoardCallbacks<View> {
  /** Called first, and again whenever the theme, the size or another member changes. Always receives the whole context. */
  onContext?(context: BoardContext): void;
  /** Called with every change at the table. Draw from `state.record`: `state.view` exists only on the computer with the hooks. */
  onState?(state: BoardState<View>): void;
  /** The open ask or null; the answer in the decision bar or null; the deadline in Unix milliseconds or null. */
  onAsk?(ask: Ask | null, picked: Answer | null, deadlineAt: number | null): void;
}

export interface Board {
  /** Picks an answer to the open ask; null clears the pick. Resolves with the answer now in the decision bar. */
  pick(answer: Answer | null): Promise<Answer | null>;
  /** Requests a height in CSS pixels; Parlor decides. */
  size(height: number): void;
  log(level: 'info' | 'warning' | 'error', text: string): void;
  /** Says which numbers the board shows beside answers, 1 to 9: number keys pick these while Parlor's window has the focus. */
  numbers(shown: { number: number; answer: Answer }[]): void;
}

/**
 * Connects this page to Parlor. Call it once, from a module script that runs before the page's `load` event.
 * Sets `lang`, `dir`, `data-theme` (light, dark), `data-motion` (full, reduced) and Parlor's colours (`--parlor-ink` and so on, see
 * parlor-board.css) on the root element.
 */
export function connectBoard<View = unknown>(callbacks: BoardCallbacks<View>): Board;
