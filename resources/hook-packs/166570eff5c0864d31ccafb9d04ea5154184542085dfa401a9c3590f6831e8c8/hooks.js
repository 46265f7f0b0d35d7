/**
 * Hooks for Guess Number, a protocol of the wider network: the host picks a number; the guest has a limited number of attempts and
 * gets the hint higher or lower after each. The state holds the terms and every guess with its hint, and at the host's seat the number.
 */

/** An ask lists at most this many choices; for larger ranges the number is typed. */
const MAX_CHOICES = 1024;

export function metadata() {
  const options = { range_min: 1, range_max: 100, max_attempts: 7 };
  return { message: 'I have a number. Guess it.', tags: ['guess-number'], type: 'supply', options };
}

export function init({ role, options }) {
  const terms = {
    range_min: options.range_min ?? 1,
    range_max: options.range_max ?? 100,
    max_attempts: options.max_attempts ?? 7,
  };
  const state = { role, options, terms, guesses: [], secret: null, winner: null };
  if (role === 'guest') return state;
  const numbers = terms.range_max - terms.range_min + 1;
  const drawn = terms.range_min + Math.floor(Math.random() * numbers);
  return { ...state, secret: isInRange(options.secret, terms) ? options.secret : drawn };
}

export function join(state) {
  return { state, send: { action: 'join', max_attempts: Math.min(100, state.terms.max_attempts) } };
}

export function handle_join(state) {
  return { state, send: { action: 'ready', ...state.terms } };
}

export function handle_ready(state, { range_min, range_max, max_attempts }) {
  const terms = { range_min, range_max, max_attempts };
  if (range_min > range_max || max_attempts < 1) return leave(state, 'The host set unplayable terms.');
  if (Object.keys(terms).some((key) => (state.options[key] ?? terms[key]) !== terms[key])) {
    return leave(state, 'The host set other terms than those of its invitation.');
  }
  return { state: { ...state, terms } };
}

export function first_action(state) {
  return askGuess(state);
}

export function act(state, key, answer) {
  const attempt = state.guesses.length + 1;
  if (key !== `attempt:${attempt}` || !isInRange(answer, state.terms)) throw new Error('not a valid guess');
  const next = { ...state, guesses: [...state.guesses, { number: answer, hint: null }] };
  return { state: next, send: { action: 'guess', attempt, number: answer } };
}

export function handle(state, message) {
  return state.role === 'host' ? receiveGuess(state, message) : receiveReply(state, message);
}

function receiveGuess(state, { action, attempt, number }) {
  if (action !== 'guess' || attempt !== state.guesses.length + 1) return refuse(state, 'unexpected_action');
  if (!isInRange(number, state.terms)) return refuse(state, 'invalid_guess');
  const hint = hintFor(number, state.secret);
  const next = { ...state, guesses: [...state.guesses, { number, hint }] };
  if (hint !== 'correct' && attempt < state.terms.max_attempts) {
    return { state: next, send: { action: 'hint', attempt, result: hint, attempts_used: attempt } };
  }
  const winner = hint === 'correct' ? 'guest' : 'host';
  return {
    state: { ...next, winner },
    send: { action: 'game_over', winner, secret_number: state.secret, total_attempts: attempt },
    end: endOf(winner, state.secret, attempt),
  };
}

/** The guest leaves a host whose hints contradict each other, or whose final number contradicts its hints. */
function receiveReply(state, message) {
  const last = state.guesses.at(-1);
  const attempt = state.guesses.length;
  if (message.action === 'hint') {
    const guesses = [...state.guesses.slice(0, -1), { ...last, hint: message.result }];
    const next = { ...state, guesses };
    const { low, high } = rangeOf(next);
    if (message.attempt !== attempt || message.attempts_used !== attempt) {
      return leave(state, 'The host counts the attempts differently.');
    }
    if (message.result === 'correct' || low > high) return leave(state, 'The hints of the host contradict each other.');
    if (attempt >= state.terms.max_attempts) return leave(state, 'The host goes on after the last attempt.');
    return askGuess(next);
  }
  if (message.action !== 'game_over') return leave(state, `Unexpected ${message.action} from the host.`);
  const { winner, secret_number: secret, total_attempts } = message;
  const isConsistent =
    isInRange(secret, state.terms) &&
    total_attempts === attempt &&
    state.guesses.every(({ number, hint }) => hint === null || hint === hintFor(number, secret)) &&
    (winner === 'guest') === (last.number === secret) &&
    (winner === 'guest' || attempt >= state.terms.max_attempts);
  if (!isConsistent) return leave(state, "The host's result contradicts its hints.");
  const guesses = [...state.guesses.slice(0, -1), { ...last, hint: hintFor(last.number, secret) }];
  return { state: { ...state, guesses, secret, winner }, end: endOf(winner, secret, attempt) };
}

/** Binary search: halves the remaining range. */
export function decide(state, _ask) {
  const { low, high } = rangeOf(state);
  return Math.floor((low + high) / 2);
}

export function view(state) {
  const { role, terms, guesses, secret, winner } = state;
  const { low, high } = rangeOf(state);
  return {
    seat: role,
    ...terms,
    attempts_left: terms.max_attempts - guesses.length,
    ...(role === 'guest' && winner === null ? { between: `${low} and ${high}` } : {}),
    ...(secret === null ? {} : { secret_number: secret }),
    guesses,
    winner,
    over: winner !== null,
  };
}

function askGuess(state) {
  const { range_min, range_max, max_attempts } = state.terms;
  const { low, high } = rangeOf(state);
  const attempt = state.guesses.length + 1;
  const prompt = `Guess ${attempt} of ${max_attempts}: it is between ${low} and ${high}`;
  const listed = range_max - range_min < MAX_CHOICES;
  const numbers = listed ? Array.from({ length: range_max - range_min + 1 }, (_, index) => range_min + index) : [];
  const choices = numbers.map((value) => ({ value, label: String(value) }));
  const entry = { type: 'integer', min: range_min, max: range_max };
  return { state, ask: { key: `attempt:${attempt}`, prompt, choices, ...(listed ? {} : { entry }) } };
}

/** The range that is consistent with every hint. */
function rangeOf({ terms, guesses }) {
  let [low, high] = [terms.range_min, terms.range_max];
  for (const { number, hint } of guesses) {
    if (hint === 'higher') low = Math.max(low, number + 1);
    if (hint === 'lower') high = Math.min(high, number - 1);
  }
  return { low, high };
}

function hintFor(number, secret) {
  if (number === secret) return 'correct';
  return number < secret ? 'higher' : 'lower';
}

function isInRange(number, { range_min, range_max }) {
  return Number.isSafeInteger(number) && number >= range_min && number <= range_max;
}

function endOf(winner, secret, attempts) {
  const reason = winner === 'guest' ? `${secret} was found in ${attempts}.` : `${secret} was not found.`;
  return { completed: true, winner, reason };
}

function refuse(state, reason) {
  return {
    ...leave(state, `The guest broke the rules: ${reason.replaceAll('_', ' ')}.`),
    send: { action: 'error', reason },
  };
}

function leave(state, reason) {
  return { state, end: { completed: false, reason } };
}
