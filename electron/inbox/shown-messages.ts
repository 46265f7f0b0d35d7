/** What an inbox shows: its visible messages, grouped by verified correspondent. Rebuilt when it is needed after a change. */
import type { Without } from '../../shared/bridge/contract.ts';
import { filterOfAny } from './selection.ts';
import type { InboxStore } from './store.ts';
import type { AnyStoredMessage, StoredMessage, StoredSentMessage } from './stored-entries.ts';
import { isBefore } from './timeline.ts';

export interface Exchange {
  public_key: string;
  /** Oldest first. */
  messages: AnyStoredMessage[];
  unread: number;
  sent: number;
}

/** Every list is oldest first. */
export interface ShownMessages {
  received: StoredMessage[];
  sent: StoredSentMessage[];
  /** By public key; without blocked people. */
  exchanges: ReadonlyMap<string, Exchange>;
  /** Without a verified sender. */
  unverified: StoredMessage[];
  /** Number of messages of blocked people. */
  hidden: number;
}

/** Number of cached states: with and without the deletions that can still be undone. */
const maxCached = 2;

export function createShownMessages(store: InboxStore, isBlocked: (public_key: string) => boolean) {
  const cache = new Map<string, { revision: number; shown: ShownMessages }>();

  /** `without` leaves out what a window hides. */
  return (without: Without['messages'] = []): ShownMessages => {
    const key = JSON.stringify(without);
    const cached = cache.get(key);
    if (cached?.revision === store.revision) return cached.shown;
    const shown = buildShown(store, without, isBlocked);
    cache.delete(key);
    cache.set(key, { revision: store.revision, shown });
    if (cache.size > maxCached) cache.delete(cache.keys().next().value!);
    return shown;
  };
}

function buildShown(
  store: InboxStore,
  without: Without['messages'],
  isBlocked: (public_key: string) => boolean,
): ShownMessages {
  const isLeftOut = filterOfAny(without);
  const isShown = (message: AnyStoredMessage) => message.deleted_at === null && !isLeftOut(message);
  const received = store.received.filter(isShown);
  const visible = received.filter(({ writer }) => writer === null || !isBlocked(writer));
  const sent = store.sent.filter(isShown);
  return {
    received: visible,
    sent,
    exchanges: exchangesOf(visible, sent, isBlocked),
    unverified: visible.filter(({ writer }) => writer === null),
    hidden: received.length - visible.length,
  };
}

function exchangesOf(
  received: readonly StoredMessage[],
  sent: readonly StoredSentMessage[],
  isBlocked: (public_key: string) => boolean,
): Map<string, Exchange> {
  const exchanges = new Map<string, Exchange>();
  const add = (public_key: string, message: AnyStoredMessage) => {
    let exchange = exchanges.get(public_key);
    if (!exchange) {
      exchange = { public_key, messages: [], unread: 0, sent: 0 };
      exchanges.set(public_key, exchange);
    }
    exchange.messages.push(message);
    if (message.kind === 'sent') exchange.sent += 1;
    else if (message.read_at === null) exchange.unread += 1;
  };
  // Both lists are sorted, so that each exchange is too.
  let sentIndex = 0;
  const addSentBefore = (next: StoredMessage | null) => {
    for (
      let message = sent[sentIndex];
      message && (next === null || isBefore(message, next));
      message = sent[++sentIndex]
    ) {
      if (!isBlocked(message.to)) add(message.to, message);
    }
  };
  for (const message of received) {
    if (message.writer === null) continue;
    addSentBefore(message);
    add(message.writer, message);
  }
  addSentBefore(null);
  return exchanges;
}
