/** An answer to an ask: a business value of the protocol. */
export type Answer = string | number | boolean;

export interface Choice {
  value: Answer;
  /** Short words for a button, e.g. `column 5`. */
  label: string;
  /** What a person should know before choosing, e.g. `height 2`. */
  hint?: string;
}

export interface Ask {
  /** Unique within the table, e.g. `turn:7`. */
  key: string;
  prompt: string;
  /** Every legal answer. */
  choices: Choice[];
  /** What may be typed instead of picked. */
  entry?: { type: 'integer'; min: number; max: number } | { type: 'text'; max_bytes: number };
}

/** Words of the person at one of the seats: show them as text, with a direction of their own, and nothing else. */
export interface Spoken {
  /** From 1, of both seats together; the oldest may be left out. */
  number: number;
  by: 'host' | 'guest';
  text: string;
  /** Unix milliseconds. */
  at: number;
}

export interface BoardMessage {
  /** From 1, of both seats together. */
  number: number;
  direction: 'host_to_guest' | 'guest_to_host';
  /** As in the spec. */
  action: string;
  /** The message's integers, enums, booleans, and lists of them. What is sealed appears once it is opened. */
  fields: { [name: string]: Answer | Answer[] };
}

/** What has happened at the table: the same at both seats, whoever or whatever plays there, and in a replay. */
export interface BoardRecord {
  /** The seat of this window. */
  seat: 'host' | 'guest';
  /** The agreed options, without texts. */
  options: { [name: string]: unknown };
  /** The accepted messages, oldest first. A chat keeps the newest 200. */
  messages: BoardMessage[];
  /** Null while the table is played. An unfinished table is not `completed` and has no winner. `reason`: a sentence of the local hooks. */
  end: null | { completed: boolean; winner: 'host' | 'guest' | 'draw' | null; reason: string | null };
}

export interface BoardState<View = unknown> {
  record: BoardRecord;
  /** What the `view(state)` of the hooks at this seat returned. Null where there are none: played by hand, or on another computer. */
  view: View | null;
  /** Rises with each change. */
  seq: number;
  /** What was said at the table so far, newest last. */
  talk: Spoken[];
}

export interface BoardContext {
  /** Of the contract between Parlor and boards: 2. A Parlor of version 1 knows no `record`, `dir`, `width`, `height` and `time_zone`. */
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
  /** The options that the invitation named. */
  options: { [name: string]: unknown };
  /** Parlor's colours in this theme; the kit sets each as `--parlor-<name>` on the root element. */
  tokens: { [name: string]: string };
  /** What the two seats call themselves: words of people. Show them as text. */
  names: { host: string; guest: string };
}

export interface BoardCallbacks<View> {
  /** Called first, and again whenever the theme, the size or another part changes. Always the whole context. */
  onContext?(context: BoardContext): void;
  /** Called with every change at the table. Draw from `state.record`: `state.view` is there only on the computer of the hooks. */
  onState?(state: BoardState<View>): void;
  /** The open ask or null; the answer that stands in the decision bar or null; when time runs out, Unix milliseconds. */
  onAsk?(ask: Ask | null, picked: Answer | null, deadlineAt: number | null): void;
}

export interface Board {
  /** Picks an answer to the open ask, null takes the pick back. Resolves with the answer that then stands. */
  pick(answer: Answer | null): Promise<Answer | null>;
  /** The height in CSS pixels the board would like; Parlor decides. */
  size(height: number): void;
  log(level: 'info' | 'warning' | 'error', text: string): void;
}

/**
 * Connects this page to Parlor. Call it once, from a module script that runs before the page's `load` event.
 * Sets `lang`, `dir`, `data-theme` (light, dark), `data-motion` (full, reduced) and Parlor's colours (`--parlor-ink` and so on, see
 * parlor-board.css) on the root element.
 */
export function connectBoard<View = unknown>(callbacks: BoardCallbacks<View>): Board;
