/** The methods of a hooks file with their parameters, results and purpose, for editors. hooks.ts has the schemas of the values. */
import type { HookMethod } from './hooks.ts';

export interface HookDeclaration {
  /** As written in a declaration; names ending in `?` are optional. */
  parameters: readonly string[];
  returns: string;
  about: string;
}

export const hookDeclarations: Record<HookMethod, HookDeclaration> = {
  metadata: {
    parameters: [],
    returns: '{ message, tags, type, options }',
    about: 'Host: how a hosted table is presented, and its default options.',
  },
  init: {
    parameters: ['{ role, control_mode, options, manner, extra_args, sent? }'],
    returns: 'state',
    about: 'The first state of a seat: a JSON object.',
  },
  join: { parameters: ['state'], returns: 'step', about: 'Guest: the join message, in send.' },
  handle_join: { parameters: ['state', 'message'], returns: 'step', about: 'Host: the ready message, in send.' },
  handle_ready: {
    parameters: ['state', 'message'],
    returns: 'step',
    about: "Guest: accepts or rejects the host's terms.",
  },
  first_action: { parameters: ['state'], returns: 'step', about: 'Guest: the first move, as send or ask.' },
  handle: {
    parameters: ['state', 'message', 'opened?'],
    returns: 'step',
    about:
      'A message of the other side. In sealed rounds, the guest receives round_result, and both values in opened: { round, host_value, guest_value }.',
  },
  round_value: {
    parameters: ['state', 'round'],
    returns: 'step',
    about: 'Sealed rounds: asks for the value that is committed. Rounds start at 0.',
  },
  round_judge: {
    parameters: ['state', 'round', 'hostValue', 'guestValue'],
    returns: 'step',
    about: 'Host of sealed rounds: round_result in send, and end after the last round; end alone refuses a value.',
  },
  on_message: {
    parameters: ['state', 'message'],
    returns: 'step',
    about: 'Chats: send.text is the reply that the agent proposes; end leaves.',
  },
  act: {
    parameters: ['state', 'key', 'answer'],
    returns: 'step',
    about: 'Turns an answer into a message, or asks again.',
  },
  decide: {
    parameters: ['state', 'ask', '{ control_mode, manner }'],
    returns: 'answer or { answer, reason }',
    about: "The agent's own answer, one of those that ask allows.",
  },
  evaluate: {
    parameters: ['state'],
    returns: '{ seat, moves: [{ worth, line: [{ by, value, label }] }] } or null',
    about:
      'What each move is worth to the seat to move, from -1 (lost) to 1 (won), for the analysis of a finished game.',
  },
  ahead: {
    parameters: ['state'],
    returns: '{ prompt, choices } or null',
    about: 'While the other side decides: what a person may choose for the next turn.',
  },
  view: { parameters: ['state'], returns: 'JSON', about: 'What this seat’s own board and plain view may show.' },
  session_end: { parameters: ['state', 'end'], returns: 'state', about: 'The state after the end.' },
};

/** The members of a step. */
export const stepMembers = {
  state: 'The new state: a JSON object.',
  send: 'A message to the other side; the spec has to allow it.',
  ask: 'A question: { key, prompt, choices: [{ value, label, hint }], entry }.',
  end: 'The end: { completed, winner, reason }; completed: false refuses a message, winner is host, guest or draw.',
} as const;
