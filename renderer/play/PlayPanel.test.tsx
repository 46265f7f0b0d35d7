import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import type { AppState, Lobby, LobbyEntry, PlayState, Table } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { useHashPath } from '../core/hash-location.ts';
import { renderPart } from '../testing/render.tsx';
import { openTable, playing, protocolIdNamed } from '../testing/samples.ts';
import { lobbyPages } from '../testing/scene-lobby.ts';
import { appState } from '../testing/scenes.ts';
import { PlayPanel } from './PlayPanel.tsx';

const gain = { win: 16, draw: 8, loss: 4 };
const tidewright = openTable({ nickname: 'tidewright', rating: 1312, mode: 'human', game: 'Connect Four', gain });
const marlow: LobbyEntry = {
  ...openTable({ nickname: 'Marlow', rating: 1240, mode: 'autonomous', game: 'Reversi', house: true, gain }),
  house: { strength: 'steady', place: 1, game: 1, games: 2 },
};

const anyTable = { ...appState('lobby', 'light').settings, play_scope: 'any' as const };

interface Given {
  entries?: LobbyEntry[];
  status?: Lobby['status'];
  app?: Partial<AppState>;
  play?: PlayState | null;
  tables?: Table[];
  chosenGame?: string;
  deprecated?: string;
  start?(): Promise<{ table_id: string | null; post_id: string | null }>;
}

async function renderPanel({ entries = [tidewright, marlow], ...given }: Given = {}) {
  location.hash = '#/';
  const start = vi.fn(given.start ?? (async () => ({ table_id: 't1', post_id: null })));
  const stop = vi.fn(() => ({}));
  const set_settings = vi.fn(() => appState('lobby', 'light').settings);
  const lobby = lobbyPages({ entries, status: given.status ?? 'live', complete: true, problem: null });
  const screen = await renderPart(
    <Router hook={useHashPath}>
      <PlayPanel chosenGame={given.chosenGame ?? null} />
    </Router>,
    {
      ...(given.app ? { app: given.app } : {}),
      handlers: {
        app: { set_settings },
        lobby: { list: ({ after }) => lobby.page(after) },
        protocols: {
          deprecations: ({ protocol_ids }) => ({
            deprecations: protocol_ids.flatMap((protocol_id) =>
              protocol_id === given.deprecated ? [{ protocol_id, reason: null, successor: null }] : [],
            ),
          }),
        },
        play: { start, stop, state: () => given.play ?? null },
        tables: { list: () => ({ tables: given.tables ?? [] }) },
      },
    },
  );
  const button = document.querySelector<HTMLElement>('[data-action="start-play"]')!;
  const kind = (expected: string) => expect.poll(() => button.dataset.play).toBe(expected);
  const sentence = () => document.getElementById('play-finds')?.textContent?.replace(/[\u2068\u2069]/g, '');
  return { screen, button, kind, sentence, start, stop, set_settings };
}

it('says whom a press would find, and leads to the table', async () => {
  const { screen, button, kind, sentence, start } = await renderPanel();
  await kind('ready');
  expect(sentence()).toBe('tidewright (1312) is waiting for Connect Four, close to your 1264.');
  await expect.element(screen.getByText('If the seat is taken by then: the house.')).toBeVisible();
  button.click();
  await expect.poll(() => location.hash).toBe('#/tables/t1');
  expect(start).toHaveBeenCalledExactlyOnceWith(
    { scope: 'known', protocol_id: null, strength: 'steady', only_house: false },
    expect.anything(),
  );
});

it('finds the house while nobody near the rating waits', async () => {
  const { screen, kind, sentence } = await renderPanel({ entries: [marlow] });
  await kind('ready');
  expect(sentence()).toBe('Marlow of the house (Steady) plays Reversi with you.');
  await expect.element(screen.getByText('Nobody near your rating is waiting.')).toBeVisible();
});

it('names a deprecated game as such, and prefers every other', async () => {
  const old = { ...tidewright, bundled: null };
  const other = {
    ...openTable({ nickname: 'anna', rating: 1350, mode: 'human', game: 'Reversi', gain }),
    bundled: null,
  };
  const deprecated = old.protocol_id;
  const both = await renderPanel({ entries: [old, other], deprecated });
  await both.kind('ready');
  await expect.poll(both.sentence).toContain('anna (1350) is waiting for Reversi');
  expect(both.screen.container.textContent).not.toContain('advises against');
  await both.screen.unmount();
  const alone = await renderPanel({ entries: [old], deprecated });
  await alone.kind('ready');
  await expect.element(alone.screen.getByText('The author of this game advises against new tables.')).toBeVisible();
});

it('says that a challenge waits where nobody else does', async () => {
  const { screen, kind, sentence } = await renderPanel({ entries: [{ ...tidewright, for_me: true }, marlow] });
  await kind('ready');
  expect(sentence()).toContain('Marlow of the house');
  await expect.element(screen.getByText('A challenge waits for you below.')).toBeVisible();
  expect(screen.getByText(/^Nobody near/).query()).toBeNull();
});

it('starts once for a double click and a held Enter', async () => {
  const { button, kind, start } = await renderPanel({ start: () => new Promise(() => {}) });
  await kind('ready');
  await userEvent.dblClick(button);
  button.focus();
  await userEvent.keyboard('{Enter>3}');
  await kind('looking');
  expect(start).toHaveBeenCalledTimes(1);
});

it('can be stopped while looking', async () => {
  let refuse = (_: Error) => {};
  const { screen, button, kind, stop } = await renderPanel({
    start: () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  });
  await kind('ready');
  button.click();
  await kind('looking');
  await screen.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => stop.mock.calls.length).toBe(1);
  refuse(new ParlorError('cancelled', 'Stopped.'));
  await kind('ready');
  expect(document.activeElement).toBe(button);
  expect(location.hash).toBe('#/');
});

