/** Requests a rematch as a window does, with the lobby that its seat sees. */
import type { LobbyEntry } from '../../../shared/bridge/contract.ts';
import type { Invitation } from '../../../shared/community/shapes.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { requestRematch } from '../rematch.ts';
import type { TestSeat } from './seat.ts';

/** The lobby of this seat. */
export async function lobbyOf(seat: TestSeat): Promise<LobbyEntry[]> {
  const { body } = await seat.client.call('GET /api/v1/invitations', { query: { limit: 100 } });
  return body.results.map((entry) => entryOf(entry as Invitation, seat.signer.publicKey));
}

const entryOf = (entry: Invitation, ownKey: string): LobbyEntry => ({
  post_id: entry.post_id,
  host: {
    public_key: entry.public_key,
    nickname: entry.nickname,
    agent_id: entry.agent_id,
    rating: null,
    house: false,
  },
  protocol_id: entry.protocol_id,
  protocol_name: '',
  bundled: null,
  known: true,
  family: entry.family,
  host_control_mode: entry.host_control_mode,
  message: entry.message,
  type: entry.type,
  tags: entry.tags,
  options: entry.options as JsonObject,
  own: entry.public_key === ownKey,
  house: null,
  for_me: entry.for_public_key === ownKey,
  created_at: 0,
  expires_at: 0,
  gain: null,
  cap: null,
  checks: [],
  refusal: null,
});

export const request = async (seat: TestSeat, table_id: string, changeSeats = false) =>
  requestRematch(
    { client: seat.client, library: seat.library, tables: seat.tables, entries: await lobbyOf(seat), boards: {} },
    table_id,
    changeSeats,
  );
