/**
 * The house players: agents that Parlor runs on the embedded community, so that there is always an opponent. One identity, with its own
 * rating, for each bundled protocol and strength.
 */
import type { HouseStrength, LobbyEntry, PlayerStrength } from '../../shared/bridge/contract.ts';
import { offeredStrength } from '../../shared/bridge/house-strengths.ts';
import { appLink } from '../../shared/community/join-links.ts';
import type { Language } from '../../shared/language.ts';
import { programTexts } from '../../shared/locales/program-texts.ts';

export interface HousePlayer {
  /** Folder name of its identity; never shown. */
  slug: string;
  nickname: string;
  bio: string;
  /** Folder below resources/protocols. */
  protocol: string;
  /** As named in the hooks file; null if the game has no strengths. */
  strength: PlayerStrength | null;
  message: string;
}

/** Nickname, bio after "Of the house.", and message of its invitations. */
type PlayerTexts = readonly [nickname: string, bio: string, message: string];

/**
 * By folder below resources/protocols: a player for each strength, or the only one. Newcomers are welcomed by the very first.
 * The words.json of the folder translates the bios.
 */
const games: { [protocol: string]: Record<PlayerStrength, PlayerTexts> | { only: PlayerTexts } } = {
  'connect-four': {
    easy: ['Wick', 'Learning the grid, glad of company.', 'A gentle game. Mistakes are welcome, mine included.'],
    steady: ['Marlow', 'Plays the middle column and waits.', 'I take my time over the middle.'],
    sharp: ['Vesper', 'Looks far ahead.', 'The sharp table. Bring all your columns.'],
  },
  'rock-paper-scissors': {
    easy: ['Rook End', 'Stays with what won, and moves on when it did not.', 'Never change a winning hand.'],
    steady: ['Tansy', 'Watches for habits.', 'First to two. I look for patterns, so have none.'],
    sharp: ['Hollis', 'Remembers what followed what.', 'I remember every round. Do you?'],
  },
  reversi: {
    easy: ['Corbin', 'Counts every disc, and is glad of each.', 'A friendly board. Turn over what you like.'],
    steady: ['Elsdon', 'Patient along the edges.', 'Few discs now, more of them later.'],
    sharp: ['Maren', 'Waits for the corners.', 'The sharp table. Mind the cells beside the corners.'],
  },
  gomoku: {
    easy: ['Harrow', 'Likes wide boards and short games.', 'An easy board. Bring your first five.'],
    steady: ['Ashdown', 'Counts threes before breakfast.', 'Swap2 keeps us even; the rest is up to you.'],
    sharp: ['Ravel', 'Looks far ahead.', 'The sharp board. Every three must be answered.'],
  },
  'dots-and-boxes': {
    easy: ['Pennick', 'Draws lines and hopes for the best.', 'A quiet grid. Boxes for everybody.'],
    steady: ['Thorley', 'Never leaves a box lying open.', 'I close what you open.'],
    sharp: ['Tarn', 'Counts the long chains.', 'The sharp grid. The last chain decides.'],
  },
  battleship: {
    easy: ['Dunlin', 'Shoots where the splash looks nicest.', 'A calm sea and no hurry.'],
    steady: ['Halyard', 'Searches in a pattern and follows every hit.', 'I leave no second cell unsearched.'],
    sharp: ['Fathom', 'Counts where every ship can still lie.', 'Hide well. I count everything.'],
  },
  'liars-dice': {
    easy: ['Bramble', 'Believes almost everything.', 'Five dice each. I will believe you, mostly.'],
    steady: ['Sexton', 'Knows the odds and trusts them.', 'Bid what you like. I count.'],
    sharp: ['Mercer', 'Listens to what a bid gives away.', 'Every bid tells me something.'],
  },
  'weak-wins': {
    easy: ['Larkin', 'Spends evenly, more or less.', 'Every point has to go somewhere.'],
    steady: ['Ashby', 'Stays just below an even share.', 'Bid low, but not on every round.'],
    sharp: ['Thorne', 'Learns how much is usually bid.', 'The weak bid wins. Which one is weak?'],
  },
  'prisoners-dilemma': {
    easy: ['Merriman', 'Trusting, most of the time.', 'I cooperate, usually.'],
    steady: ['Quill', 'Does what was done to it.', 'I return every favour, and everything else.'],
    sharp: ['Sable', 'Learns how trust is answered.', 'Twenty rounds. Let us see whom to trust.'],
  },
  'sealed-bid-auction': {
    easy: ['Penhallow', 'Bids by feel.', 'Seven lots, one purse.'],
    steady: ['Coster', 'Pays what a lot is worth to it.', 'I never overpay by much.'],
    sharp: ['Lovell', 'Learns what others pay.', 'Money left over buys nothing.'],
  },
  oracle: { only: ['Sorrel', 'Draws a sign without reading the question, and says so.', 'One question, one sign.'] },
  chat: {
    only: ['Linnet', 'Keeps you company without reading a word, and says so.', 'Sit down and talk; I keep the seat.'],
  },
};

