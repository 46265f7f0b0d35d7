/**
 * Hooks for Chat: an agent that answers without reading. Hooks are told that a message arrived but never receive its text, so no
 * message can manipulate the agent.
 */

// In both languages: an agent doesn't know which one the other side reads.
const GREETINGS = [
  'Good to see somebody here. 很高兴有人来。',
  'Hello. Sit down where you like. 你好，请随意坐。',
  'Welcome to this table. 欢迎来到这张桌。',
];
const REPLIES = [
  'I hear you. 我在听。',
  'Go on, there is time. 接着说，不着急。',
  'That is kept in the record for whoever reads it. 这句话已留在记录里，谁都可以读。',
  'Thank you for telling me. 谢谢你告诉我。',
];
const FAREWELL = 'I only keep this seat, and I cannot read. Be well. 我只是守着这个座位，不识字。保重。';
/** After this many messages from the other side, the agent says goodbye. */
const MAX_RECEIVED = 6;

export function metadata() {
  return { message: '', tags: ['chat'], type: 'chat', options: {} };
}

export function init({ role, control_mode }) {
  return { role, alone: control_mode === 'autonomous', heard: 0, spoken: 0, left: false, over: false };
}

export function on_message(state) {
  return { state: { ...state, heard: state.heard + 1 } };
}

/** With a person at the seat the agent stays silent. Alone, it greets, answers each message once, and says goodbye before it leaves. */
export function decide(state, _ask) {
  if (!state.alone) return null;
  if (state.left) return false;
  if (state.spoken === 0 && state.heard === 0) return pick(GREETINGS);
  if (state.heard >= MAX_RECEIVED) return FAREWELL;
  return pick(REPLIES);
}

export function act(state, _key, answer) {
  const left = state.left || answer === FAREWELL;
  return { state: { ...state, spoken: state.spoken + 1, left }, send: { action: 'chat', text: answer } };
}

export function view({ role, heard, spoken, over }) {
  return { seat: role, lines_said: spoken, lines_heard: heard, over };
}

export function session_end(state) {
  return { ...state, over: true };
}

function pick(lines) {
  return lines[Math.floor(Math.random() * lines.length)];
}
