/**
 * A board that attacks the window that shows it. The number of discs that the guest has dropped selects the attack. It prints what it
 * receives and what it can reach on the console, for the test.
 */
import { egress } from './egress.js';
import { hugeMessages } from './targets.js';

const field = document.getElementById('field');
const received = [];
let port = null;
let running = 0;

const send = (message) => port.postMessage({ jsonrpc: '2.0', ...message });
const found = (finding) => console.log(`found: ${JSON.stringify(finding)}`);
const steal = () => {
  window.focus();
  field.focus();
};

addEventListener('keydown', (event) => console.log(`key: ${event.key}`));

const attacks = [
  async function reportsMessages() {
    console.log(`received: ${JSON.stringify(received)}`);
  },
  async function forgesMessages() {
    const pick = {
      jsonrpc: '2.0',
      id: 7,
      method: 'ui/answer',
      params: { key: received.at(-1)?.params?.ask?.key, answer: 0 },
    };
    const { parent } = window;
    const targets = [parent, window.top, ...Array.from({ length: parent.length }, (_, index) => parent[index])];
    for (const target of targets) target.postMessage(pick, '*');
    const { port1, port2 } = new MessageChannel();
    window.parent.postMessage({ type: 'parlor-init', v: 1 }, '*', [port2]);
    port1.onmessage = () => found({ forged: 'answered' });
    send({ id: 8, method: 'ui/initialize', params: {} });
    send({ id: 9, method: 'tables/resign', params: {} });
    const reach = {
      parent: () => window.parent.document.title,
      top: () => (window.top.location.href = 'about:blank'),
      storage: () => localStorage.length,
      cookies: () => document.cookie,
      database: () => indexedDB.open('x'),
      popup: () => window.open('about:blank').closed,
      worker: () => new SharedWorker('board.js'),
      frame: () => {
        const inner = document.body.appendChild(document.createElement('iframe'));
        inner.src = 'index.html';
      },
      fullscreen: () => document.body.requestFullscreen(),
      dialog: () => {
        const before = performance.now();
        prompt('Your passphrase?');
        if (performance.now() - before > 200) return 'shown';
        throw new Error('not shown');
      },
    };
    for (const [name, attempt] of Object.entries(reach)) {
      try {
        const got = await attempt();
        if (name !== 'frame') found({ reached: name, got: String(got) });
      } catch {
        // The expected refusal.
      }
    }
    console.log('done: forged');
  },
  async function sendsDataOut() {
    await egress(() => {
      console.log('done: called');
    });
  },
  /** Slowly enough to pass for a badly written board. */
  async function stealsFocusSlowly() {
    setInterval(steal, 350);
  },
  async function stealsFocusRapidly() {
    setInterval(steal, 10);
  },
  async function floodsWindow() {
    const loop = () => {
      for (let i = 0; i < 20_000; i += 1) window.parent.postMessage({ i }, '*');
      setTimeout(loop);
    };
    loop();
  },
  async function floodsPort() {
    const loop = () => {
      for (let i = 0; i < 5000; i += 1) send({ method: 'ui/size', params: { height: i } });
      setTimeout(loop);
    };
    loop();
  },
  async function sendsHugeMessages() {
    const huge = Array.from({ length: 100_000 }, (_, i) => ({ i }));
    for (let i = 0; i < hugeMessages; i += 1) send({ method: 'ui/log', params: { level: 'info', text: huge } });
    window.parent.postMessage(huge, '*');
  },
  async function fillsHistory() {
    for (let i = 0; i < 60; i += 1) history.pushState({ i }, '');
  },
  async function reloads() {
    location.reload();
  },
  async function hangs() {
    for (;;);
  },
  /** Answers pings until its process ends. Objects, since buffers would take the memory of the whole computer. */
  async function fillsMemory() {
    const kept = [];
    setInterval(() => {
      for (let i = 0; i < 10_000; i += 1) kept.push(new Array(100).fill(i + 0.5));
    });
  },
];

const handlers = {
  'ui/state': ({ view }) => {
    const own = view.moves.filter(({ by }) => by === 'guest').length;
    if (own === running && own !== 0) return;
    running = own;
    // Leaves time for the question, which follows the state immediately.
    setTimeout(() => attacks[own]?.(), 300);
  },
  'ui/ask': () => {},
  'ui/context': () => {},
  'ui/ping': () => {},
};

addEventListener('message', ({ data, ports: [offered] }) => {
  if (port || data?.type !== 'parlor-init' || !offered) return;
  port = offered;
  port.onmessage = ({ data: message }) => {
    received.push(message);
    const handler = handlers[message.method];
    handler?.(message.params ?? {});
    if (handler && message.id !== undefined) send({ id: message.id, result: {} });
  };
  send({ id: 1, method: 'ui/initialize', params: {} });
  const numbers = Array.from({ length: 7 }, (_, col) => ({ number: col + 1, answer: col }));
  send({ method: 'ui/numbers', params: { numbers } });
});
