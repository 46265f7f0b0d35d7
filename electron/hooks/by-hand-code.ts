/**
 * The text of a hooks file that asks a person for every message: a plan, which by-hand.ts derives from the spec, followed by code that is
 * the same for all protocols.
 */

export const byHandMarker = 'PARLOR_BY_HAND';

// The name is untrusted: JSON keeps it on one line, and `*/` in it is escaped.
export function byHandCode(name: string, plan: object): string {
  const title = JSON.stringify(name).replaceAll('*/', '* /');
  return `/**
 * Hooks by hand for ${title}.
 * Written by Parlor from the spec alone: the person at this seat is asked for every message, field by field. Nothing here
 * knows the rules, so there is no referee on this side; the other side's claims about the game are accepted.
 */
export const ${byHandMarker} = true;

const PLAN = ${JSON.stringify(plan, null, 2)};
${code}`;
}

const code = `
/** Counters filled in automatically: one more than the peer's last. */
const COUNTERS = ['turn', 'attempt', 'round', 'seq'];
const SEATS = ['host', 'guest', 'draw'];
const HISTORY = 40;
const LISTED = 64;

export function metadata() {
  const type = PLAN.mode === 'free' ? 'chat' : 'supply';
  return { message: '', tags: [], type, options: PLAN.defaults };
}

export function init({ role, options }) {
  const secret = PLAN.seals[role] ? randomHex(32) : '';
  return { role, options, received: {}, history: [], questions: 0, draft: null, secret, seals: 0, sealed: null };
}

export function join(state) {
  return sendMessage(state, opening('join', PLAN.join, state, {}));
}

export function handle_join(state, message) {
  return sendMessage(receive(state, message), opening('ready', PLAN.ready, state, message));
}

export function handle_ready(state, message) {
  return { state: receive(state, message) };
}

export function first_action(state) {
  return compose(state);
}

export function handle(state, message, opened) {
  const next = receive(state, opened ? { ...message, ...opened } : message);
  const end = state.role === 'guest' ? endOf(message) : null;
  if (end) return { state: next, end };
  if (PLAN.mode === 'simultaneous_round') return { state: next };
  if (PLAN.mode === 'request_response' && state.role === 'guest') return { state: next, end: { completed: true } };
  return compose(next);
}

export function round_value(state, round) {
  return { state, ask: { key: 'round:' + round, prompt: 'Choose for round ' + (round + 1), ...answersFor(PLAN.value) } };
}

/** An answer fills the next field of the draft; a full draft is sent. */
export function act(state, key, answer) {
  if (PLAN.mode === 'free') return { state, send: { action: 'chat', text: answer } };
  if (state.draft === null) {
    if (answer === OVER) return { state, end: { completed: true } };
    return fill({ ...state, draft: { action: answer } });
  }
  const name = missingField(state);
  return fill({ ...state, draft: { ...state.draft, [name]: answer === LEFT_OUT ? null : answer } });
}

export function view(state) {
  return { ...state.received, history: state.history };
}

export function session_end(state) {
  return { ...state, draft: null };
}

const OVER = '(over)';
const LEFT_OUT = '(left out)';

function compose(state) {
  const messages = PLAN[state.role].filter(({ action }) => isOpen(state, action));
  const choices = messages.map(({ action }) => ({ value: action, label: labelOf(action) }));
  if (!PLAN.says_when_over && PLAN.mode === 'session_loop' && state.history.length > 2) {
    choices.push({ value: OVER, label: 'nothing more', hint: 'the game is over' });
  }
  if (choices.length === 1) return fill({ ...state, draft: { action: messages[0].action } });
  return question(state, 'What do you send?', { choices });
}

function fill(state) {
  const name = missingField(state);
  if (name !== undefined) {
    const field = fieldsOf(state)[name];
    const prompt = labelOf(state.draft.action) + ': ' + labelOf(name);
    return question(state, prompt, answersFor(bounded(state, name, field)));
  }
  const message = Object.fromEntries(Object.entries(state.draft).filter(([, value]) => value !== null));
  for (const counter of COUNTERS) {
    const field = fieldsOf(state)[counter];
    if (field) message[counter] = fitting(field, counted(state, counter, field));
  }
  const step = sendMessage({ ...sealing(state, message), draft: null }, message);
  return message.action === 'end' ? { ...step, end: { completed: true } } : step;
}

/** A value can be opened once it is sealed, and another one sealed once it has been opened. */
function isOpen(state, action) {
  const seal = PLAN.seals[state.role];
  if (seal && action === seal.commit) return state.sealed === null;
  return !(seal && Object.hasOwn(seal.openings, action)) || state.sealed !== null;
}

/** Puts the seal of the chosen value, or the sealed value with its nonce, into the message. */
function sealing(state, message) {
  const seal = PLAN.seals[state.role];
  if (seal && message.action === seal.commit) {
    const value = message[seal.value];
    delete message[seal.value];
    const seals = state.seals + 1;
    const nonce = sha256(state.secret + ':' + seals);
    message[seal.hash] = sha256(committed(value) + ':' + nonce);
    return { ...state, seals, sealed: { value, nonce } };
  }
  if (!seal || !Object.hasOwn(seal.openings, message.action)) return state;
  const opening = seal.openings[message.action];
  message[opening.value] = state.sealed.value;
  message[opening.nonce] = state.sealed.nonce;
  return { ...state, sealed: null };
}

/** A value as Parlor verifies it. */
function committed(value) {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
}

function randomHex(digits) {
  return Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}

function fieldsOf(state) {
  return PLAN[state.role].find(({ action }) => action === state.draft.action).fields;
}

function missingField(state) {
  return Object.keys(fieldsOf(state)).find((name) => !COUNTERS.includes(name) && !(name in state.draft));
}

/** The bounds of a number, narrowed by agreed options if they define any: range_min and range_max, rows, cols, board_size. */
function bounded(state, name, field) {
  if (field.type !== 'integer') return field;
  const agreed = { ...state.options, ...state.received };
  const optionOf = (...names) => names.map((each) => agreed[each]).find(Number.isInteger);
  const size = name === 'row' ? optionOf('rows', 'board_size') : name === 'col' ? optionOf('cols', 'board_size') : undefined;
  const min = field.min ?? optionOf(name + '_min', 'range_min');
  const max = size === undefined ? (field.max ?? optionOf(name + '_max', 'range_max')) : size - 1;
  return { ...field, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function counted(state, counter, field) {
  const last = state.received[counter];
  return typeof last === 'number' ? last + 1 : (field.min ?? 1);
}

function question(state, prompt, answers) {
  const questions = state.questions + 1;
  return { state: { ...state, questions }, ask: { key: 'ask:' + questions, prompt: prompt.slice(0, 160), ...answers } };
}

/** The choices of a field, or free input if there are too many. */
function answersFor(field) {
  const none = field.required === true ? [] : [{ value: LEFT_OUT, label: 'leave it out' }];
  if (field.type === 'enum') return { choices: [...field.values.map(choice), ...none].slice(0, 1024) };
  if (field.type === 'boolean') {
    return { choices: [{ value: true, label: 'yes' }, { value: false, label: 'no' }, ...none] };
  }
  if (field.type === 'text') {
    return { choices: none, entry: { type: 'text', max_bytes: Math.max(1, Math.min(field.max_length ?? 2000, 16384)) } };
  }
  const min = field.min ?? Math.min(0, (field.max ?? 0) - 1000000);
  const max = field.max ?? Math.max(1000000, min + 1000000);
  if (max - min >= LISTED) return { choices: none, entry: { type: 'integer', min, max } };
  return { choices: [...Array.from({ length: max - min + 1 }, (_, index) => choice(min + index)), ...none] };
}

function choice(value) {
  return { value, label: labelOf(String(value)) || 'nothing' };
}

function labelOf(name) {
  return name.replaceAll('_', ' ').slice(0, 80);
}

/** The first message of a side: values of the table's options, or else the peer's, or else the minimum. */
function opening(action, fields, state, received) {
  const message = { action };
  for (const [name, field] of Object.entries(fields)) {
    const value = [state.options[name], received[name], PLAN.defaults[name]].find((each) => fits(field, each));
    if (value !== undefined) message[name] = value;
    else if (field.required === true) message[name] = fitting(field, field.values?.[0] ?? field.min ?? 0);
  }
  return message;
}

function fitting(field, value) {
  if (field.type === 'boolean') return false;
  if (field.type === 'text') return '';
  if (field.type !== 'integer') return value;
  return Math.min(Math.max(value, field.min ?? value), field.max ?? value);
}

function fits(field, value) {
  if (field.type === 'integer') return Number.isInteger(value) && value === fitting(field, value);
  if (field.type === 'enum') return field.values.includes(value);
  if (field.type === 'boolean') return typeof value === 'boolean';
  return false;
}

function receive(state, message) {
  const { action, ...fields } = message;
  const by = state.role === 'host' ? 'guest' : 'host';
  return withHistory({ ...state, received: { ...state.received, ...fields } }, by, message);
}

function sendMessage(state, message) {
  return { state: withHistory(state, state.role, message), send: message };
}

/** Adds a message to the history that a person sees, without long texts: those are in the chat. */
function withHistory(state, by, { action, ...fields }) {
  const short = Object.entries(fields).filter(([, value]) => typeof value !== 'object' && String(value).length <= 64);
  const line = { by, message: action, ...Object.fromEntries(short) };
  return { ...state, history: [...state.history, line].slice(-HISTORY) };
}

/** The host's statement about the end; null if there is none yet. A winner counts where the spec says that the message names one. */
function endOf(message) {
  const names = PLAN.winners[message.action] ?? [];
  const winner = names.map((name) => message[name]).find((name) => SEATS.includes(name));
  const over = typeof message.game_over === 'boolean' ? message.game_over : winner !== undefined;
  if (!over && !['end', 'game_over'].includes(message.action)) return null;
  return winner === undefined ? { completed: true } : { completed: true, winner };
}
`;
