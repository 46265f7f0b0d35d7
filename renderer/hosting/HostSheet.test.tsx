import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { profileSchema } from '../../shared/bridge/agents.ts';
import type { HostedTable } from '../../shared/bridge/hosting.ts';
import { ParlorError } from '../../shared/errors.ts';
import { useQueryParameter } from '../core/hash-location.ts';
import { exampleOf } from '../testing/example.ts';
import { hostableSamples, hostedOf } from '../testing/hosting-samples.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf, person, protocolIdNamed } from '../testing/samples.ts';
import { HostSheet } from './HostSheet.tsx';
import { WaitingSheet } from './WaitingSheet.tsx';

afterEach(() => history.replaceState(null, '', '#/'));

/** The last one is called what the first ones mention. */
const protocols = hostableSamples()
  .map((protocol) => ({ ...protocol, description: `${protocol.description} Like a chat.` }))
  .sort((a, b) => Number(a.name === 'Chat') - Number(b.name === 'Chat'));

const showGames = () =>
  renderPart(<HostSheet protocolId="" guestKey={null} onClose={() => {}} />, {
    handlers: { tables: { hostable: () => ({ protocols }) } },
  });

it('finds a game by what is typed at once, and Enter picks the first', async () => {
  const screen = await showGames();
  await expect.element(screen.getByRole('searchbox', { name: 'Find a game' })).toHaveFocus();
  await userEvent.keyboard('connect{Enter}');
  expect(new URLSearchParams(location.hash.split('?')[1]).get('host')).toBe(protocolIdNamed('Connect Four'));
});

it('a game with that name comes before those that only mention it', async () => {
  const screen = await showGames();
  await expect.element(screen.getByRole('searchbox', { name: 'Find a game' })).toHaveFocus();
  await userEvent.keyboard('chat');
  await expect.element(screen.getByRole('listitem').first().getByText('Chat', { exact: true })).toBeVisible();
  expect(screen.getByRole('listitem').elements()).toHaveLength(protocols.length);
});

it('of two games with one name, says which is deprecated, why, and what follows; Enter picks the other', async () => {
  const versions = [1, 2].map((number) => ({
    ...protocols[0]!,
    ...{ protocol_id: keyOf(number), name: 'Golden Heap', source: 'cached' as const },
  }));
  const successor = { protocol_id: keyOf(2), name: 'Golden Heap', here: true };
  const deprecations = [{ protocol_id: keyOf(1), reason: 'Stones were lost.', successor }];
  const screen = await renderPart(<HostSheet protocolId="" guestKey={null} onClose={() => {}} />, {
    app: { phase: 'ready' },
    handlers: {
      tables: { hostable: () => ({ protocols: versions }) },
      protocols: { deprecations: () => ({ deprecations }) },
    },
  });
  const rows = screen.getByRole('listitem');
  await expect.element(rows.nth(0).getByText('deprecated', { exact: true })).toBeVisible();
  expect(plain(rows.nth(0).element().textContent)).toContain('Newer: Golden Heap. Stones were lost.');
  await expect.element(rows.nth(1).getByText('deprecated')).not.toBeInTheDocument();
  await userEvent.keyboard('heap{Enter}');
  expect(new URLSearchParams(location.hash.split('?')[1]).get('host')).toBe(keyOf(2));
});

/** Names are isolated. */
const plain = (text: string | null | undefined) => text?.replace(/[\u2068\u2069]/g, '');

const guestKey = keyOf(1);
const profile = profileSchema.parse(exampleOf(profileSchema));
const reached = { used: 2, limit: 2, again_at: 4_000_000_000_000 };
const bernd = (cap: typeof reached | null) => ({
  profile: () => ({ ...profile, person: person(1, 'Bernd', 1200), cap }),
});
const text = () => plain(document.body.textContent);

const showForm = (game: string, cap: typeof reached | null = null, challenge?: () => never) =>
  renderPart(<HostSheet protocolId={protocolIdNamed(game)} guestKey={guestKey} onClose={() => {}} />, {
    app: { phase: 'ready' },
    handlers: { tables: { hostable: () => ({ protocols }), ...(challenge ? { challenge } : {}) }, agents: bernd(cap) },
  });

const showWaiting = (game: string, cap: typeof reached | null = null, changes: Partial<HostedTable> = {}) => {
  const terms = { protocol: protocolIdNamed(game), control_mode: 'human' as const, for_public_key: guestKey };
  const hosted = { ...hostedOf(terms), ...changes };
  return renderPart(<WaitingSheet postId={hosted.post_id} onClose={() => {}} />, {
    app: { phase: 'ready' },
    handlers: { tables: { hosting: () => ({ hosted: [hosted] }) }, agents: bernd(cap) },
  });
};

it('a chat is an invitation, a game a challenge', async () => {
  const chat = await showForm('Chat');
  await expect.element(chat.getByRole('button', { name: 'Send invitation' })).toBeVisible();
  await expect.poll(text).toContain('Invite Bernd');
  await chat.unmount();
  const game = await showForm('Connect Four');
  await expect.element(game.getByRole('button', { name: 'Send challenge' })).toBeVisible();
  await expect.poll(text).toContain('Challenge Bernd');
});

it('says of a message that the lobby shows it only where the lobby lists the table', async () => {
  const screen = await renderPart(
    <HostSheet protocolId={protocolIdNamed('Connect Four')} guestKey={null} onClose={() => {}} />,
    { app: { phase: 'ready' }, handlers: { tables: { hostable: () => ({ protocols }) } } },
  );
  await expect.poll(text).toContain('Shown in the lobby.');
  for (const audience of ['With the link', 'One person']) {
    await screen.getByText(audience, { exact: true }).click();
    await expect.poll(text).toContain('Shown to those who can join.');
    expect(text()).not.toContain('Shown in the lobby.');
  }
});