it('says why a press has led to no table', async () => {
  const { button, kind, sentence } = await renderPanel({
    start: () => Promise.reject(new ParlorError('community_unreachable', 'No answer.')),
  });
  await kind('ready');
  button.click();
  await expect.poll(sentence).toContain("Can't reach");
  await kind('ready');
});

it('opens the table that needs a question', async () => {
  const start = async () => ({ table_id: null, post_id: tidewright.post_id });
  const { button, kind } = await renderPanel({ start });
  await kind('ready');
  button.click();
  await expect.poll(() => location.hash).toBe(`#/?table=${tidewright.post_id}`);
});

it('remembers an early press until the seat is ready, and forgets it on Stop', async () => {
  const { screen, button, kind, start } = await renderPanel({ app: { phase: 'registering', me: null } });
  await kind('preparing');
  button.click();
  await kind('waiting');
  await screen.getByRole('button', { name: 'Stop' }).click();
  await kind('preparing');
  expect(start).not.toHaveBeenCalled();
});

it('prepares no seat for somebody who is not admitted', async () => {
  const { sentence } = await renderPanel({ app: appState('admission', 'light') });
  await expect.poll(sentence).toBe("You aren't registered here.");
});

it.each([
  ['joining', 'Joining tidewright…'],
  ['playing', 'Your game with tidewright has begun.'],
] as const)('leads to a table that another window is at: %s', async (phase, text) => {
  const table = playing({ table_id: 't7', phase });
  const { button, sentence, start } = await renderPanel({ play: { table_id: 't7', missed: [] }, tables: [table] });
  await expect.poll(sentence).toBe(text);
  expect(button.textContent).toBe('Go to the table');
  button.click();
  await expect.poll(() => location.hash).toBe('#/tables/t7');
  expect(start).not.toHaveBeenCalled();
});

const certificate = { community: appState('certificate', 'light').community };

it.each([
  [{ entries: [{ ...tidewright, known: false }] }, 'nobody', 'Nobody is waiting for a game that you know.'],
  [{ entries: [], app: { settings: anyTable } }, 'nobody', 'Nobody is waiting right now.'],
  [{ chosenGame: protocolIdNamed('Gomoku') }, 'nobody', 'Nobody is waiting for this game right now.'],
  [{ status: 'offline' }, 'offline', "The community can't be reached."],
  [{ status: 'offline', app: certificate }, 'offline', "The community can't be used."],
] satisfies [Given, string, string][])('does nothing where nobody can be found: %j', async (given, state, text) => {
  const { button, kind, sentence, start } = await renderPanel(given);
  await kind(state);
  expect(sentence()).toBe(text);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  button.click();
  await kind(state);
  expect(start).not.toHaveBeenCalled();
});

it('says who waits without points where nobody waits with points, and leads to that table', async () => {
  const unrated = { ...tidewright, tags: ['unrated'], gain: null };
  const { screen, button, kind, sentence } = await renderPanel({ entries: [unrated] });
  await kind('nobody');
  expect(sentence()).toBe('tidewright (1312) is waiting for Connect Four, close to your 1264. No points.');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await screen.getByRole('button', { name: 'See the table' }).click();
  expect(location.hash).toBe(`#/?table=${tidewright.post_id}`);
});

it('says before the press that the game it finds gives no points', async () => {
  const { kind, sentence } = await renderPanel({ entries: [{ ...tidewright, gain: { win: 0, draw: 0, loss: 0 } }] });
  await kind('ready');
  expect(sentence()).toBe('tidewright (1312) is waiting for Connect Four, close to your 1264. No points.');
});

it('looks for the chosen game only', async () => {
  const { button, kind, sentence } = await renderPanel({ chosenGame: marlow.protocol_id });
  await kind('ready');
  expect(button.textContent).toBe('Play Reversi');
  expect(sentence()).toContain('Marlow');
});

it('prefers the game played last, and keeps what it may choose', async () => {
  const last = playing({ phase: 'finished', protocol: { ...playing().protocol, protocol_id: marlow.protocol_id } });
  const { screen, kind, start, button, set_settings } = await renderPanel({ entries: [marlow], tables: [last] });
  await kind('ready');
  await screen.getByRole('combobox', { name: 'What Play may choose' }).selectOptions('Only Reversi');
  await expect.poll(() => set_settings.mock.calls.length).toBe(1);
  expect(set_settings).toHaveBeenCalledWith({ play_scope: 'game' }, expect.anything());
  button.click();
  await expect.poll(() => start.mock.calls.length).toBe(1);
  expect(start).toHaveBeenCalledWith(expect.objectContaining({ protocol_id: marlow.protocol_id }), expect.anything());
});

it('says that a host has the same rating, not one close to it', async () => {
  const equal = openTable({ nickname: 'anna', rating: 1264, mode: 'human', game: 'Connect Four', gain });
  const { kind, sentence } = await renderPanel({ entries: [equal] });
  await kind('ready');
  expect(sentence()).toBe('anna is waiting for Connect Four, rated 1264 like you.');
});

it('the choice of tables is as wide as the chosen one, with its arrow beside it', async () => {
  const { screen } = await renderPanel({
    app: { settings: anyTable },
  });
  const select = screen.getByRole('combobox', { name: 'What Play may choose' });
  await expect.element(select).toBeVisible();
  const width = () => select.element().getBoundingClientRect().width;
  const narrow = width();
  (select.element() as HTMLSelectElement).value = 'known';
  expect(width()).not.toBe(narrow);
});
