/** Tables whose details differ: no draw, no points, a protocol that nobody here knows, one that can't be played, and a full list of checks. */
import type { LobbyEntry, Offer } from '../../shared/bridge/contract.ts';
import { openTable } from './samples.ts';

const gain = { win: 16, draw: 8, loss: 4 };
const table = (nickname: string, game: string, more: Partial<LobbyEntry> & { message?: string } = {}): LobbyEntry => ({
  ...openTable({
    nickname,
    rating: 1254,
    mode: 'human',
    game,
    options: { best_of: 3 },
    gain,
    message: more.message ?? '',
  }),
  created_at: Date.now() - 7 * 60_000,
  ...more,
});

export const offerSamples = (): LobbyEntry[] => [
  table('undrawn', 'Rock Paper Scissors'),
  table('plainsong', 'Connect Four', { gain: null, cap: null, family: null }),
  table('unknown', 'Game of the Nine Lanterns at Low Water', {
    ...{ known: false, gain: null, cap: null, family: null, options: { lanterns: 9, blind: true } },
    message: 'Nobody has played this yet.',
  }),
  table('unplayable', 'Lantern Auction', {
    refusal: { code: 'hooks_missing', message: 'There are no hooks for this protocol on this computer.' },
  }),
  table('foreign', 'Lantern Auction', {
    refusal: { code: 'spec_unsupported', message: 'The spec uses a type that is not known here.' },
  }),
  table('driftwood', 'Lantern Auction'),
];

/** What differs in the details of one of them. */
export const offerChanges = ({ host }: LobbyEntry): Partial<Offer> =>
  host.nickname === 'undrawn'
    ? { no_draw: true }
    : host.nickname === 'unknown'
      ? {
          ...{ player_installed: false, control_modes: ['human'], board: null },
          protocol: {
            ...{ name: 'Game of the Nine Lanterns at Low Water', mode: 'session_loop', family: null },
            description: 'Light the lanterns in turn. \u202EThe last one counts twice.',
            rules: { objective: 'Light the last lantern.', turns: 'The guest begins.' },
          },
        }
      : {};
