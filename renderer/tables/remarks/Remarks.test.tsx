import '../../ui/base.css';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Table, TableRemarks } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { Saying } from '../../../shared/tables/remarks.ts';
import { setConnectionState } from '../../bridge/connection.ts';
import { emptyInbox } from '../../core/inbox-feed.ts';
import { renderPart } from '../../testing/render.tsx';
import { playing } from '../../testing/samples.ts';
import { SidePanel } from '../panel/SidePanel.tsx';
import { Remarks } from './Remarks.tsx';
import { RemarksPart } from './RemarksPart.tsx';

let tableCount = 0;

/** What can be said at a table whose texts both sides allow. Each saying waits until it is settled. */
async function openRemarks(draft = '') {
  tableCount += 1;
  const table = playing({ table_id: `talk-${tableCount}` });
  const state: TableRemarks = {
    ...{ table_id: table.table_id, remarks: [], ignored: 0, muted: false, open: true },
    texts: { own: true, peer: true },
  };
  const said: { saying: Saying; settle: PromiseWithResolvers<Record<string, never>> }[] = [];
  const kept = new Map([[table.table_id, draft]]);
  const part = <Remarks table={table} state={state} />;
  const screen = await renderPart(part, {
    handlers: {
      drafts: {
        get: ({ table_id }) => ({ text: kept.get(table_id) ?? '' }),
        set({ table_id, text }) {
          kept.set(table_id, text);
          return {};
        },
      },
      remarks: {
        allow_texts: () => ({}),
        say({ saying }) {
          const settle = Promise.withResolvers<Record<string, never>>();
          said.push({ saying, settle });
          return settle.promise;
        },
      },
    },
  });
  const field = () => screen.container.querySelector('input')!;
  return { screen, part, said, kept, field, table, state };
}

const moved = (table: Table): Table => ({
  ...table,
  moves: [{ number: 1, by: 'host', text: 'd1', automatic: false } as Table['moves'][number]],
});

it('changes no phrase under the pointer or the focus, nor what would move it', async () => {
  const { screen, table, state } = await openRemarks();
  const waiting = { ...state, texts: { own: true, peer: false } };
  const show = (shown: Table, told: TableRemarks) => screen.show(<Remarks table={shown} state={told} />);
  const phrase = (name: string) => screen.getByRole('button', { name, exact: true });
  for (const hold of ['pointer', 'focus'] as const) {
    await userEvent.unhover(document.body);
    await show(table, waiting);
    await expect.element(phrase('Hello')).toBeVisible();
    const hello = phrase('Hello').element() as HTMLElement;
    if (hold === 'pointer') await userEvent.hover(hello);
    else hello.focus();
    const box = JSON.stringify(hello.getBoundingClientRect());
    await show(moved(table), state);
    expect(phrase('Good move').elements(), hold).toEqual([]);
    expect(hello.isConnected, hold).toBe(true);
    expect(JSON.stringify(hello.getBoundingClientRect()), hold).toBe(box);
    if (hold === 'focus') hello.blur();
    // A page without the focus isn't told that one of its elements has lost it.
    await userEvent.unhover(hello);
    await expect.element(phrase('Good move')).toBeVisible();
    await expect.element(screen.getByRole('textbox')).toBeVisible();
  }
});

it('keeps its heading and Mute in their places, whatever is said and can be said', async () => {
  await page.viewport(1280, 800);
  const table = playing({ table_id: 'talk-places' });
  const quiet: TableRemarks = {
    ...{ table_id: table.table_id, remarks: [], ignored: 0, muted: false, open: true },
    texts: { own: false, peer: false },
  };
  const panel = { shown: 'moves', toggle() {}, has: () => true, isCompact: false } as const;
  const part = (shown: Table) => (
    <div style={{ display: 'grid', gridTemplateRows: '600px', width: 300 }}>
      <SidePanel table={shown} panel={panel} onSelectRound={() => {}} ownBoard={false} />
    </div>
  );
  const screen = await renderPart(part(table), { handlers: { remarks: { get: () => quiet } } });
  const mute = screen.getByRole('button', { name: /^Mute/ });
  await expect.element(mute).toBeVisible();
  const place = () => mute.element().getBoundingClientRect().top;
  const before = place();
  await screen.show(part(moved(table)));
  await expect.element(screen.getByRole('button', { name: 'Good move' })).toBeVisible();
  expect(place()).toBe(before);
  const remarks: TableRemarks['remarks'] = Array.from({ length: 9 }, (_, number) => ({
    ...{ number: number + 1, by: 'host', at: 0, phrase: 'hello' },
  }));
  for (const count of [1, 9]) {
    screen.emit('remarks', 'changed', {
      ...quiet,
      remarks: remarks.slice(0, count),
      texts: { own: false, peer: true },
    });
    await expect.poll(() => screen.getByTestId('remarks').getByRole('listitem').elements()).toHaveLength(count);
    expect(place(), `${count}`).toBe(before);
  }
});

