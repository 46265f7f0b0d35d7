/**
 * Types for hooks.js, for editors and type checkers. Parlor does not read this file.
 *
 * hooks.js begins with `// @ts-check`, and a comment above each method names its type: `@type {import('./hooks.d.ts').Hooks['init']}`.
 * `Hooks<State>` also knows the type of your state.
 *
 * Hooks run in a sandbox in a separate process: no disk, no network, no clock (there is no `Date`), no timers, no `import`.
 * `Math.random` is seeded by the table. Nothing survives a call except the state that a method returns.
 *
 * A file has at most 1 MiB. Limits of each call:
 * - 2 seconds of processor time, including the evaluation of the file
 * - 16 MiB of memory and 256 KiB of stack
 * - 256 KiB for the result as JSON
 * - 20 lines of `console` output with 300 characters each; more is dropped
 *
 * A call that exceeds a limit, throws, or returns another shape ends the table without a winner.
 */

export type Role = 'host' | 'guest';
export type Winner = Role | 'draw';
/** Who decides for this seat: the hooks, the hooks and a person, or a person. */
export type ControlMode = 'autonomous' | 'hybrid' | 'human';

// biome-ignore lint/suspicious/noExplicitAny: JSON of the author's own shape
export type JsonObject = { [key: string]: any };

/**
 * A message of the spec: `action` and its fields. A received message has been validated against the spec and has no fields of type
 * `text`; people's texts are shown to users, never to hooks.
 */
export type Message = JsonObject & { action: string };

/** A value of the protocol; a text only if the question has an entry for one. Numbers are integers. */
export type Answer = string | number | boolean;

export interface Choice {
  value: Answer;
  /** Short text for a button, 1 to 80 characters, such as `column 5`. */
  label: string;
  /** Shown with the label, up to 120 characters, such as `height 2`. */
  hint?: string;
}

/** Free input instead of choices. `max_bytes`: 1 to 16384, in UTF-8. */
export type Entry = { type: 'integer'; min: number; max: number } | { type: 'text'; max_bytes: number };

/** A question with every legal answer. */
export interface Ask {
  /** Unique at the table, 1 to 64 characters, such as `turn:7`. */
  key: string;
  /** The move to make, 1 to 160 characters, such as `Drop a disc`. */
  prompt: string;
  /** At most 1024; empty if `entry` covers every answer. */
  choices: Choice[];
  entry?: Entry;
}

/** What may be chosen for a question before it is asked. */
export type Ahead = Pick<Ask, 'prompt' | 'choices'>;

/** How the table ended. */
export interface End {
  /** Only a completed table counts, and may have a winner. */
  completed: boolean;
  winner?: Winner;
  /** One sentence for people, up to 200 characters. */
  reason?: string;
}

/** The result of most methods. At most one of `send` and `ask`. */
export interface Step<State = JsonObject> {
  state: State;
  /** The message to send; validated against the spec first. */
  send?: Message;
  ask?: Ask;
  /** The table is over. A message in `send` is sent before. */
  end?: End;
}

/** How an invitation presents the table. */
export interface Metadata {
  /** Shown as the host's own text, up to 200 characters; leave it empty unless it is. */
  message: string;
  /** At most 10, each 1 to 64 of the characters A-Z a-z 0-9 _ . : - */
  tags: string[];
  type: 'supply' | 'demand' | 'chat';
  /** Default values of the spec's parameters. */
  options: JsonObject;
}

export interface InitContext {
  role: Role;
  /** The mode at the start; it may change during the game, see DecideContext. */
  control_mode: ControlMode;
  /** The options of the table, validated against the spec's parameters. Those without a value are missing. */
  options: JsonObject;
  /** The strength or style chosen for this seat, one of the exported `manners`; null if the file exports none. */
  manner: string | null;
  /** The user's input to `parlor host` or `parlor join` if the spec has `"decision": {"mode": "manual"}`; otherwise empty. */
  extra_args: string[];
  /**
   * Only when a record is played again: every message that this seat sent, without fields of type `text`. Hooks that draw random numbers
   * take from them what they drew then.
   */
  sent?: Message[];
}

