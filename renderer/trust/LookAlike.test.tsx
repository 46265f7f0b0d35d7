import { expect, it } from 'vitest';
import { emptyInbox } from '../core/inbox-feed.ts';
import { LobbyRow } from '../lobby/LobbyRow.tsx';
import { renderPart } from '../testing/render.tsx';
import { keyOf, openTable, person } from '../testing/samples.ts';
import { lobbyPages } from '../testing/scene-lobby.ts';
import { shortHash } from '../ui/format.ts';
import { PersonLink } from '../ui/PersonLink.tsx';
import { LookAlike } from './LookAlike.tsx';

const house = openTable({ nickname: 'tidewright', rating: 1200, mode: 'autonomous', game: 'Reversi', house: true });
const ada = { public_key: keyOf(70), name: 'Ada', notes: '', blocked: false };
const blocked = { public_key: keyOf(71), name: 'basalt', notes: '', blocked: true };
const lobby = lobbyPages({ entries: [house], status: 'live', complete: true, problem: null });
const { revision: _, ...inbox } = emptyInbox;
const next = { messages: null, sent: null, contacts: null };

/** The user is copperfinch, with key 900. */
const handlers = {
  lobby: { list: ({ after }: { after?: number | undefined }) => lobby.page(after) },
  inbox: { list: () => ({ ...inbox, messages: [], sent: [], contacts: [ada, blocked], next }) },
};

it('marks names that could be mistaken for a contact, a house player or the user, and no others', async () => {
  const people = [
    [person(1, '\u0410da', 1200), 'Not your contact'],
    [person(2, 'ADA\u200B', 1200), 'Not your contact'],
    [person(3, 'tidewr\u0456ght', 1200), 'Not the house player'],
    [person(4, 'copper finch', 1200), 'Not you'],
    [person(5, 'basalt', 1200), ''],
    [person(6, 'Adam', 1200), ''],
    [{ ...person(7, 'Ada', 1200), public_key: ada.public_key }, ''],
    [house.host, ''],
    [person(900, 'copperfinch', 1200), ''],
  ] as const;
  const screen = await renderPart(
    people.map(([entry]) => (
      <p key={entry.public_key} data-testid={entry.public_key}>
        <LookAlike person={entry} />
      </p>
    )),
    { handlers },
  );
  for (const [{ public_key }, mark] of people)
    await expect.poll(() => screen.getByTestId(public_key).element().textContent).toBe(mark);
});

it('marks the name in a row of the lobby', async () => {
  const entry = openTable({ nickname: 'A\u0501a', rating: 1200, mode: 'human', game: 'Reversi' });
  const screen = await renderPart(
    <ul>
      <LobbyRow
        {...{ entry, view: 'game', heading: null, position: 1, total: 1, tabIndex: 0, onOpen() {}, onFocus() {} }}
        {...{
          open: false,
          isClosed: false,
          isNested: false,
          isSuggested: false,
          isNew: false,
          isDeprecated: false,
          showKey: false,
        }}
      />
    </ul>,
    { handlers },
  );
  await expect.poll(() => screen.getByRole('button').element().textContent).toContain('A\u0501aNot your contact');
});

it('shows the key instead of a name without visible characters', async () => {
  const nameless = person(8, '\u3164 ', 1200);
  const screen = await renderPart(<PersonLink person={nameless} />, { handlers });
  await expect.element(screen.getByRole('link')).toHaveTextContent(shortHash(nameless.public_key));
});
