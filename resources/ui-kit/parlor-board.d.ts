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

export interface BoardContext {
  theme: 'light' | 'dark';
  /** BCP 47 tag, e.g. `en`. */
  locale: string;
  reduced_motion: boolean;
  /** The seat that this window plays. */
  role: 'host' | 'guest';
  control_mode: 'autonomous' | 'hybrid' | 'human';
  /** The options that the invitation named. */
  options: { [name: string]: unknown };
}

export interface BoardCallbacks<View> {
  /** Called first, and again whenever the theme, the mode or another part changes. Always the whole context. */
  onContext?(context: BoardContext): void;
  /** What the hooks' `view(state)` returned; `seq` rises with each change; what was said at the table so far. */
  onState?(view: View, seq: number, talk: Spoken[]): void;
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
 * Sets `lang`, `data-theme` (light, dark) and `data-motion` (full, reduced) on the root element.
 */
export function connectBoard<View = unknown>(callbacks: BoardCallbacks<View>): Board;