it('asks of a game that could give points whether it does, and sends the answer', async () => {
  const requests: unknown[] = [];
  const showGame = (game: string) =>
    renderPart(<HostSheet protocolId={protocolIdNamed(game)} guestKey={null} onClose={() => {}} />, {
      app: { phase: 'ready' },
      handlers: {
        tables: {
          hostable: () => ({ protocols }),
          host: (request) => {
            requests.push(request);
            throw new ParlorError('rate_limited', 'Too many.');
          },
        },
      },
    });
  const chat = await showGame('Chat');
  await expect.element(chat.getByRole('button', { name: 'Open the table' })).toBeVisible();
  expect(chat.getByText('Unrated', { exact: true }).elements()).toEqual([]);
  await chat.unmount();
  const game = await showGame('Connect Four');
  await expect.poll(text).toContain('The result counts for both ratings.');
  await game.getByText('Unrated', { exact: true }).click();
  await expect.poll(text).toContain('nobody gets points');
  await game.getByRole('button', { name: 'Open the table' }).click();
  await expect.poll(() => requests).toMatchObject([{ unrated: true }]);
});

/** The sheet as the address picks its game. */
const Routed = () => <HostSheet protocolId={useQueryParameter('host') ?? ''} guestKey={null} onClose={() => {}} />;

it('keeps what was chosen when the game is changed, wherever the other game has the same choice', async () => {
  const requests: unknown[] = [];
  history.replaceState(null, '', `#/?host=${protocolIdNamed('Connect Four')}`);
  const screen = await renderPart(<Routed />, {
    app: { phase: 'ready' },
    handlers: {
      tables: {
        hostable: () => ({ protocols }),
        host: (request) => {
          requests.push(request);
          throw new ParlorError('rate_limited', 'Too many.');
        },
      },
    },
  });
  const changeGame = async (name: string) => {
    await screen.getByRole('button', { name: 'Change game' }).click();
    await expect.element(screen.getByRole('searchbox', { name: 'Find a game' })).toHaveFocus();
    await userEvent.keyboard(`${name}{Enter}`);
  };
  for (const choice of ['Unrated', 'Quick', 'With the link']) await screen.getByText(choice, { exact: true }).click();
  await screen.getByRole('textbox', { name: 'Message (optional)' }).fill('Slowly, please.');
  const kept = { visibility: 'unlisted', message: 'Slowly, please.' };
  // A chat has no points to do without.
  await changeGame('chat');
  await screen.getByRole('button', { name: 'Open the table' }).click();
  await expect.poll(() => requests).toMatchObject([kept]);
  expect(requests[0]).not.toHaveProperty('unrated');
  await screen.getByRole('button', { name: 'Choose something else' }).click();
  await userEvent.keyboard('connect{Enter}');
  await screen.getByRole('button', { name: 'Open the table' }).click();
  await expect
    .poll(() => requests[1])
    .toMatchObject({
      ...kept,
      protocol: protocolIdNamed('Connect Four'),
      unrated: true,
      options: { max_think_seconds: 30 },
    });
});

it('says who moves first, in games with turns', async () => {
  const turns = await showForm('Connect Four');
  await expect.poll(text).toContain('Bernd moves first. In a rematch, you do.');
  await turns.unmount();
  await showForm('Rock Paper Scissors');
  await expect.poll(text).toContain('You choose every move.');
  expect(text()).not.toContain('moves first');
});

it('an open table without points says so', async () => {
  const rated = await showWaiting('Connect Four');
  await expect.poll(text).toContain('Bernd');
  await expect.element(rated.getByText('rated', { exact: true })).toBeVisible();
  expect(text()).not.toContain('no points');
  await rated.unmount();
  await showWaiting('Connect Four', reached, { unrated: true });
  await expect.poll(text).toContain('no points');
  expect(text()).not.toContain('No points for this game');
});

it('a table for one person waits for that person', async () => {
  await showWaiting('Chat');
  await expect.poll(text).toContain('The table opens here as soon as Bernd joins.');
});

it('a table stays open with the reason why its person gets no message, and none is opened for who has blocked the user', async () => {
  const full = new ParlorError('inbox_full', 'Full.').toProblem();
  const waiting = await showWaiting('Connect Four', null, { unsent: full });
  await expect.poll(text).toContain('Connect Four: Bernd gets no message of your table.');
  await expect.poll(text).toContain('inbox is full');
  await waiting.unmount();
  const form = await showForm('Connect Four', null, () => {
    throw new ParlorError('blocked_by_recipient', 'Blocked.');
  });
  await userEvent.fill(form.getByRole('textbox', { name: /Message/ }), 'Again?');
  await form.getByRole('button', { name: 'Send challenge' }).click();
  await expect.poll(text).toContain('This person has blocked you');
  expect(text()).not.toContain('as soon as Bernd joins');
  await expect.element(form.getByRole('textbox', { name: /Message/ })).toHaveValue('Again?');
});

it.each([
  ['form', showForm],
  ['open table', showWaiting],
] as const)('the %s says that a rated game gives no points while the limit is reached', async (_, show) => {
  const capped = await show('Connect Four', reached);
  await expect
    .poll(text)
    .toContain('No points for this game: you two have played 2 rated games or more in the last 24\u00A0hours.');
  expect(text()).not.toContain('counts for both ratings');
  await capped.unmount();
  const unrated = await show('Chat', reached);
  await expect.poll(text).toContain('Bernd');
  expect(text()).not.toContain('No points');
  await unrated.unmount();
  await show('Connect Four', { ...reached, used: 1 });
  await expect.poll(text).toContain('Bernd');
  expect(text()).not.toContain('No points');
});
