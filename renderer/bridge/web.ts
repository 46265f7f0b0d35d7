/** The window in a browser: a launch code from the link's fragment buys a token, a WebSocket carries the bridge. */
import { type Bridge, bridge } from '../../shared/bridge/contract.ts';
import type { Client } from '../../shared/bridge/define.ts';
import { createClient, type Port } from '../../shared/bridge/rpc.ts';
import { tokenSchema, webClose, webPaths } from '../../shared/bridge/web.ts';
import { ParlorError } from '../../shared/errors.ts';
import { setConnection } from './connection.ts';

/** Kept for the tab, so that a reload works and closing the tab ends it. */
const tokenKey = 'parlor.token';
/** Milliseconds: a first answer may take this long, and reconnecting waits between these. */
const times = { answer: 10_000, retryFirst: 250, retryMax: 5_000 };

/**
 * Rejects with `unauthorized` where there is neither a code nor a token that is taken, and with `bridge_closed` where
 * Parlor does not answer.
 */
export async function connectWeb(): Promise<Client<Bridge, 'both'>> {
  const token = await takeToken();
  const { client, attach } = createClient(bridge, 'web');

  async function open(): Promise<void> {
    const socket = await openSocket(token);
    socket.addEventListener('close', ({ code }) => {
      if (code === webClose.replaced) setConnection('replaced', () => void reopen());
      else void reopen();
    });
    attach(portOver(socket));
    setConnection('connected', () => {});
  }

  async function reopen(): Promise<void> {
    setConnection('lost', () => {});
    for (let wait = times.retryFirst; ; wait = Math.min(wait * 2, times.retryMax)) {
      try {
        return await open();
      } catch (error) {
        if (error instanceof ParlorError && error.code === 'unauthorized') {
          sessionStorage.removeItem(tokenKey);
          return setConnection('ended', () => {});
        }
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  try {
    await open();
  } catch (error) {
    if (error instanceof ParlorError && error.code === 'unauthorized') sessionStorage.removeItem(tokenKey);
    throw error;
  }
  return client;
}

/** Spends the code of the link, if there is one, and clears it from the address and the history at once. */
async function takeToken(): Promise<string> {
  const link = new URLSearchParams(location.hash.slice(1));
  const code = link.get('code');
  if (code !== null) {
    history.replaceState(null, '', `${location.pathname}${pageOf(link.get('at'))}`);
    const token = await redeem(code);
    if (token !== null) {
      sessionStorage.setItem(tokenKey, token);
      return token;
    }
  }
  const kept = sessionStorage.getItem(tokenKey);
  if (kept === null) throw noLink();
  return kept;
}

/** The page that a link leads to: a plain path of the app, or nothing. */
export const pageOf = (at: string | null): string => (at !== null && /^(?:\/[a-z0-9-]+)+$/.test(at) ? `#${at}` : '');

async function redeem(code: string): Promise<string | null> {
  let response: Response;
  try {
    response = await fetch(webPaths.session, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
      signal: AbortSignal.timeout(times.answer),
    });
  } catch (cause) {
    throw new ParlorError('bridge_closed', 'Parlor does not answer.', undefined, { cause });
  }
  return response.ok ? tokenSchema.parse(await response.json()).token : null;
}

function noLink(): ParlorError {
  return new ParlorError('unauthorized', 'Open Parlor with the link it prints when it starts.');
}

/** A socket that has shown its token and was taken. */
function openSocket(token: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}${webPaths.socket}`);
    const late = setTimeout(() => socket.close(), times.answer);
    const settled = new AbortController();
    const once = { signal: settled.signal };
    socket.addEventListener('open', () => socket.send(JSON.stringify({ token })), once);
    socket.addEventListener(
      'message',
      () => {
        clearTimeout(late);
        settled.abort();
        resolve(socket);
      },
      once,
    );
    socket.addEventListener(
      'close',
      ({ code }) => {
        clearTimeout(late);
        settled.abort();
        reject(code === webClose.unauthorized ? noLink() : new ParlorError('bridge_closed', 'Parlor does not answer.'));
      },
      once,
    );
  });
}

function portOver(socket: WebSocket): Port {
  return {
    send: (text) => socket.send(text),
    onMessage: (listener) => socket.addEventListener('message', ({ data }) => listener(String(data))),
    onClose: (listener) => socket.addEventListener('close', listener),
  };
}
