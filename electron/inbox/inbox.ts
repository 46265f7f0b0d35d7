/**
 * The inbox of one identity at one community: what lies there is fetched, opened and kept here, so that it can still be read
 * when the community has forgotten it. What is deleted is gone from here at once, and from there as soon as it answers.
 */
import { join } from 'node:path';
import type { Contact, Inbox, Letter, SentLetter } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import { exportText } from '../../shared/inbox/export.ts';
import { tableIn } from '../../shared/inbox/letter.ts';
import type { CommunityClient } from '../community/client.ts';
import type { Live } from '../community/live.ts';
import { type People, shortKey } from '../community/people.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';
import type { Opener, Signer } from '../identity/signer.ts';
import { createPost, type Held } from './post.ts';
import { type KeptLetter, type KeptSent, openLetterStore } from './store.ts';

export interface InboxConfig {
  /** Of the identity. */
  folder: string;
  /** Names the community: letters of another one stay out of sight. */
  community: string;
  client: CommunityClient;
  live: Live;
  signer: Signer;
  opener: Opener;
  people: People;
  /** Keys of those with whom a table was finished. */
  playedWith(): ReadonlySet<string>;
  onChange(inbox: Inbox): void;
  /** Somebody was blocked, or no longer is. */
  onBlocked?(): void;
}

export interface InboxRoom {
  readonly inbox: Inbox;
  /** Asks the community. Rejects with its refusal; what was known stays. */
  refresh(): Promise<Inbox>;
  /** Rejects `not_found`. */
  read(id: number): Promise<Letter>;
  send(wish: { to: string; words: string; signed: boolean }): Promise<SentLetter>;
  /** Resolves how many. `atOnce`: the community was asked when it resolves; else that follows. */
  delete(wish: { ids: readonly number[]; of: 'letters' | 'sent'; hidden: boolean }, atOnce: boolean): Promise<number>;
  clear(atOnce: boolean): Promise<number>;
  /** Writes what is shown into `inbox-export.json` in the identity's folder, in place of an earlier one. */
  export(): Promise<{ exported: number; file: string }>;
  setContact(contact: Contact): Promise<void>;
  removeContact(public_key: string): Promise<void>;
  dispose(): Promise<void>;
}

type Kept = KeptLetter | KeptSent;

