import { expect, it } from 'vitest';
import { emptyNotices, rowsPageMax, type TableFilter, type TableRow } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { talkSubject } from '../../../shared/notices/subjects.ts';
import { playedGames } from '../../../shared/tables/history.ts';
import { rowOf, tableMatcher } from '../../../shared/tables/table-rows.ts';
import { chatting, conversation } from '../../testing/chat-tables.ts';
import { renderPart } from '../../testing/render.tsx';
import { openAsk, person, playing, protocolIdNamed } from '../../testing/samples.ts';
import { historyTables } from '../../testing/scene-history.ts';
import { TablesRoom } from './TablesRoom.tsx';

const row = (index: number): TableRow =>
  rowOf(
    playing({
      table_id: `t${index}`,
      phase: 'finished',
      started_at: 1e12 - index,
      peer: person(index, `P ${index}`, 1),
    }),
  );

it('a list that cannot be loaded is a problem to retry, not an empty list', async () => {
  let isBroken = true;
  const screen = await renderPart(<TablesRoom />, {
    handlers: {
      tables: {
        list: () => ({ tables: [] }),
        rows() {
          if (isBroken) throw new ParlorError('too_large', 'The response is too large.');
          return { rows: [row(0)], total: 1, all: 1, unreadable: 0 };
        },
      },
    },
  });
  await expect.element(screen.getByRole('button', { name: 'Copy too_large' })).toBeVisible();
  expect(screen.getByText('No games yet').elements()).toEqual([]);
  isBroken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('P 0')).toBeVisible();
});

it('shows the count of thousands of tables, and reads and renders only those in sight', async () => {
  const total = 3000;
  let rowsRead = 0;
  const screen = await renderPart(
    <div style={{ height: 600, display: 'flex', flexDirection: 'column' }}>
      <TablesRoom />
    </div>,
    {
      handlers: {
        tables: {
          list: () => ({ tables: [] }),
          rows({ from = 0, limit = rowsPageMax }) {
            const rows = Array.from({ length: Math.min(limit, total - from) }, (_, index) => row(from + index));
            rowsRead += rows.length;
            return { rows, total, all: total, unreadable: 2 };
          },
        },
      },
    },
  );
  await expect.element(screen.getByText('3000 tables')).toBeVisible();
  await expect.element(screen.getByText("2 more tables can't be read: their files are damaged.")).toBeInTheDocument();
  await expect.element(screen.getByText('P 3', { exact: true })).toBeVisible();
  expect(document.querySelectorAll('[data-table]').length).toBeLessThan(60);
  expect(rowsRead).toBeLessThanOrEqual(2 * rowsPageMax);
  document.querySelector<HTMLElement>('[data-table]')!.focus();
  document.querySelector('ul')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
  await expect.element(screen.getByText('P 2999')).toBeVisible();
  await expect.poll(() => document.activeElement?.getAttribute('data-table')).toBe('t2999');
});

it('says “Your move” only of a table that titles, badges and cards count, too', async () => {
  const running = [
    playing({ table_id: 'human', ask: openAsk('turn 1'), peer: person(1, 'Human', 1) }),
    playing({ table_id: 'auto', ask: openAsk('turn 1'), control_mode: 'autonomous', peer: person(2, 'Auto', 1) }),
    playing({ table_id: 'theirs', ask: null, peer: person(3, 'Theirs', 1) }),
  ];
  const chat = playing({ table_id: 'chat', ask: openAsk('say 1'), peer: person(4, 'Chat', 1) });
  running.push({ ...chat, protocol: { ...chat.protocol, mode: 'free' } });
  await renderPart(<TablesRoom />, {
    handlers: {
      tables: { list: () => ({ tables: running }), rows: () => ({ rows: [], total: 0, all: 4, unreadable: 0 }) },
    },
  });
  const stateOf = (id: string) => document.querySelector(`[data-table="${id}"]`)?.textContent;
  await expect.poll(() => stateOf('human')).toBe('Your move');
  expect(['auto', 'theirs', 'chat'].map(stateOf)).toEqual(['Your agent to move', 'Their move', 'In conversation']);
});

it('counts the messages of a conversation that the user has not seen', async () => {
  const talk = conversation([
    ['host', 'Good evening.'],
    ['guest', 'Good evening!'],
    ['host', 'Are you there?'],
    ['host', 'I am.'],
  ]);
  const seen = [{ subject: talkSubject('chat'), mark: '2' }];
  const screen = await renderPart(<TablesRoom />, {
    handlers: {
      notices: { list: () => ({ ...emptyNotices, dismissed: seen }) },
      tables: {
        list: () => ({ tables: [chatting({ talk })] }),
        rows: () => ({ rows: [], total: 0, all: 1, unreadable: 0 }),
      },
    },
  });
  const state = () => document.querySelector('[data-table="chat"]')?.textContent;
  await expect.poll(state).toBe('2 new messages');
  screen.emit('notices', 'changed', { ...emptyNotices, dismissed: [{ ...seen[0]!, mark: '4' }] });
  await expect.poll(state).toBe('In conversation');
});

it('says how tables ended in words, and asks main for the game and days that are chosen', async () => {
  const rows = historyTables(1e12).map(rowOf);
  const asked: TableFilter[] = [];
  const screen = await renderPart(<TablesRoom />, {
    handlers: {
      history: { games: () => ({ games: playedGames(rows) }) },
      tables: {
        list: () => ({ tables: [] }),
        rows({ from = 0, limit = rowsPageMax, ...filter }) {
          asked.push(filter);
          const found = rows.filter(tableMatcher(filter));
          return { rows: found.slice(from, from + limit), total: found.length, all: rows.length, unreadable: 0 };
        },
      },
    },
  });
  await expect.element(screen.getByText('64 tables')).toBeVisible();
  const texts = [...document.querySelectorAll('[data-table]')].map((link) => link.textContent);
  for (const text of texts) expect(text).toMatch(/^(Won|Lost|Drawn|Unfinished) /);
  await screen.getByLabelText('Game', { exact: true }).selectOptions('Reversi');
  await expect.element(screen.getByText('16 tables')).toBeVisible();
  await screen.getByLabelText('Time', { exact: true }).selectOptions('Choose days');
  await screen.getByLabelText('Last day').fill('2001-08-01');
  await expect
    .poll(() => asked.at(-1))
    .toEqual({
      protocol_id: protocolIdNamed('Reversi'),
      until: new Date(2001, 7, 2).getTime(),
    });
  await screen.getByRole('button', { name: 'Export as CSV' }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ protocol_id: protocolIdNamed('Reversi') });
  history.replaceState(null, '', '#/');
});

it('tells games without points from results that are not sent yet', async () => {
  const reports = { mine: null, mine_at: null, theirs: null, theirs_at: null };
  const over = (state: 'queued' | 'unrated', index: number, unrated: boolean): TableRow => ({
    ...row(index),
    result: { winner: 'host', outcome: 'lost', reason: null, state, reports, rating: null, cap: null },
    settings: unrated ? { unrated } : undefined,
  });
  const rows = [over('unrated', 1, true), over('queued', 2, false)];
  const screen = await renderPart(<TablesRoom />, {
    handlers: {
      tables: { list: () => ({ tables: [] }), rows: () => ({ rows, total: 2, all: 2, unreadable: 0 }) },
    },
  });
  await expect.element(screen.getByText('unrated', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('not sent yet', { exact: true })).toBeVisible();
});
