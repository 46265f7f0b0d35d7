/** The contacts of the scene `contacts`: one of each kind, with names at their longest, and two of the same name. */
import type { Contact, LobbyEntry } from '../../shared/bridge/contract.ts';
import { keyOf, openTable, person } from './samples.ts';

const longName = 'lamplighter-of-low-water';
export const contactAtTable = person(9, 'quietmoth', 1288);

/** A challenge of a contact, as the lobby lists it. */
export const contactsChallenge = (): LobbyEntry => ({
  ...openTable({
    ...{ nickname: longName, rating: 1401, mode: 'human', game: "Iterated Prisoner's Dilemma" },
    gain: { win: 22, draw: 8, loss: 3 },
  }),
  post_id: '00000000-0000-4000-a000-000000000000',
  host: person(50, longName, 1401),
  for_me: true,
  created_at: Date.now(),
  expires_at: Date.now() + 280_000,
});

export function sceneContacts(entries: readonly LobbyEntry[]): Contact[] {
  const waiting = entries.filter(({ host }) => ['tidewright', 'old-lantern', longName].includes(host.nickname));
  const idle = ['winterfern', 'Bartholomew of the Meadow', 'nine-of-reeds', 'brindle', 'brindle'];
  return [
    ...waiting.map(({ host }) => ({ public_key: host.public_key, name: host.nickname })),
    { public_key: contactAtTable.public_key, name: contactAtTable.nickname },
    ...idle.map((name, index) => ({ public_key: keyOf(60 + index), name })),
  ].map((contact) => ({ ...contact, notes: '', blocked: false }));
}