export async function openInbox(config: InboxConfig): Promise<InboxRoom> {
  const { community, client, signer, opener, people } = config;
  const store = await openLetterStore(config.folder, opener, signer.publicKey);
  const post = createPost(client, signer, opener);
  const names = new Map<string, string>();
  let held = new Set<string>();
  let quota: Inbox['quota'] = null;
  let status: Inbox['status'] = 'loading';
  let problem: Problem | null = store.problem;
  let turn: Promise<unknown> = Promise.resolve();
  let awaited: Promise<Inbox> | null = null;
  let told = '';
  let disposed = false;

  const contactOf = (key: string) => store.contacts.find(({ public_key }) => public_key === key);
  const isBlocked = (key: string | null) => key !== null && people.isBlocked(key);
  const markBlocked = () =>
    people.setBlocked(store.contacts.filter((each) => each.blocked).map((each) => each.public_key));
  markBlocked();

  const isOwn = (each: Kept) => each.community === community;
  const isShown = (each: Kept) => isOwn(each) && each.deleted_at === null;

  function personOf(public_key: string): SentLetter['to'] {
    const name = contactOf(public_key)?.name || names.get(public_key) || shortKey(public_key);
    return { public_key, name, house: people.isHouse(public_key) };
  }

  function doorOf(writer: string | null, played: ReadonlySet<string>): Letter['door'] {
    if (writer === null) return 'unknown';
    if (contactOf(writer) || people.isHouse(writer)) return 'known';
    return played.has(writer) ? 'played' : 'unknown';
  }

  function letterOf(kept: KeptLetter, played: ReadonlySet<string>): Letter {
    const { id, size, created_at, expires_at, words, writer, written_at, signature, read_at } = kept;
    return {
      ...{ id, size, created_at, expires_at, words, written_at, signature, read_at },
      held: held.has(keyOf(kept)),
      door: doorOf(writer, played),
      writer: writer === null ? null : personOf(writer),
      table: words === null ? null : tableIn(words),
    };
  }

  function sentOf({ id, to, words, signed, sent_at, expires_at }: KeptSent): SentLetter {
    return { id, to: personOf(to), words, signed, sent_at, expires_at };
  }

  function snapshot(): Inbox {
    const { letters, sent } = store.letters;
    const here = letters.filter(isShown);
    const played = config.playedWith();
    const visible = here.filter(({ writer }) => !isBlocked(writer));
    return {
      status,
      problem,
      letters: visible.map((each) => letterOf(each, played)).reverse(),
      sent: sent.filter(isShown).map(sentOf).reverse(),
      contacts: [...store.contacts],
      hidden: here.length - visible.length,
      quota,
    };
  }

  function tell(): Inbox {
    const inbox = snapshot();
    const text = JSON.stringify(inbox);
    if (text !== told && !disposed) config.onChange(inbox);
    told = text;
    return inbox;
  }

  /** One step at a time: nothing is fetched twice, no change is lost. */
  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const next = turn.then(step);
    turn = next.catch(() => {});
    return next;
  }

  /** Deletions are carried out, then what is new is opened. */
  async function look(): Promise<Inbox> {
    try {
      const found = await sweep(await post.list());
      await keepNew(found);
      held = new Set(found.map(keyOf));
      await learnNames();
      const oldest = found.map(({ expires_at }) => expires_at);
      quota = {
        ...(await post.room()),
        count: found.length,
        oldest_expires_at: oldest.length === 0 ? null : Math.min(...oldest),
      };
      [status, problem] = ['live', store.problem];
    } catch (error) {
      [status, problem] = ['offline', toProblem(error)];
      tell();
      throw error;
    }
    return tell();
  }

  /** What remains of `found`. */
  async function sweep(found: Held[]): Promise<Held[]> {
    const due = (each: Kept) => isOwn(each) && each.deleted_at !== null;
    const { letters, sent } = store.letters;
    const gone = new Set(letters.filter(due).map(keyOf));
    if (gone.size === 0 && !sent.some(due)) return found;
    for (const each of found) if (gone.has(keyOf(each))) await post.remove(each.id);
    await store.writeLetters({
      letters: letters.filter((each) => !due(each)),
      sent: sent.filter((each) => !due(each)),
    });
    return found.filter((each) => !gone.has(keyOf(each)));
  }

  async function keepNew(found: Held[]): Promise<void> {
    const kept = new Set(store.letters.letters.filter(isOwn).map(keyOf));
    const fresh: KeptLetter[] = [];
    for (const each of found) {
      if (kept.has(keyOf(each))) continue;
      const letter = await post.open(each);
      if (letter) fresh.push({ ...letter, community, read_at: null, deleted_at: null });
    }
    if (fresh.length === 0) return;
    const letters = [...store.letters.letters, ...fresh].sort((a, b) => a.created_at - b.created_at || a.id - b.id);
    await store.writeLetters({ ...store.letters, letters });
  }

  async function learnNames(): Promise<void> {
    const { letters, sent } = store.letters;
    const keys = [...letters.filter(isShown).map(({ writer }) => writer), ...sent.filter(isShown).map(({ to }) => to)];
    for (const key of new Set(keys)) {
      if (key === null || names.has(key)) continue;
      const { nickname, agent_id } = await people.person(key);
      if (agent_id !== null) names.set(key, nickname);
    }
  }

  /** Calls that come while one waits share it. */
  function refresh(): Promise<Inbox> {
    awaited ??= inTurn(() => {
      awaited = null;
      return look();
    });
    return awaited;
  }

  const quietly = () => void refresh().catch(() => {});
  const off = config.live.onEvent(({ type }) => {
    if (type === 'hello' || type === 'reset' || type === 'message_received') quietly();
  });

  async function mark(wanted: (each: Kept, of: 'letters' | 'sent') => boolean, atOnce: boolean): Promise<number> {
    let count = 0;
    await inTurn(async () => {
      const marked = <K extends Kept>(all: K[], of: 'letters' | 'sent') =>
        all.map((each) => {
          if (!isShown(each) || !wanted(each, of)) return each;
          count += 1;
          return { ...each, deleted_at: Date.now() };
        });
      const { letters, sent } = store.letters;
      await store.writeLetters({ letters: marked(letters, 'letters'), sent: marked(sent, 'sent') });
      if (atOnce) await look();
      else tell();
    });
    if (!atOnce && !disposed) quietly();
    return count;
  }

  return {
    get inbox() {
      return snapshot();
    },
    refresh,
    read: (id) =>
      inTurn(async () => {
        const { letters } = store.letters;
        const wanted = letters.findLast((each) => isShown(each) && each.id === id && !isBlocked(each.writer));
        if (!wanted) throw new ParlorError('not_found', 'There is no such letter, here or at the community.', { id });
        const read = { ...wanted, read_at: wanted.read_at ?? Date.now() };
        await store.writeLetters({ ...store.letters, letters: letters.map((each) => (each === wanted ? read : each)) });
        tell();
        return letterOf(read, config.playedWith());
      }),
    send: ({ to, words, signed }) =>
      inTurn(async () => {
        const { id, created_at, expires_at } = await post.send(to, words, signed);
        const copy: KeptSent = { community, id, to, words, signed, sent_at: created_at, expires_at, deleted_at: null };
        await store.writeLetters({ ...store.letters, sent: [...store.letters.sent, copy] });
        await learnNames();
        tell();
        return sentOf(copy);
      }),
    delete: ({ ids, of, hidden }, atOnce) =>
      mark(
        (each, where) =>
          where === of && (ids.includes(each.id) || (hidden && 'writer' in each && isBlocked(each.writer))),
        atOnce,
      ),
    clear: (atOnce) => mark((_, of) => of === 'letters', atOnce),
    async export() {
      const { letters } = snapshot();
      const file = 'inbox-export.json';
      await writeFileAtomic(join(config.folder, file), new TextEncoder().encode(exportText(letters)));
      return { exported: letters.length, file };
    },
    setContact: (contact) =>
      inTurn(async () => {
        const others = store.contacts.filter(({ public_key }) => public_key !== contact.public_key);
        await changeContacts([...others, contact]);
      }),
    removeContact: (key) => inTurn(() => changeContacts(store.contacts.filter(({ public_key }) => public_key !== key))),
    async dispose() {
      disposed = true;
      off();
      await store.close();
    },
  };

  async function changeContacts(next: Contact[]): Promise<void> {
    await store.writeContacts(next.sort((a, b) => a.name.localeCompare(b.name)));
    markBlocked();
    config.onBlocked?.();
    tell();
  }
}

/** A community that began anew gives the same numbers again. */
const keyOf = ({ id, created_at }: { id: number; created_at: number }) => `${id}-${created_at}`;
