/** Messages of challenges that the user has answered elsewhere, on a card or in the lobby: they are no longer new. */
import { inBackground } from '../../shared/background.ts';
import type { InboxMessage, Table } from '../../shared/bridge/contract.ts';
import { challengeWords } from '../../shared/inbox/challenge.ts';

interface AnsweredChallengesConfig {
  /** Received messages, newest first. */
  messages(): readonly InboxMessage[];
  /** Whether the user has declined the table, or played at it. */
  hasAnswered(post_id: string): boolean;
  read(ids: readonly number[]): Promise<unknown>;
}

export interface AnsweredChallenges {
  /** Marks them as read. A message may arrive after the answer. */
  read(): void;
  /** The same, once for each table at which the user has sat down as a guest. */
  onTable(table: Table): void;
}

export function createAnsweredChallenges(config: AnsweredChallengesConfig): AnsweredChallenges {
  const noted = new Set<string>();
  const isAnswered = ({ read_at, table, text }: InboxMessage): boolean =>
    read_at === null && table !== null && challengeWords(text ?? '', table) !== null && config.hasAnswered(table);
  const read = () => {
    const ids = config.messages().flatMap((message) => (isAnswered(message) ? [message.id] : []));
    if (ids.length > 0) inBackground('answered challenges', config.read(ids));
  };
  return {
    read,
    onTable({ table_id, role, session_id }) {
      if (role !== 'guest' || session_id === null || noted.has(table_id)) return;
      noted.add(table_id);
      read();
    },
  };
}
