/** The inbox of the scripted window. The scene says what lies in it. */
import type { Contact, Inbox, Letter, LobbyEntry, SentLetter } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { keyOf } from './samples.ts';

const hour = 3600_000;
const names: { [seed: number]: string } = {
  40: 'Tansy',
  7: 'tidewright',
  8: 'pennywhistle',
  9: 'quietmoth',
  10: 'basalt',
};

export function scriptedInbox(scene: string, entries: readonly LobbyEntry[], emit: (inbox: Inbox) => void) {
  const now = Date.now();
  const host = entries[0]?.host.public_key ?? keyOf(7);
  const writer = (seed: number) => ({
    public_key: seed === 7 ? host : keyOf(seed),
    name: names[seed] ?? '',
    house: seed === 40,
  });
  const first = entries[0]?.post_id ?? '';
  const letter = (id: number, ago: number, more: Partial<Letter>): Letter => ({
    ...{ id, size: 304, created_at: now - ago * hour, expires_at: now + (24 - ago) * hour, held: ago < 24 },
    ...{ door: 'unknown', words: '', writer: null, written_at: null, signature: 'none', read_at: now, table: null },
    ...more,
  });
  const by = (seed: number, door: Letter['door']) => ({
    ...{ writer: writer(seed), door, written_at: now - hour, signature: 'valid' as const },
  });
  const welcome = letter(1, 20, {
    ...by(40, 'known'),
    words: `Welcome! I am Tansy, of the house. A chair at my gentle table is free: parlor://join/${first} Letters like this one are sealed; only you can open them.`,
    table: first,
  });
  const many = Array.from({ length: Number(new URLSearchParams(location.search).get('letters') ?? 0) }, (_, i) =>
    letter(1000 + i, 1 + i / 100, { ...by(7, 'played'), words: `Letter ${i}` }),
  );
  const full: Letter[] = [
    letter(12, 1.4, {
      ...by(7, 'played'),
      size: 387,
      words: `Same board tomorrow? I left the door open for you: parlor://join/${first} No clock this time, and I promise to stop opening in the corner.`,
      table: first,
      read_at: null,
    }),
    letter(11, 3.2, { ...by(8, 'played'), words: 'Rematch table is up until seven.' }),
    letter(10, 8.6, { ...by(9, 'played'), words: 'New bidder is up. It says it plays fair, judge it.', read_at: null }),
    letter(9, 9, { words: 'I am tidewright, on a new key. Send me your words and I will \u202Erestore\u202C you.' }),
    letter(8, 10, { words: `Come over: parlor://join/${first}?server=https%3A%2F%2Fharbor.example`, read_at: null }),
    letter(7, 11, { words: 'It was me, basalt.\n\nparlor-letter:1 …', signature: 'invalid' }),
    letter(6, 12, { words: null, size: 61 }),
    welcome,
    letter(2, 30, {
      ...by(10, 'known'),
      words: 'Thanks for the game. This one is old: the community has forgotten it.',
    }),
    ...many,
  ];
  const sent: SentLetter[] = [
    { id: 13, to: writer(7), words: 'At eight?', signed: true, sent_at: now - hour, expires_at: now + 23 * hour },
    {
      id: 5,
      to: writer(9),
      words: 'No name, just praise.',
      signed: false,
      sent_at: now - 13 * hour,
      expires_at: now + 11 * hour,
    },
  ];
  const contacts: Contact[] = [
    { public_key: keyOf(10), name: 'basalt', notes: 'Careful opener.\nMet in October.', blocked: false },
    { public_key: keyOf(11), name: 'brindle', notes: 'Insults after every loss', blocked: true },
  ];
  const quiet = ['empty', 'first-run', 'loading', 'registering'].includes(scene);
  let inbox: Inbox = {
    status: scene === 'loading' ? 'loading' : scene === 'offline' ? 'offline' : 'live',
    problem: scene === 'offline' ? { code: 'community_unreachable', message: 'No answer.' } : null,
    letters: quiet ? [] : scene === 'lobby' || scene === 'offline' || scene === 'mailfull' ? full : [welcome],
    sent: quiet || scene === 'guarded' ? [] : sent,
    contacts: quiet || scene === 'guarded' ? [] : contacts,
    hidden: quiet || scene === 'guarded' ? 0 : 1,
    quota: quiet
      ? { count: 0, capacity: 5, level: 'none', oldest_expires_at: null }
      : scene === 'mailfull'
        ? { count: 20, capacity: 20, level: 'medium', oldest_expires_at: now + 3.2 * hour }
        : { count: 12, capacity: 20, level: 'medium', oldest_expires_at: now + 3.2 * hour },
  };
  const set = (changes: Partial<Inbox>) => {
    inbox = { ...inbox, ...changes };
    emit(inbox);
  };
  const nothing = {};
  return {
    list: async () => inbox,
    refresh: async () => inbox,
    read: async ({ id }: { id: number }) => {
      set({ letters: inbox.letters.map((each) => (each.id === id ? { ...each, read_at: Date.now() } : each)) });
      return inbox.letters.find((each) => each.id === id);
    },
    send: async ({ to, words, signed }: { to: string; words: string; signed: boolean }) => {
      if (words.includes('refuse')) throw new ParlorError('inbox_full', 'No place left.');
      const name = inbox.letters.find((each) => each.writer?.public_key === to)?.writer?.name ?? to.slice(0, 8);
      const copy: SentLetter = {
        ...{ id: 100 + inbox.sent.length, to: { public_key: to, name, house: false }, words, signed },
        ...{ sent_at: Date.now(), expires_at: Date.now() + 24 * hour },
      };
      set({ sent: [copy, ...inbox.sent] });
      return copy;
    },
    delete: async ({
      ids,
      of = 'letters',
      hidden = false,
    }: {
      ids: number[];
      of?: 'letters' | 'sent';
      hidden?: boolean;
    }) => {
      if (of === 'sent') set({ sent: inbox.sent.filter(({ id }) => !ids.includes(id)) });
      else {
        set({
          letters: inbox.letters.filter(({ id }) => !ids.includes(id)),
          hidden: hidden ? 0 : inbox.hidden,
        });
      }
      return { deleted: ids.length };
    },
    export: async () => ({ exported: inbox.letters.length, file: 'inbox-export.json' }),
    set_contact: async (contact: Contact) => {
      set({
        contacts: [...inbox.contacts.filter(({ public_key }) => public_key !== contact.public_key), contact],
        letters: contact.blocked
          ? inbox.letters.filter((each) => each.writer?.public_key !== contact.public_key)
          : inbox.letters,
      });
      return nothing;
    },
    remove_contact: async ({ public_key }: { public_key: string }) => {
      set({ contacts: inbox.contacts.filter((each) => each.public_key !== public_key) });
      return nothing;
    },
  };
}
