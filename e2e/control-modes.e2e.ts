/** The control mode of a seat: switched during a game, shown in the replay, and a client that plays the seat. */
import { attach } from '../electron/owner/attach.ts';
import { expect, test } from './app-fixture.ts';
import { axeViolations, firstRun, join, play, pressNumber, rowOf } from './user-actions.ts';

test('who decides can be switched during a game, and the replay shows what the agent would have played', {
  tag: '@long',
}, async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Wick')).toBeVisible();
  await join(page, 'Wick');
  await expect(page.getByTestId('peer-strength')).toHaveText('easy');
  const turn = page.locator('[data-clock="own"]');
  const seat = page.getByRole('radiogroup', { name: 'Your seat' });

  // Two moves by hand in the first column, where agents never start.
  for (let move = 1; move <= 2; move += 1) {
    await expect(page.locator('[data-decision="choose"]')).toBeVisible();
    await pressNumber(page, 1);
    await play(page);
  }

  await expect(turn).toContainText('your move');
  await seat.getByText('Hybrid').click();
  const decision = page.getByTestId('decision');
  await expect(decision).toContainText('Your agent would play column');
  await expect(page.locator('[data-region="decision"]')).toContainText('Your agent says:');
  await page.getByRole('combobox', { name: "Agent's strength" }).selectOption({ label: 'sharp' });
  await expect(decision).toContainText('Your agent would play column');
  // Back to human: nothing is played automatically.
  await seat.getByText('Human').click();
  await expect(turn).toContainText('your move');
  await expect(decision).not.toContainText('Your agent');
  await seat.getByText('Autonomous').click();
  await expect(page.getByRole('button', { name: 'See the result' })).toBeVisible({ timeout: 120_000 });
  await page.getByRole('button', { name: 'See the result' }).click();

  // From the list of tables, by keyboard only.
  await page.getByRole('link', { name: 'Tables', exact: true }).click();
  await page.locator('[data-table]').first().focus();
  await page.keyboard.press('Shift+Enter');
  await expect(page).toHaveURL(/\/replay/);
  await expect(page.getByTestId('advice')).toContainText(/on \d+ of 2 moves|of 2 moves you decided/, {
    timeout: 30_000,
  });
  await expect(page.locator('[data-differs]').first()).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 4; step += 1) {
    if ((await page.getByTestId('replay-advice').count()) > 0) break;
    await page.keyboard.press('ArrowRight');
  }
  await expect(page.getByTestId('replay-advice')).toContainText('Your agent would have played column');
  await page.keyboard.press('+');
  await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('2');
  await expect(page.getByText('From here your agent plays alone.')).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);
});

test('a client is allowed in the window, proposes a move, is overridden, plays alone, and is revoked', {
  tag: '@long',
}, async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Wick')).toBeVisible();
  const post_id = (await rowOf(page, 'Wick').getAttribute('data-post')) ?? '';

  const owner = await attach(app.dataDir);
  if (!owner) throw new Error('Parlor is not listening.');
  const { clients, tables } = owner.client;
  const { client_id } = await clients.connect({ name: 'Plover <b>' });
  const sheet = page.getByRole('dialog', { name: 'An agent wants to play as you' });
  await expect(sheet).toContainText('Plover <b>');
  await expect(clients.join({ client_id, post_id, control_mode: 'hybrid' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await sheet.getByRole('switch', { name: 'Play rated games' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Allow' }).click();
  await expect(sheet).toHaveCount(0);

  const { table_id } = await clients.join({ client_id, post_id, control_mode: 'hybrid' });
  const key = async () => (await tables.list({})).tables.find((table) => table.table_id === table_id)?.ask?.key ?? '';
  await expect.poll(key).not.toBe('');
  await page.keyboard.press('Alt+2');
  await expect(page.locator(`li:has([data-table="${table_id}"])`)).toContainText(/played by .*Plover <b>/);
  await page.locator(`[data-table="${table_id}"]`).click();
  const decision = page.getByTestId('decision');
  await expect(decision).toBeVisible();

  // The proposal waits with its reason, until the user plays something else.
  const first = await key();
  await tables.hold({ table_id, key: first });
  const proposal = { client_id, table_id, key: first, value: 3, reason: 'The <i>centre</i>.' };
  expect(await clients.answer(proposal)).toEqual({ status: 'proposed' });
  await expect(decision).toContainText('Your agent would play column 4');
  await expect(page.locator('[data-region="decision"]')).toContainText('The <i>centre</i>.');
  await pressNumber(page, 1);
  await play(page);
  await expect.poll(key).not.toBe(first);
  await expect.poll(key).not.toBe('');
  await expect(page.getByTitle("you chose, against your agent's proposal")).toBeVisible();
  await expect(clients.answer(proposal)).rejects.toMatchObject({ code: 'decision_finalized' });

  // In autonomous mode its answer is played at once, with its reason beside the move.
  const seat = page.getByTestId('client-seat');
  await seat.getByRole('button', { name: 'Let it play' }).click();
  await expect(decision).toContainText('Your agent is thinking');
  const second = await key();
  expect(await clients.answer({ ...proposal, key: second })).toEqual({ status: 'played' });
  await expect(page.locator('[data-reason]')).toContainText('The <i>centre</i>.');
  await expect.poll(key).not.toBe(second);
  await expect.poll(key).not.toBe('');

  // The user takes over, and later revokes the client.
  await page.locator('[data-action="take-over-now"]').click();
  await expect(page.locator('[data-decision="choose"]')).toBeVisible();
  const third = await key();
  await expect(clients.answer({ ...proposal, key: third })).rejects.toMatchObject({ code: 'decision_not_open' });
  await pressNumber(page, 1);
  await play(page);
  await page.goto(`${new URL(page.url()).origin}/#/settings/agents`);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Not allowed')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  const [table] = (await tables.list({})).tables.filter((each) => each.table_id === table_id);
  expect(table).toMatchObject({ client: null, control_mode: 'human' });
  const own = table!.moves.flatMap(({ by, origin, reason }) => (by === table!.role ? [[origin, reason]] : []));
  expect(own.slice(0, 3)).toEqual([
    ['override', null],
    ['client', 'The <i>centre</i>.'],
    ['you', null],
  ]);
  owner.close();
});
