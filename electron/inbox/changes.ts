/** Merges changes into events whose size and rate are bounded, whatever happens at once. */
import {
  type Contact,
  type ContactName,
  type InboxChange,
  type InboxStatus,
  inboxChangeMax,
} from '../../shared/bridge/contract.ts';
import type { StoredMessage } from './stored-entries.ts';

export interface InboxNews {
  arrived?: readonly StoredMessage[];
  /** Ids of received messages. */
  read?: readonly number[];
  deleted?: readonly number[];
  contact?: ContactName & { removed: boolean };
  /** Names have arrived, so that rows look different although no number has changed. */
  renamed?: boolean;
}

export interface ChangeFeed {
  /** Announces what has changed, or that the status may have. */
  note(news?: InboxNews): void;
  dispose(): void;
}

/** Milliseconds between two events. */
const intervalMs = 100;

export const contactNews = ({ public_key, name, blocked }: Contact, removed: boolean): InboxNews => ({
  contact: { public_key, name, blocked, removed },
});

export function createChangeFeed(config: {
  status(): InboxStatus;
  present(arrived: readonly StoredMessage[]): InboxChange['arrived'];
  emit(change: InboxChange): void;
}): ChangeFeed {
  const { status, present, emit } = config;
  let lastStatusText = '';
  let lastEmittedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let pending = nothingPending();

  function flush(): void {
    timer = null;
    lastEmittedAt = performance.now();
    const { arrived, read, deleted, contacts, hasNews } = pending;
    const current = status();
    const statusText = JSON.stringify(current);
    if (!hasNews && statusText === lastStatusText) return;
    pending = nothingPending();
    lastStatusText = statusText;
    const max = inboxChangeMax.others;
    emit({
      ...current,
      arrived: present(arrived.slice(-inboxChangeMax.arrived).reverse()),
      arrived_count: arrived.length,
      read: read.slice(0, max),
      deleted: deleted.slice(0, max),
      contacts: [...contacts.values()].slice(0, max),
      more: Math.max(read.length, deleted.length, contacts.size) > max,
    });
  }

  return {
    note(news = {}) {
      const { arrived = [], read = [], deleted = [], contact, renamed = false } = news;
      pending.arrived.push(...arrived);
      pending.read = pending.read.concat(read);
      pending.deleted = pending.deleted.concat(deleted);
      if (contact) pending.contacts.set(contact.public_key, contact);
      pending.hasNews ||= renamed || contact !== undefined || arrived.length + read.length + deleted.length > 0;
      timer ??= setTimeout(flush, Math.max(0, lastEmittedAt + intervalMs - performance.now()));
    },
    dispose() {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

const nothingPending = () => ({
  arrived: [] as StoredMessage[],
  read: [] as number[],
  deleted: [] as number[],
  contacts: new Map<string, ContactName & { removed: boolean }>(),
  hasNews: false,
});
