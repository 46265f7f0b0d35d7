import type { Letter } from '../../shared/bridge/contract.ts';
import { readJoinLink, sameCommunity } from '../app/join-link.ts';

export interface LetterInvitation {
  post_id: string;
  /** The address of another community that it leads to; null for a table of this one. */
  foreign: string | null;
}

const link = /parlor:\/\/join\/[^\s<>"'`]+/i;
const bareId = /(?<![0-9a-z-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z-])/i;

/** The table that a letter's words lead to: by a link, or by its id alone. Nothing of it is asked for here. */
export function invitationIn({ words, table }: Pick<Letter, 'words' | 'table'>, here: string): LetterInvitation | null {
  const written = link.exec(words ?? '')?.[0].replace(/[.,;:!?)\]}]+$/, '');
  const read = written === undefined ? null : readJoinLink(written);
  if (read) {
    const { post_id, server } = read;
    return { post_id, foreign: server === null || sameCommunity(server, here) ? null : server };
  }
  if (table !== null) return { post_id: table, foreign: null };
  // A link that can't be read is none; what looks like an id inside it isn't one.
  const id = written === undefined ? bareId.exec(words ?? '')?.[0].toLowerCase() : undefined;
  return id === undefined ? null : { post_id: id, foreign: null };
}
