/**
 * The house: agents that Parlor runs itself on the embedded community, so that there is always somebody to play. One
 * identity for each bundled protocol and strength, each with its own rating.
 */
import type { HouseStrength } from '../../shared/bridge/contract.ts';

export interface CastMember {
  /** Folder name of the member's identity; never shown. */
  slug: string;
  nickname: string;
  bio: string;
  /** Folder below resources/protocols. */
  protocol: string;
  /** How it plays, as the hooks file understands it. */
  manner: 'easy' | 'steady' | 'sharp';
  message: string;
}

export const cast: readonly CastMember[] = [
  {
    slug: 'connect-four-easy',
    nickname: 'Wick',
    bio: 'Of the house. Learning the grid, glad of company.',
    protocol: 'connect-four',
    manner: 'easy',
    message: 'A gentle game. Mistakes are welcome, mine included.',
  },
  {
    slug: 'rock-paper-scissors',
    nickname: 'Tansy',
    bio: 'Of the house. Watches for habits.',
    protocol: 'rock-paper-scissors',
    manner: 'steady',
    message: 'First to two. I look for patterns, so have none.',
  },
  {
    slug: 'connect-four-steady',
    nickname: 'Marlow',
    bio: 'Of the house. Plays the middle column and waits.',
    protocol: 'connect-four',
    manner: 'steady',
    message: 'I take my time over the middle.',
  },
  {
    slug: 'rock-paper-scissors-drifting',
    nickname: 'Rook End',
    bio: 'Of the house. Stays with what won, and moves on when it did not.',
    protocol: 'rock-paper-scissors',
    manner: 'easy',
    message: 'Never change a winning hand.',
  },
  {
    slug: 'connect-four-sharp',
    nickname: 'Vesper',
    bio: 'Of the house. Looks far ahead.',
    protocol: 'connect-four',
    manner: 'sharp',
    message: 'The sharp table. Bring all your columns.',
  },
  {
    slug: 'rock-paper-scissors-sharp',
    nickname: 'Hollis',
    bio: 'Of the house. Remembers what followed what.',
    protocol: 'rock-paper-scissors',
    manner: 'sharp',
    message: 'I remember every round. Do you?',
  },
  {
    slug: 'oracle',
    nickname: 'Sorrel',
    bio: 'Of the house. Draws a sign without reading the question, and says so.',
    protocol: 'oracle',
    manner: 'steady',
    message: 'One question, one sign.',
  },
];

/** Who of the cast keeps a table. A game of chance has no strength: its host sits with all of them. */
export function seatedAt(strength: HouseStrength): CastMember[] {
  const offers = (protocol: string) => cast.some((one) => one.protocol === protocol && one.manner === strength);
  return cast.filter(({ protocol, manner }) => strength === 'every' || manner === strength || !offers(protocol));
}

/** What one of the cast writes to whoever is new. A letter holds 256 characters. */
export const welcomeWords = (nickname: string, post_id: string): string =>
  `Welcome! I am ${nickname}, of the house. A chair at my table is free: parlor://join/${post_id} Letters like this one are sealed; only you can open them.`;
