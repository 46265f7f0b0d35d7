/**
 * Hooks for Oracle: one question, one answer (the sign). Hooks never receive the text of a question, so an agent at the host's seat
 * draws the sign at random and states the lowest certainty.
 */

const SIGNS = ['yes', 'likely', 'unclear', 'unlikely', 'no'];
const QUESTIONS = ['Will it turn out well?', 'Is this the right time?', 'Should I ask someone else?'];
const QUESTION_BYTES = 300;

export function metadata() {
  return { message: '', tags: ['oracle', 'quick'], type: 'supply', options: {} };
}

export function init({ role }) {
  return { role, sign: null, certainty: null, over: false };
}

export function first_action(state) {
  const choices = QUESTIONS.map((question) => ({ value: question, label: question }));
  const entry = { type: 'text', max_bytes: QUESTION_BYTES };
  return { state, ask: { key: 'question', prompt: 'Ask your question', choices, entry } };
}

export function handle(state, message) {
  if (state.role === 'guest' && message.action === 'sign') {
    const { sign, certainty } = message;
    const reason = `The answer is ${sign}, certainty ${certainty} of 5.`;
    return { state: { ...state, sign, certainty }, end: { completed: true, reason } };
  }
  if (state.role === 'host' && message.action === 'question') {
    const choices = SIGNS.map((sign) => ({ value: sign, label: sign }));
    return { state, ask: { key: 'sign', prompt: 'Choose your answer', choices } };
  }
  const send = { action: 'error', reason: 'unexpected_message' };
  return { state, send, end: { completed: false, reason: `Unexpected ${message.action} from the other side.` } };
}

export function act(state, key, answer) {
  if (key === 'question') return { state, send: { action: 'question', text: answer } };
  if (key === 'sign') {
    const choices = [1, 2, 3, 4, 5].map((value) => ({ value, label: `${value} of 5` }));
    return { state: { ...state, sign: answer }, ask: { key: 'certainty', prompt: 'How sure are you?', choices } };
  }
  return sendSign({ ...state, certainty: answer });
}

function sendSign(state) {
  const { sign, certainty } = state;
  const reason = `The answer is ${sign}, certainty ${certainty} of 5.`;
  return { state, send: { action: 'sign', sign, certainty }, end: { completed: true, reason } };
}

export function decide(_state, ask) {
  if (ask.key === 'certainty') return 1;
  return ask.choices[Math.floor(Math.random() * ask.choices.length)].value;
}

export function view({ role, sign, certainty, over }) {
  return { seat: role, over, ...(sign === null ? {} : { sign }), ...(certainty === null ? {} : { certainty }) };
}

export function session_end(state) {
  return { ...state, over: true };
}
