/** What was offered in challenges, and which of them were declined: kept here, since the community forgets an invitation that has ended. */
import type { InvitedTo } from '../../shared/bridge/contract.ts';
import { challengeWords } from '../../shared/inbox/challenge.ts';
import { linkedPostId } from '../../shared/inbox/message.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { InboxStore } from './store.ts';
import { wordsOf } from './stored-entries.ts';

/** The terms of an invitation, as its host or its guest knows them. */
export interface OfferedTerms {
  post_id: string;
  /** The host's. */
  public_key: string;
  protocol_id: string;
  protocol_name: string | null;
  family: string | null;
  options: JsonObject;
}

export interface Challenges {
  /**
   * Of a message that ends with the link to a table of its writer; null for another one, and while the terms are unknown. Anybody can send
   * the link, so the table must be the writer's own.
   */
  find(words: string, writer: string | null): InvitedTo | null;
  /** What was offered at a table for one person; undefined if that is unknown. */
  termsOf(post_id: string): Pick<InvitedTo, 'protocol_id' | 'options'> | undefined;
  /** Ids of the tables to which messages link. */
  linkedTables(): ReadonlySet<string | null>;
  note(terms: OfferedTerms): Promise<void>;
  /** Nothing, if its terms are unknown. */
  noteDeclined(post_id: string): Promise<void>;
  /** Removes those to which no message links any more. */
  prune(): Promise<void>;
}

/** Characters of options in JSON. A challenge with more is kept without its terms, rather than with other options than it offered. */
const optionsMax = 2_000;
const nameMax = 200;

export function createChallenges(store: InboxStore, community: string): Challenges {
  const linkedTables = () =>
    new Set([...store.received, ...store.sent].map((message) => linkedPostId(wordsOf(message))));

  return {
    termsOf: (post_id) => store.challenges.get(post_id),
    linkedTables,
    find(words, writer) {
      const post_id = linkedPostId(words);
      const stored = post_id !== null && challengeWords(words, post_id) !== null && store.challenges.get(post_id);
      if (!stored || (stored.host_public_key !== null && stored.host_public_key !== writer)) return null;
      const { protocol_id, protocol_name, options, game, declined } = stored;
      return { protocol_id, protocol_name, options, game, declined };
    },
    note: ({ post_id, public_key, protocol_id, protocol_name, family, options }) =>
      store.update(() => {
        if (store.challenges.has(post_id) || JSON.stringify(options).length > optionsMax) return {};
        const challenge = {
          ...{ kind: 'challenge' as const, community, post_id, host_public_key: public_key, protocol_id, options },
          declined: false,
          protocol_name: (protocol_name ?? '').slice(0, nameMax),
          game: family?.startsWith('game:') ?? false,
        };
        return { put: [challenge] };
      }),
    noteDeclined: (post_id) =>
      store.update(() => {
        const challenge = store.challenges.get(post_id);
        return challenge && !challenge.declined ? { put: [{ ...challenge, declined: true }] } : {};
      }),
    prune: () =>
      store.update(() => {
        const linked = linkedTables();
        return { remove: [...store.challenges.values()].filter(({ post_id }) => !linked.has(post_id)) };
      }),
  };
}