it('shows what was said while its page was away or its window disconnected, and that nothing more can be said', async () => {
  const table = playing({ table_id: 'talk-away' });
  let told: TableRemarks = {
    ...{ table_id: table.table_id, remarks: [], ignored: 0, muted: false, open: true },
    texts: { own: false, peer: false },
  };
  const say = (phrase: 'hello' | 'thanks', changes: Partial<TableRemarks> = {}) => {
    const { remarks } = told;
    told = { ...told, remarks: [...remarks, { number: remarks.length + 1, by: 'host', at: 0, phrase }], ...changes };
  };
  const part = <RemarksPart table={table} />;
  const screen = await renderPart(part, { handlers: { remarks: { get: () => told } } });
  await expect.element(screen.getByRole('button', { name: 'Good luck' })).toBeVisible();
  const said = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent?.split(' ').at(-1));
  await screen.show(null);
  say('hello');
  screen.emit('remarks', 'changed', told);
  await screen.show(part);
  await expect.poll(said).toEqual(['Hello']);
  setConnectionState('lost');
  say('thanks', { open: false });
  setConnectionState('connected');
  await expect.poll(said).toEqual(['Hello', 'Thanks']);
  await expect.element(screen.getByText('The connection has ended. Nothing more can be said here.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Good luck' }).elements()).toEqual([]);
});

it('says of a text that came too late that the connection has ended, and nothing of the game', async () => {
  const { screen, said, field } = await openRemarks();
  await userEvent.type(field(), 'Well played!{Enter}');
  await expect.poll(() => said).toHaveLength(1);
  said[0]!.settle.reject(new ParlorError('peer_disconnected', 'Gone.'));
  const alert = screen.getByRole('alert');
  await expect.element(alert).toHaveTextContent('The connection has ended. Nothing more can be said here.');
  expect(alert.element().textContent).not.toContain('game');
  expect(field().value).toBe('Well played!');
});

it.each([
  { peerAllows: true, hasFocus: true },
  { peerAllows: false, hasFocus: false },
])(
  'the field takes the focus only if it appears because the user asked for it: $hasFocus',
  async ({ peerAllows, hasFocus }) => {
    const { screen, table, state, field } = await openRemarks();
    const show = (own: boolean, peer: boolean) =>
      screen.show(<Remarks table={table} state={{ ...state, texts: { own, peer } }} />);
    await show(false, peerAllows);
    await screen.getByRole('button', { name: 'Allow short texts at this table' }).click();
    await show(true, peerAllows);
    await show(true, true);
    await expect.poll(field).not.toBeNull();
    expect(document.activeElement === field()).toBe(hasFocus);
  },
);

it('keeps what is typed while the text before is being sent', async () => {
  const { said, field } = await openRemarks();
  await userEvent.type(field(), 'first line{Enter}second');
  await expect.poll(() => said).toHaveLength(1);
  expect(field().value).toBe('second');
  said[0]!.settle.resolve({});
  await userEvent.type(field(), ' line');
  expect(field().value).toBe('second line');
  await expect.poll(() => field().form!.querySelector('button')!.getAttribute('aria-disabled')).toBeNull();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => said.map(({ saying }) => saying)).toEqual([{ text: 'first line' }, { text: 'second line' }]);
  expect(field().value).toBe('');
});

it('puts back what could not be sent, before what was typed since', async () => {
  const { screen, said, field } = await openRemarks();
  await userEvent.type(field(), 'first{Enter}second');
  await expect.poll(() => said).toHaveLength(1);
  said[0]!.settle.reject(new ParlorError('rate_limited', 'Wait.'));
  await expect.poll(() => field().value).toBe('first second');
  await expect.element(screen.getByRole('alert')).toBeVisible();
});

it('keeps what is typed while the field is away', async () => {
  const { screen, part, field } = await openRemarks();
  await userEvent.type(field(), 'half a sentence');
  await screen.show(null);
  await screen.show(part);
  expect(field().value).toBe('half a sentence');
});

it('finds what main has kept over a restart', async () => {
  const { kept, field } = await openRemarks('From before');
  await expect.poll(() => field().value).toBe('From before');
  await userEvent.type(field(), ' and now');
  await expect.poll(() => [...kept.values()]).toEqual(['From before and now']);
});

it('says in its place that the other side is blocked, and unblocks', async () => {
  const table = playing({ table_id: 'talk-blocked' });
  const { revision: _, ...inbox } = emptyInbox;
  const contacts = [{ public_key: table.peer.public_key, name: '', notes: '', blocked: true }];
  const next = { messages: null, sent: null, contacts: null };
  const unblocked: string[] = [];
  const screen = await renderPart(<RemarksPart table={table} />, {
    handlers: {
      inbox: {
        list: () => ({ ...inbox, messages: [], sent: [], contacts, next }),
        unblock({ public_key }) {
          unblocked.push(public_key);
          return {};
        },
      },
    },
  });
  await expect.poll(() => screen.container.textContent).toContain('Nothing that they say is shown.');
  await screen.getByRole('button', { name: 'Unblock' }).click();
  await expect.poll(() => unblocked).toEqual([table.peer.public_key]);
});
