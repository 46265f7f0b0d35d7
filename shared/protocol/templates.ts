/** A minimal valid spec for each supported mode, from which authors start. */
import type { Direction, FieldDefinition, MessageDefinition, Spec, SupportedMode } from './spec-types.ts';

export function templateSpec(mode: SupportedMode, name: string): Spec {
  const { type, messages, round, rules } = templates[mode];
  return {
    name,
    spec_version: '1.0',
    description: '',
    type,
    ...(type === 'game' ? { family: familyOf(name) } : {}),
    flow: { mode, ...(round ? { round } : {}) },
    messages,
    rules,
    parameters: {},
    decision: { mode: 'auto', timeout_seconds: 60 },
    timing: { mode: mode === 'simultaneous_round' ? 'simultaneous' : 'sequential', max_think_seconds: 20 },
  };
}

/** Derives a family label from a name. */
const familyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 59) || 'game';

interface Template {
  type: 'game' | 'service' | 'chat';
  messages: MessageDefinition[];
  round?: { value_field: string; value_type_ref: string };
  rules: { [name: string]: string };
}

type Fields = { [name: string]: FieldDefinition };

const message = (name: string, direction: Direction, fields: Fields = {}): MessageDefinition => ({
  name,
  direction,
  fields: { action: { type: 'enum', values: [name], required: true }, ...fields },
});
const counter: FieldDefinition = { type: 'integer', min: 1, max: 1000, required: true };
const round: FieldDefinition = { type: 'integer', min: 0, max: 1000, required: true };
const choice: FieldDefinition = { type: 'enum', values: ['a', 'b'], required: true };
const oneOf = (...values: string[]): FieldDefinition => ({ type: 'enum', values, required: true });
const openingMessages = [message('join', 'guest_to_host'), message('ready', 'host_to_guest')];
const errorMessage = message('error', 'both', { reason: oneOf('unexpected_message') });

const templates: { [M in SupportedMode]: Template } = {
  session_loop: {
    type: 'game',
    messages: [
      ...openingMessages,
      message('move', 'guest_to_host', { turn: counter, choice }),
      message('move_result', 'host_to_guest', {
        turn: counter,
        game_over: { type: 'boolean', required: true },
        winner: oneOf('host', 'guest', 'draw', 'none'),
      }),
      errorMessage,
    ],
    rules: {
      turns: 'The guest moves first; the host answers each move.',
      end: 'Say when it is over, and who has won.',
    },
  },
  request_response: {
    type: 'service',
    messages: [
      ...openingMessages,
      message('request', 'guest_to_host', { choice }),
      message('response', 'host_to_guest', { choice }),
      errorMessage,
    ],
    rules: { response: 'Say what the host answers to which request.' },
  },
  simultaneous_round: {
    type: 'game',
    round: { value_field: 'choice', value_type_ref: 'reveal.fields.choice' },
    messages: [
      ...openingMessages,
      message('commit', 'both', { round, hash: { type: 'hash', required: true } }),
      message('reveal', 'both', { round, choice, nonce: { type: 'nonce', required: true } }),
      message('round_result', 'host_to_guest', {
        round,
        host_choice: choice,
        guest_choice: choice,
        game_over: { type: 'boolean', required: true },
        game_winner: oneOf('host', 'guest', 'draw', 'none'),
      }),
      message('end', 'host_to_guest'),
      message('error', 'both', { round, reason: oneOf('commit_mismatch') }),
    ],
    rules: { round: 'Say which choice beats which.', end: 'Say how many rounds there are, and who has won.' },
  },
  free: {
    type: 'chat',
    messages: [
      message('join', 'guest_to_host'),
      message('ready', 'host_to_guest'),
      message('chat', 'both', { text: { type: 'text', max_length: 2000, required: true }, seq: counter }),
      message('end', 'both'),
    ],
    rules: { talk: 'Both write when they like; end is goodbye.' },
  },
};
