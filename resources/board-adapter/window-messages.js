/**
 * Adapter for boards written for another client, whose boards post messages to their parent window. It runs before the board's own
 * scripts, replaces `window.parent`, and answers `hello`, `info`, `snapshot` and `decide` over Parlor's port; other requests fail.
 * It runs in the board's frame and has no more rights than the board itself.
 */
(() => {
  const grantableCapabilities = ['info', 'snapshot', 'decide'];
  const snapshotEveryMs = 1000;

  /** Messages from the board that arrived before Parlor's port was ready. */
  const queued = [];
  let port = null;
  let context = null;
  let state = { view: null, record: null };
  let question = { ask: null, picked: null, deadline_at: null };
  /** Keys of earlier questions. */
  const closedKeys = new Set();
  let granted = [];
  let startedAt = null;
  let updatedAt = null;
  /** Sender that the board expects in messages from its parent: `<brand>-broadcast`. The board calls itself `<brand>-ui`. */
  let source = '';
  let origin = 'null';

  const parentStub = {
    postMessage(message, target) {
      if (!/-ui$/.test(message?.source)) return;
      source = message.source.replace(/-ui$/, '-broadcast');
      origin = typeof target === 'string' && target !== '*' ? target : origin;
      if (context === null) queued.push(message);
      else void receive(message);
    },
  };
  parentStub.window = parentStub;
  parentStub.parent = parentStub;
  Object.defineProperty(window, 'parent', { value: parentStub, configurable: true });

  function deliver(message) {
    const event = new MessageEvent('message', { data: { source, ...message }, origin });
    // The constructor accepts only windows and ports.
    Object.defineProperty(event, 'source', { value: parentStub });
    window.dispatchEvent(event);
  }

  const methods = {
    info: () => ({ ok: true, status: 200, data: info() }),
    snapshot: () => ({ ok: true, status: 200, data: snapshot() }),
    decide,
  };

  async function receive(message) {
    const { type, id, method, body, capabilities } = message;
    if (type === 'hello') {
      const wanted = Array.isArray(capabilities) ? capabilities : [];
      granted = grantableCapabilities.filter((name) => wanted.includes(name));
      deliver({ type: 'hello-ack', id, ok: true, granted });
      return push();
    }
    if (type !== 'request') return;
    const handler = Object.hasOwn(methods, method) ? methods[method] : null;
    const response = handler ? await handler(body ?? {}) : { ok: false, error: `Parlor does not support ${method}.` };
    deliver({ type: 'response', id, ...response });
  }

  function push() {
    if (context !== null && granted.includes('snapshot'))
      deliver({ type: 'push', event: 'snapshot', data: snapshot() });
  }

  /** Splits a question's key: `round:0` becomes `{match_key: 'round', match_value: 0}`. */
  function matchOf(key) {
    const [match_key, ...rest] = key.split(':');
    const value = rest.length === 0 ? key : rest.join(':');
    return { match_key, match_value: /^\d{1,15}$/.test(value) ? Number(value) : value };
  }

  function info() {
    const { role, control_mode } = context;
    return {
      role,
      control_mode,
      peer_control_mode: null,
      supported_control_modes: [control_mode],
      decision_schema: decisionSchema(),
      web_mode: 'auto',
      ui_artifact: null,
      state_dir: '',
      root_dir: '',
    };
  }

  function decisionSchema() {
    const { ask } = question;
    if (ask === null) return null;
    return {
      match_key: matchOf(ask.key).match_key,
      choices: ask.choices.map(({ value }) => value),
      numeric: ask.entry?.type === 'integer' ? { min: ask.entry.min, max: ask.entry.max } : null,
    };
  }

  /** The fields of all messages, merged; later messages win over earlier ones, and the hooks' view over both. */
  function snapshot() {
    const messages = state.record?.messages ?? [];
    const end = state.record?.end ?? null;
    const last = messages.at(-1);
    const view = typeof state.view === 'object' && !Array.isArray(state.view) ? state.view : { view: state.view };
    return {
      ...messages.reduce((fields, message) => merged(fields, message.fields), {}),
      ...view,
      role: context.role,
      control_mode: context.control_mode,
      options: context.options,
      phase: end === null ? 'playing' : end.completed ? 'game_over' : 'aborted',
      started_at: startedAt,
      updated_at: updatedAt,
      last_event: last ? { summary: last.action, structured: { action: last.action, ...last.fields } } : null,
      timing: timing(),
      history: messages,
      ...(end === null ? {} : { winner: end.winner }),
    };
  }

  function timing() {
    const { ask, deadline_at } = question;
    if (ask === null) return null;
    return {
      ...matchOf(ask.key),
      release_at: null,
      release_at_epoch: null,
      deadline_at: deadline_at === null ? null : new Date(deadline_at).toISOString(),
      deadline_at_epoch: deadline_at === null ? null : deadline_at / 1000,
      phase: 'waiting',
    };
  }

  function merged(base, changes) {
    const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
    const result = { ...base };
    for (const [name, value] of Object.entries(changes ?? {})) {
      result[name] = isObject(value) && isObject(result[name]) ? merged(result[name], value) : value;
    }
    return result;
  }

  /** Picks the answer in a decision such as `{"round": 0, "choice": "rock"}`. The person plays it outside the frame. */
  async function decide(decision) {
    const reject = (status, reason) => ({ ok: false, status, error: reason, data: { ok: false, reason } });
    if (context.control_mode === 'autonomous') return reject(409, 'autonomous');
    const { ask } = question;
    const matchesDecision = (key) => {
      const { match_key, match_value } = matchOf(key);
      return decision[match_key] === match_value || String(decision[match_key]) === String(match_value);
    };
    if ([...closedKeys].some((key) => key !== ask?.key && matchesDecision(key)))
      return reject(409, 'decision_finalized');
    if (ask === null || !(decision.key === ask.key || matchesDecision(ask.key)))
      return reject(400, 'decision_unmatched');
    const { match_key, match_value } = matchOf(ask.key);
    const values = Object.entries(decision)
      .filter(([name]) => ![match_key, 'key', 'action', '_meta'].includes(name))
      .map(([, value]) => value);
    const answers = values.filter(
      (value) => ask.choices.some((choice) => choice.value === value) || fitsEntry(ask.entry, value),
    );
    if (answers.length !== 1) return reject(400, 'decision_invalid');
    try {
      await request('ui/answer', { key: ask.key, answer: answers[0] });
    } catch (error) {
      return reject(400, error.message);
    }
    const decision_id = `dec_${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    const data = { ok: true, status: 'queued', reason: null, match_key, match_value, decision_id };
    return { ok: true, status: 200, data };
  }

  function fitsEntry(entry, value) {
    if (entry?.type === 'integer') return Number.isInteger(value) && value >= entry.min && value <= entry.max;
    return entry?.type === 'text' && typeof value === 'string';
  }

  const responses = new Map();
  let lastId = 0;
  function request(method, params) {
    lastId += 1;
    port.postMessage({ jsonrpc: '2.0', id: lastId, method, params });
    return new Promise((resolve, reject) => responses.set(lastId, { resolve, reject }));
  }

  const notifications = {
    'ui/context': (changes) => {
      context = { ...context, ...changes };
    },
    'ui/state': ({ view = null, record = null }) => {
      state = { view, record };
    },
    'ui/ask': (next) => {
      if (question.ask !== null && question.ask.key !== next.ask?.key) closedKeys.add(question.ask.key);
      question = next;
    },
    'ui/ping': () => {},
  };

  function onPort({ data }) {
    if (data.method === undefined) {
      const response = responses.get(data.id);
      responses.delete(data.id);
      if (data.error) response?.reject(new Error(data.error.message));
      else response?.resolve(data.result);
      return;
    }
    if (!Object.hasOwn(notifications, data.method)) return;
    notifications[data.method](data.params ?? {});
    if (data.id !== undefined) return port.postMessage({ jsonrpc: '2.0', id: data.id, result: {} });
    updatedAt = new Date().toISOString();
    push();
  }

  window.addEventListener('message', async (event) => {
    if (port !== null || event.data?.type !== 'parlor-init' || event.ports.length !== 1) return;
    event.stopImmediatePropagation();
    [port] = event.ports;
    port.onmessage = onPort;
    context = await request('ui/initialize', {});
    startedAt = updatedAt = new Date().toISOString();
    for (const message of queued.splice(0)) void receive(message);
    setInterval(push, snapshotEveryMs);
  });
})();