/** The current settings of this seat. */
export interface DecideContext {
  control_mode: ControlMode;
  manner: string | null;
}

/** A move of a line of play. */
export interface LineStep {
  by: Role;
  /** The answer that makes this move. */
  value: Answer;
  /** As in `Choice`. */
  label: string;
}

/** A legal move. */
export interface JudgedMove {
  /** To the side that makes it: 1 is won, -1 lost, 0 even; what is not certain lies between. */
  worth: number;
  /** Begins with this move; then the best moves of both sides as far as they are known, at most 12. */
  line: LineStep[];
}

/** What each move in a position is worth. */
export interface Evaluation {
  /** The side to move. */
  seat: Role;
  /** Every legal move, best first. */
  moves: JudgedMove[];
}

/** The revealed values of a round, verified against their commitments. */
export interface Opened {
  /** From 0. */
  round: number;
  host_value: Answer;
  guest_value: Answer;
}

/** The methods that hooks.js may export. Each flow mode needs some of them; docs/protocol-authors.md has the list. */
export interface Hooks<State = JsonObject> {
  /** Host: how the invitation presents the table. */
  metadata(): Metadata;
  /** Both: the first state. */
  init(context: InitContext): State;
  /** Guest: the join message. Without this method, the message has only its action. */
  join(state: State): Step<State>;
  /** Host: answers the join message with the ready message. Without this method, the message has only its action. */
  handle_join(state: State, message: Message): Step<State>;
  /** Guest: accepts the ready message, or ends the table. */
  handle_ready(state: State, message: Message): Step<State>;
  /** Guest: the first question or message after the ready message. */
  first_action(state: State): Step<State>;
  /** Both: a message from the other side. In a simultaneous_round, guest only: the round_result, with the values to check it against. */
  handle(state: State, message: Message, opened?: Opened): Step<State>;
  /** Both, in a simultaneous_round: the question whose answer is sealed. `round` starts at 0. */
  round_value(state: State, round: number): Step<State>;
  /** Host, in a simultaneous_round: judges two revealed values; `send` is the round_result, `end` is set in the last round. */
  round_judge(state: State, round: number, host_value: Answer, guest_value: Answer): Step<State>;
  /** Both, in mode free: a message from the other side. `send.text` is the agent's reply. */
  on_message(state: State, message: Message): Step<State>;
  /** Both: turns an answer into a message, or asks another question. */
  act(state: State, key: string, answer: Answer): Step<State>;
  /**
   * Both: the agent's answer, alone or with a one-line reason (up to 160 characters). In mode free, null sends nothing and false leaves.
   */
  decide(state: State, ask: Ask, context: DecideContext): Answer | null | { answer: Answer; reason: string };
  /**
   * Optional, both: what each move is worth to the side whose turn it is, for the analysis of a finished game. It is called with the
   * states of this seat during the game, also on the other side's turn, so it can't know more than this seat did. Null if nobody has to
   * decide, or this seat can't know. The same state must give the same result, so draw no random numbers.
   */
  evaluate?(state: State): Evaluation | null;
  /**
   * Optional, both, in a session_loop: while the other side decides, what a person may choose for the next turn. It has the prompt of the
   * question that is likely to come, and every choice that may be legal then. The choice is played only if the question has the same
   * prompt and allows it. Null if nothing can be chosen, as where something hidden or a step in between decides about it.
   */
  ahead?(state: State): Ahead | null;
  /** Both: what a board at this seat may see. Leave out anything that the other side must not know. */
  view(state: State): JsonObject;
  /** Both: the state after the end. */
  session_end(state: State, end: End): State;
}

declare global {
  // Compatible with the declarations of browsers and Node.js, which editors may load as well.
  interface Console {
    debug(...data: unknown[]): void;
    error(...data: unknown[]): void;
    info(...data: unknown[]): void;
    log(...data: unknown[]): void;
    warn(...data: unknown[]): void;
  }
  /** Prints a line for the author, in the Studio and in `parlor protocol test`. */
  var console: Console;
  /** The SHA-256 of a text in UTF-8, as 64 lower-case hex digits. */
  function sha256(text: string): string;
}
