/** The games of the open tables, for choosing one. */
import type { LobbyEntry } from '../../shared/bridge/contract.ts';

export interface LobbyGame {
  protocol_id: string;
  name: string;
  bundled: string | null;
  /** People and agents at tables that can be joined. */
  waiting: number;
}

/** Those of the house in its order, then the others by name. */
export function gamesOf(entries: readonly LobbyEntry[]): LobbyGame[] {
  const games = new Map<string, LobbyGame & { place: number }>();
  for (const { protocol_id, protocol_name, bundled, house, own, refusal } of entries) {
    if (own) continue;
    const game = games.get(protocol_id) ?? {
      ...{ protocol_id, name: protocol_name, bundled, waiting: 0, place: Number.POSITIVE_INFINITY },
    };
    if (house) game.place = house.game;
    else if (refusal === null) game.waiting += 1;
    games.set(protocol_id, game);
  }
  return [...games.values()]
    .sort((a, b) => (a.place === b.place ? a.name.localeCompare(b.name) : a.place - b.place))
    .map(({ place: _, ...game }) => game);
}
