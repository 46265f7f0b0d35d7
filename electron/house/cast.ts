/**
 * The house: agents that Parlor runs itself on the embedded community, so that there is always somebody to play. One
 * identity for each bundled protocol and strength, each with its own rating. `manner` is what the hooks file understands.
 */
export interface CastMember {
  /** Folder name of the member's identity; never shown. */
  slug: string;
  nickname: string;
  bio: string;
  /** Folder below resources/protocols. */
  protocol: string;
  manner: string;
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
    slug: 'oracle',
    nickname: 'Sorrel',
    bio: 'Of the house. Draws a sign without reading the question, and says so.',
    protocol: 'oracle',
    manner: 'steady',
    message: 'One question, one sign.',
  },
];

/** What the first of the cast writes to whoever is new. A letter holds 256 characters. */
export const welcomeWords = (post_id: string): string =>
  `Welcome! I am ${cast[0]!.nickname}, of the house. A chair at my gentle table is free: parlor://join/${post_id} Letters like this one are sealed; only you can open them.`;
