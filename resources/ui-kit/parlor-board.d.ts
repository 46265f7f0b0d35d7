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
  /**
   * Only with the option `ahead`: it is the other side's turn. The choices are those of the next turn as far as they are foreseen; one that
   * is picked waits for it, and is played only if it is legal then. Picking it again takes it back.
   */
  ahead?: true;
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

/** How a table ended. An unfinished one is not `completed` and has no winner. */
export interface BoardEnd {
  completed: boolean;
  winner: 'host' | 'guest' | 'draw' | null;
  /** A sentence from the local hooks. */
  reason: string | null;
  /** Only if a side lost because it resigned or ran out of time, not by the rules of the game. */
  conceded?: { by: 'host' | 'guest'; code: 'resigned' | 'decision_timeout' };
  /** Only if it is not completed: which side ended it early, or was silent for too long, and why; absent if that is unknown. */
  stopped?: {
    by: 'host' | 'guest';
    code: 'left' | 'out_of_time' | 'closed' | 'code_failed' | 'refused_message' | 'unsaved' | 'silent';
  };
}

/** What has happened at the table: the same at both seats, whatever plays there, and in a replay. */
export interface BoardRecord {
  /** The seat that this window shows. */
  seat: 'host' | 'guest';
  /** The agreed options, without texts. */
  options: { [name: string]: unknown };
  /** The accepted messages, oldest first. In a chat, only the newest 200. */
  messages: BoardMessage[];
  /** Null during play. */
  end: null | BoardEnd;
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
  /** Times the usual size of texts, 1 to 1.3; the kit sets it as `--parlor-text` on the root element. Absent in earlier versions. */
  text_scale?: number;
  /** The person can't tell pieces apart by their colours: shapes and brightness should. Absent in earlier versions. */
  distinct_pieces?: boolean;
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

/** A move of a seat, by the answer that makes it. */
export interface MarkedAnswer {
  by: 'host' | 'guest';
  answer: Answer;
}

/** What to mark in the analysis of a finished game, at the position before a move. */
export interface BoardMarks {
  /** The move that was played; null if it is unknown. */
  played: MarkedAnswer | null;
  /** The best line: what should have been played, and how play would have gone on. */
  line: MarkedAnswer[];
}

export interface BoardCallbacks<View> {
  /** Called first, and again whenever the theme, the size or another member changes. Always receives the whole context. */
  onContext?(context: BoardContext): void;
  /** Called with every change at the table. Draw from `state.record`: `state.view` exists only on the computer with the hooks. */
  onState?(state: BoardState<View>): void;
  /** The open ask or null; the answer in the decision bar or null; the deadline in Unix milliseconds or null. */
  onAsk?(ask: Ask | null, picked: Answer | null, deadlineAt: number | null): void;
  /** Called after a state in an analysis: its marks. A new state has none. Leave it out if the board draws no marks. */
  onMarks?(marks: BoardMarks | null): void;
  /**
   * Returns the answers to a question that can be picked on the board. Parlor lists all other choices beside the board, and, a moment later,
   * those of a board without this member. A seat played by hand asks questions that your hooks don't: the list is always there.
   */
  draws?(ask: Ask): Answer[];
  /** The board shows questions with `ahead`; without it, `onAsk` receives null during the other side's turn. */
  ahead?: boolean;
}

export interface Board {
  /**
   * Picks an answer to the open ask; null clears the pick. Resolves with the answer now in the decision bar. `plays`: false for an answer
   * whose name is being typed, so that it waits for Enter also on boards whose picks are played at once.
   */
  pick(answer: Answer | null, options?: { plays?: boolean }): Promise<Answer | null>;
  /**
   * Requests the smallest size in CSS pixels at which the board can be used. Parlor gives at least that much, up to 1250 by 900, and
   * scrolls where the window is smaller.
   */
  size(height: number, width?: number): void;
  log(level: 'info' | 'warning' | 'error', text: string): void;
  /** Says which numbers the board shows beside answers, 1 to 9: number keys pick these while Parlor's window has the focus. */
  numbers(shown: { number: number; answer: Answer }[]): void;
}

/**
 * Connects this page to Parlor. Call it once, from a module script that runs before the page's `load` event.
 * Sets `lang`, `dir`, `data-theme` (light, dark), `data-motion` (full, reduced), `data-pieces` (standard, distinct) and Parlor's colours (`--parlor-ink` and so on, see
 * parlor-board.css) on the root element.
 */
export function connectBoard<View = unknown>(callbacks: BoardCallbacks<View>): Board;

/**
 * The key that a person meant, as in `event.key`; null while an input method composes, and for shortcuts with Ctrl, Alt or Meta.
 * Digits are found on every layout, also where the row of digits needs Shift.
 */
export function keyOf(event: KeyboardEvent): string | null;

/**
 * Finds places by the names that people type, such as `h12`: those in `data-name` of the elements in `container`. The function that is
 * returned takes each key of `keyOf` and returns the element of the name typed so far, to move the focus to, or null.
 */
export function typedPlaces(container: HTMLElement): (key: string) => HTMLElement | null;

/** For `onMarks`: a ring of the radius `r` around the move that was played. Put it on top of the drawing. */
export function playedMark(at: { x: number; y: number }, r: number): SVGElement;

/**
 * For `onMarks`: a move of the best line with its number, from 1. `piece`, e.g. the seat, is its `data-piece`: the board's style sheet sets
 * `--parlor-step` and `--parlor-step-ink` there, the colours of the piece and of the number on it.
 */
export function lineMark(at: { x: number; y: number }, r: number, number: number, piece?: string): SVGElement;

/**
 * Keeps what a round revealed in view, whatever happens by itself meanwhile: `held` is true from `begin()` until `end()`, which the board
 * calls when the person goes on, or for eight seconds. Then `onEnd` is called, to draw what has happened since.
 */
export function holdReveal(onEnd: () => void): { readonly held: boolean; begin(): void; end(): void };

/** Says why a place can't be chosen: shown beside `element` for four seconds, and spoken. */
export function explain(text: string, element: Element): void;

/**
 * What a sentence calls the side at `seat`: its name in the context, in Unicode isolates, so that its writing direction doesn't affect the
 * text around it; in Chinese with a space after a name in other letters. `The other side` without the context's names.
 */
export function nameOf(
  seat: 'host' | 'guest',
  context: Pick<BoardContext, 'locale'> & Partial<Pick<BoardContext, 'names'>>,
): string;

/**
 * How a table ended, for the person at `seat`, e.g. `You won.` and `Ada resigned.`, in English or Chinese. `names` are those of the context;
 * without them it is `They resigned.` `detail` is empty if the game itself decided.
 */
export function endOf(
  record: { seat: 'host' | 'guest'; end: Pick<BoardEnd, 'winner' | 'conceded' | 'stopped'> & { completed?: boolean } },
  locale: string,
  names?: Partial<BoardContext['names']>,
): { headline: string; detail: string };

/** Why nothing can be chosen now: the game is over, or it is not this seat's turn. */
export function whyWait(isOver: boolean, locale: string): string;
