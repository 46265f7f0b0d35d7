/**
 * Hooks for Human Chat, a protocol of the wider network: two people talk, and their agents only transmit the messages. An agent
 * without a person at its seat says so once and leaves; with a person there, it proposes nothing.
 */

export function metadata() {
  return { message: 'Somebody to talk to', tags: ['chat'], type: 'chat', options: {} };
}

export function init({ role, control_mode }) {
  return { role, alone: control_mode === 'autonomous', heard: 0 };
}

export function on_message(state) {
  return { state: { ...state, heard: state.heard + 1 } };
}

export function decide(state, _ask) {
  if (!state.alone) return null;
  return state.heard === 0 ? 'Nobody is at this seat now; an agent keeps it and reads nothing.' : false;
}

export function view({ role, heard }) {
  return { seat: role, heard };
}