/** Folder names from earlier versions: existing identities keep their folders. */
const formerSlugs: { [slug: string]: string } = {
  'rock-paper-scissors-easy': 'rock-paper-scissors-drifting',
  'rock-paper-scissors-steady': 'rock-paper-scissors',
};

/** Game by game, weakest first. */
export const housePlayers: readonly HousePlayer[] = Object.entries(games).flatMap(([protocol, textsByStrength]) =>
  Object.entries(textsByStrength).map(([strengthName, [nickname, bio, message]]) => {
    const strength = strengthName === 'only' ? null : (strengthName as PlayerStrength);
    const slug = strength === null ? protocol : `${protocol}-${strength}`;
    return { slug: formerSlugs[slug] ?? slug, nickname, bio: `Of the house. ${bio}`, protocol, strength, message };
  }),
);

/** The house players at a strength, and those of games without strengths. */
export const housePlayersAt = (strength: HouseStrength): HousePlayer[] =>
  housePlayers.filter((player) => strength === 'every' || player.strength === null || player.strength === strength);

const strengthOrder: readonly HousePlayer['strength'][] = ['easy', null, 'steady', 'sharp'];

/**
 * Orders the players as the lobby lists their tables: the table for newcomers, one of each game at the offered strength, then the others,
 * easiest first.
 */
export function sortForLobby(players: readonly HousePlayer[], strength: HouseStrength): HousePlayer[] {
  const offeredLevel = offeredStrength(strength);
  const rank = (player: HousePlayer) =>
    player === housePlayers[0] ? 0 : player.strength === offeredLevel || player.strength === null ? 1 : 2;
  return players.toSorted(
    (a, b) => rank(a) - rank(b) || strengthOrder.indexOf(a.strength) - strengthOrder.indexOf(b.strength),
  );
}

/** How many of these tables the lobby lists individually: the one for newcomers, and one of each game. The others are in a group. */
export function countListedTables(strength: HouseStrength): number {
  const gameCount = Object.keys(games).length;
  return housePlayersAt(strength).length > gameCount ? gameCount + 1 : gameCount;
}

/** What the lobby shows of a house player; null for other agents. */
export function houseEntryOf(nickname: string): LobbyEntry['house'] {
  const index = housePlayers.findIndex((player) => player.nickname === nickname);
  const player = housePlayers[index];
  if (!player) return null;
  const protocols = Object.keys(games);
  return { strength: player.strength, place: index, game: protocols.indexOf(player.protocol), games: protocols.length };
}

/**
 * Message to newcomers, at most 188 characters, the most that a signed one holds. The link names the table that is open now; the recipient's
 * Parlor follows it to the sender's current one.
 */
export const welcomeText = (nickname: string, post_id: string, language: Language): string =>
  `${programTexts[language].house.welcome.replace('{{name}}', nickname)}\n\n${appLink(post_id, null)}`;
