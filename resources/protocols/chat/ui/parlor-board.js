/**
 * Connects a board to Parlor with JSON-RPC 2.0 over a MessagePort. Copy this file into your board's folder and import it.
 * A board draws the table and picks answers; Parlor's decision bar, outside the frame, plays them.
 */

/**
 * Waits for Parlor's port and then calls back with every update (types: parlor-board.d.ts).
 * `onContext(context)`: theme, seat and options. `onState({ record, view, seq, talk })`: what has happened at the table.
 * `onAsk(ask, picked, deadlineAt)`: the open question, the answer in the decision bar and the deadline, each of them or null.
 */
export function connectBoard({ onContext = () => {}, onState = () => {}, onAsk = () => {} }) {
  let port = null;
  // Version 1 of the contract has no `version` in the context.
  let context = { version: 1 };
  let ask = null;
  /** The answer in the decision bar. Updated before Parlor confirms a pick, so that fast key presses build on each other. */
  let picked = null;
  /** The answer that Parlor last confirmed. */
  let confirmed = null;
  /** The latest pick that Parlor has not confirmed yet. */
  let sending = null;
  let deadlineAt = null;
  let lastId = 0;
  const pending = new Map();

  const post = (message) => port?.postMessage({ jsonrpc: '2.0', ...message });
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      post({ id: lastId, method, params });
    });

  const takeContext = (changes) => {
    context = { ...context, ...changes };
    const root = document.documentElement;
    root.lang = context.locale;
    root.dir = context.dir ?? 'ltr';
    root.dataset.theme = context.theme;
    root.dataset.motion = context.reduced_motion ? 'reduced' : 'full';
    for (const [name, value] of Object.entries(context.tokens ?? {})) root.style.setProperty(`--parlor-${name}`, value);
    onContext(context);
  };

  const handlers = {
    'ui/context': takeContext,
    'ui/state': ({ record, view = null, seq, talk }) => onState({ record, view, seq, talk }),
    'ui/ask': (params) => {
      ask = params.ask;
      confirmed = params.picked;
      if (sending === null || sending.key !== ask?.key) picked = confirmed;
      deadlineAt = params.deadline_at;
      onAsk(ask, picked, deadlineAt);
    },
    'ui/ping': () => {},
  };

  const receive = ({ data }) => {
    if (data.method === undefined) {
      const { resolve, reject } = pending.get(data.id) ?? {};
      pending.delete(data.id);
      if (data.error) reject?.(new Error(data.error.message));
      else resolve?.(data.result);
      return;
    }
    const handler = handlers[data.method];
    if (handler) handler(data.params ?? {});
    if (data.id === undefined) return;
    post(handler ? { id: data.id, result: {} } : { id: data.id, error: { code: -32601, message: 'method not found' } });
  };

  const start = async ({ source, data, ports: [offered] }) => {
    if (port || source !== window.parent || data?.type !== 'parlor-init' || !offered) return;
    port = offered;
    port.onmessage = receive;
    takeContext(await request('ui/initialize', {}));
  };
  window.addEventListener('message', start);

  const log = (level, text) => post({ method: 'ui/log', params: { level, text: String(text).slice(0, 2000) } });
  const size = (height) => post({ method: 'ui/size', params: { height } });
  const pick = async (answer) => {
    if (!ask) return null;
    const { key } = ask;
    const thisPick = { key };
    sending = thisPick;
    if (picked !== answer) {
      picked = answer;
      onAsk(ask, picked, deadlineAt);
    }
    try {
      const result = await request('ui/answer', { key, answer });
      if (ask?.key === key) confirmed = result.picked;
    } catch (error) {
      log('warning', `pick refused: ${error.message}`);
    }
    if (sending === thisPick) {
      sending = null;
      if (ask?.key === key && picked !== confirmed) {
        picked = confirmed;
        onAsk(ask, picked, deadlineAt);
      }
    }
    return picked;
  };
  const numbers = (shown) => post({ method: 'ui/numbers', params: { numbers: shown } });
  return { pick, size, log, numbers };
}
