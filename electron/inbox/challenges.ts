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
  protocol_id: string;
  protocol_name: string | null;
  family: string | null;
  options: JsonObject;
}

export interface Challenges {
  /** Of a message that ends with the link to a table; null for another one, and while the terms are unknown. */
  find(words: string): InvitedTo | null;
  note(terms: OfferedTerms): Promise<void>;
  /** Nothing, if its terms are unknown. */
  noteDeclined(post_id: string): Promise<void>;
  /** Removes those to which no message links any more. */
  prune(): Promise<void>;
}

/** Characters of options in JSON; what is longer is not for a line of text. */
const optionsMax = 2_000;
const nameMax = 200;

export function createChallenges(store: InboxStore, community: string): Challenges {
  return {
    find(words) {
      const post_id = linkedPostId(words);
      const stored = post_id !== null && challengeWords(words, post_id) !== null && store.challenges.get(post_id);
      if (!stored) return null;
      const { protocol_id, protocol_name, options, game, declined } = stored;
      return { protocol_id, protocol_name, options, game, declined };
    },
    note: ({ post_id, protocol_id, protocol_name, family, options }) =>
      store.update(() => {
        if (store.challenges.has(post_id)) return {};
        const challenge = {
          ...{ kind: 'challenge' as const, community, post_id, protocol_id, declined: false },
          protocol_name: (protocol_name ?? '').slice(0, nameMax),
          options: JSON.stringify(options).length > optionsMax ? {} : options,
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
        const linked = new Set([...store.received, ...store.sent].map((message) => linkedPostId(wordsOf(message))));
        return { remove: [...store.challenges.values()].filter(({ post_id }) => !linked.has(post_id)) };
      }),
  };
}
