/**
 * The bridge in a browser:
 * - the link that Parlor prints has a one-time code in its fragment, which is exchanged for a session token and a browser token;
 * - the session token is stored per tab; the browser token is shared by all tabs of this browser and valid while Parlor runs;
 * - a tab without a session opens one with the browser token;
 * - a WebSocket authenticated by the session carries the bridge, for one window at a time;
 * - a dropped socket is retried with a backoff until Parlor ends the session or another window takes control.
 */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Port } from '../../shared/bridge/port.ts';
import { createClient } from '../../shared/bridge/rpc-client.ts';
import { type WebSession, webCloseCodes, webPaths } from '../../shared/bridge/web.ts';
import { type ErrorCode, ParlorError } from '../../shared/errors.ts';
import type { BridgeClient } from './client.ts';
import { setConnectionState } from './connection.ts';
import { reportLostEvent } from './lost-event.ts';

/** In storage rather than a cookie, because pages on other ports of this host can read its cookies. */
const tokenKey = 'parlor.token';
const browserKey = 'parlor.browser';
/** Milliseconds: the response timeout, and the bounds of the reconnection delay. */
const timeoutsMs = { response: 10_000, retryFirst: 250, retryMax: 5_000 };

/**
 * Rejects with `unauthorized` if this browser has no session and can't open one, `in_use` if another window is in control,
 * `forbidden` if another site opened the page, and `bridge_closed` if Parlor does not respond. `takeOver` overrides `in_use`
 * and `forbidden`.
 */
export async function connectWeb(takeOver = false): Promise<BridgeClient> {
  const openedByLink = await redeemLink();
  // Another site must not make a tab that has tokens open a session.
  if (!openedByLink && !takeOver && openedByOtherSite() && hasToken()) {
    throw new ParlorError('forbidden', 'The page was opened by another site.');
  }
  const { client, attach: attachPort } = createClient<Bridge, 'web'>(reportLostEvent);

  async function open(takeOver: boolean): Promise<void> {
    const socket = await openSession(takeOver);
    socket.addEventListener('close', ({ code }) => {
      if (code === webCloseCodes.replaced) setConnectionState('replaced', () => void reopen(true));
      else void reopen(false);
    });
    attachPort(createPort(socket));
    setConnectionState('connected');
  }

  async function reopen(takeOver: boolean): Promise<void> {
    // A window that takes control shows that another one has it until it is connected.
    setConnectionState(takeOver ? 'replaced' : 'lost');
    for (let delayMs = timeoutsMs.retryFirst; ; delayMs = Math.min(delayMs * 2, timeoutsMs.retryMax)) {
      try {
        return await open(takeOver);
      } catch (error) {
        if (hasCode(error, 'unauthorized')) return setConnectionState('ended');
        if (hasCode(error, 'in_use')) return setConnectionState('replaced', () => void reopen(true));
        setConnectionState('lost');
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  await open(takeOver || openedByLink);
  return client;
}

const hasCode = (error: unknown, code: ErrorCode) => error instanceof ParlorError && error.code === code;

const hasToken = () => sessionStorage.getItem(tokenKey) !== null || localStorage.getItem(browserKey) !== null;

/** Whether a link on another site opened this page. */
function openedByOtherSite(): boolean {
  const opener = document.querySelector<HTMLMetaElement>('meta[name="opened-by"]')?.content;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opener === 'site' && navigation?.type !== 'reload';
}

/** Exchanges the link's code, if any, for a session, and removes it from the address and the history at once. */
async function redeemLink(): Promise<boolean> {
  const link = new URLSearchParams(location.hash.slice(1));
  const code = link.get('code');
  if (code === null) return false;
  history.replaceState(null, '', `${location.pathname}${fragmentOf(link.get('at'))}`);
  const session = await requestSession({ code });
  if (session === null) return false;
  sessionStorage.setItem(tokenKey, session.token);
  if (session.browser !== undefined) localStorage.setItem(browserKey, session.browser);
  return true;
}

/** Opens a socket with the tab's session, else with a new one. */
async function openSession(takeOver: boolean): Promise<WebSocket> {
  const storedToken = sessionStorage.getItem(tokenKey);
  if (storedToken !== null) {
    try {
      return await openSocket(storedToken, takeOver);
    } catch (error) {
      if (!hasCode(error, 'unauthorized')) throw error;
      sessionStorage.removeItem(tokenKey);
    }
  }
  const browser = localStorage.getItem(browserKey);
  const session = browser === null ? null : await requestSession({ browser });
  if (session === null) {
    localStorage.removeItem(browserKey);
    throw linkRequired();
  }
  sessionStorage.setItem(tokenKey, session.token);
  return openSocket(session.token, takeOver);
}

/** The URL fragment of the page that a link names; empty unless it is a plain path of the app. */
export const fragmentOf = (path: string | null): string =>
  path !== null && /^(?:\/[a-z0-9-]+)+$/.test(path) ? `#${path}` : '';

/** Null if Parlor refuses the code or token. */
async function requestSession(credential: { code: string } | { browser: string }) {
  let response: Response;
  try {
    response = await fetch(webPaths.session, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credential),
      signal: AbortSignal.timeout(timeoutsMs.response),
    });
  } catch (cause) {
    throw new ParlorError('bridge_closed', 'Parlor does not respond.', undefined, { cause });
  }
  // Neither says anything about the code or token.
  if (response.status >= 500 || response.status === 429)
    throw new ParlorError('bridge_closed', `Parlor responded with status ${response.status}.`);
  return response.ok ? ((await response.json()) as WebSession) : null;
}

function linkRequired(): ParlorError {
  return new ParlorError('unauthorized', 'Open Parlor with the link it prints when it starts.');
}

/** Resolves once the socket is authenticated and in control. */
function openSocket(token: string, take_over: boolean): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}${webPaths.socket}`);
    const timeout = setTimeout(() => socket.close(), timeoutsMs.response);
    const listeners = new AbortController();
    const listenerOptions = { signal: listeners.signal };
    socket.addEventListener('open', () => socket.send(JSON.stringify({ token, take_over })), listenerOptions);
    socket.addEventListener(
      'message',
      () => {
        clearTimeout(timeout);
        listeners.abort();
        resolve(socket);
      },
      listenerOptions,
    );
    socket.addEventListener(
      'close',
      ({ code }) => {
        clearTimeout(timeout);
        listeners.abort();
        if (code === webCloseCodes.unauthorized) reject(linkRequired());
        else if (code === webCloseCodes.replaced)
          reject(new ParlorError('in_use', 'Parlor is open in another window.'));
        else reject(new ParlorError('bridge_closed', 'Parlor does not respond.'));
      },
      listenerOptions,
    );
  });
}

function createPort(socket: WebSocket): Port {
  return {
    send(text) {
      // Messages sent while the socket closes are lost.
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    onMessage: (listener) => socket.addEventListener('message', ({ data }) => listener(String(data))),
    onClose: (listener) => socket.addEventListener('close', listener),
  };
}
