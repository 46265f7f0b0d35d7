/** The Studio: a project from a template, both seats played, saved files applied at once, problems with their positions, and trials. */
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../electron/installation.ts';
import { roles } from '../shared/tables/hooks.ts';
import { expect, test } from './app-fixture.ts';
import { ensureChromium } from './chromium.ts';
import { axeViolations, firstRun } from './user-actions.ts';

const seat = (page: Page, role: 'host' | 'guest') => page.locator(`[data-seat="${role}"]`);
const boardOf = (page: Page, role: 'host' | 'guest') => seat(page, role).frameLocator('iframe');
const problem = (page: Page, kind: string) => page.locator(`[data-problem="${kind}"]`);

test('an author creates a project, plays both seats, and sees every save and every problem', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'ada');
  await page.getByRole('link', { name: 'Studio', exact: true }).click();
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Three Guesses');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Three Guesses' })).toBeVisible();
  await expect(page.getByText('No errors')).toBeVisible();

  // Boards get at least the room that they are promised, and are scaled where the details take it.
  const sizeAt = async (role: 'host' | 'guest') => {
    const box = await seat(page, role).locator('iframe').boundingBox();
    return box && { fits: box.width >= 340 && box.height >= 300, height: box.height };
  };
  for (const role of roles) await expect.poll(() => sizeAt(role)).toMatchObject({ fits: true });
  await page.setViewportSize({ width: 900, height: 600 });
  await expect.poll(() => sizeAt('guest')).toMatchObject({ fits: true });
  const whole = (await sizeAt('guest'))!.height;
  await page.getByRole('tab', { name: 'Edit' }).click();
  await expect.poll(async () => (await sizeAt('guest'))!.height).toBeLessThan(whole);
  await expect(seat(page, 'guest').locator('iframe')).toHaveJSProperty('clientHeight', 300);
  const splitter = page.getByRole('separator', { name: 'Height of the details below the seats' });
  const before = await splitter.getAttribute('aria-valuenow');
  await splitter.press('ArrowUp');
  await expect(splitter).not.toHaveAttribute('aria-valuenow', before!);
  await splitter.press('Home');
  await page.getByRole('button', { name: 'Fold the details' }).click();
  await expect.poll(() => sizeAt('guest')).toMatchObject({ fits: true });
  await page.getByRole('tab', { name: /Messages/ }).click();
  await page.setViewportSize({ width: 1280, height: 800 });

  // Saves as editors do: writes another file and moves it over the old one.
  const file = (path: string) => join(app.dataDir, 'studio/three-guesses', path);
  const change = async (path: string, from: string, to: string) => {
    const text = await readFile(file(path), 'utf8');
    expect(text).toContain(from);
    await writeFile(`${file(path)}~`, text.replace(from, to));
    await rename(`${file(path)}~`, file(path));
  };

  // With this seed the host's number isn't 5, so the first guess doesn't end the game.
  await page.getByRole('button', { name: /^Seed/ }).click();
  await page.getByLabel('Seed', { exact: true }).fill('a');
  await page.getByLabel('Seed', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Seed a' })).toBeVisible();

  // A person plays the guest's seat: the board picks, and the bar below it plays.
  const guest = boardOf(page, 'guest');
  await guest.getByRole('button', { name: '5', exact: true }).click();
  await seat(page, 'guest').getByRole('button', { name: 'Play' }).click();
  await expect(guest.getByText('you: guess 1 5')).toBeVisible();
  await expect(boardOf(page, 'host').getByText('guest: guess 1 5')).toBeVisible();
  await page.getByRole('tab', { name: /Messages/ }).click();
  await expect(page.locator('[data-frame="3"]')).toContainText('guess');
  expect(await axeViolations(page)).toEqual([]);

  // A changed board is replaced at once, and the game continues.
  await change('ui/board.js', 'You are the', 'Playing as the');
  await expect(guest.getByText('Playing as the guest.')).toBeVisible();
  await expect(guest.getByText('you: guess 1 5')).toBeVisible();
  expect(Number(await page.getByTestId('saved').getAttribute('data-took'))).toBeGreaterThan(0);

  // U13: two boards shown at once receive nothing of each other, and both are removed while a dialog is open.
  const eavesdropping = `const channel = new BroadcastChannel('boards');
channel.onmessage = () => document.body.append('overheard');
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => document.body.append('overheard');
for (let i = 0; i < parent.length; i += 1) parent[i].postMessage({ type: 'parlor-init', v: 1 }, '*', i === 0 ? [port2] : []);
let posted = 0;
setInterval(() => {
  channel.postMessage('x');
  posted += 1;
  if (posted === 10) document.body.append('posted');
}, 20);
const parlor =`;
  await change('ui/board.js', 'const parlor =', eavesdropping);
  await expect(page.getByTestId('saved')).toBeVisible();
  await expect(guest.getByText('you: guess 1 5')).toBeVisible();
  await page.keyboard.press('Alt+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const role of roles) {
    await expect(boardOf(page, role).getByText('Playing as the')).toBeVisible();
    await expect(boardOf(page, role).getByText('posted')).toBeVisible();
    await expect(boardOf(page, role).getByText('overheard')).toHaveCount(0);
  }
  await change('ui/board.js', eavesdropping, 'const parlor =');

  // A request blocked by the board's policy is reported once, with its directive and line.
  await change(
    'ui/board.js',
    'const parlor =',
    "fetch('https://example.org/cards');\nconsole.error('no cards');\nconst parlor =",
  );
  await expect(problem(page, 'blocked')).toContainText('connect-src');
  await expect(problem(page, 'blocked')).toContainText('https://example.org/cards');
  await expect(problem(page, 'blocked')).toContainText('put other data into a .js module');
  await expect(problem(page, 'blocked').getByTestId('place')).toContainText(/^ui\/board\.js:11/);
  await problem(page, 'blocked').getByRole('button', { name: 'Show the line' }).click();
  await expect(problem(page, 'blocked').locator('pre')).toContainText("fetch('https://example.org/cards')");
  await expect(problem(page, 'console').getByTestId('place')).toContainText(/^ui\/board\.js:12/);
  await page.getByRole('tab', { name: /Console/ }).click();
  await expect(page.getByRole('log').getByText('no cards').first()).toBeVisible();
  await change('ui/board.js', "fetch('https://example.org/cards');\nconsole.error('no cards');\n", '');
  await expect(problem(page, 'blocked')).toHaveCount(0);

  // So is what a module throws while it loads, with its name, also if the browser says no more than that something was thrown.
  await change('ui/board.js', 'const parlor =', 'localStorage.clear();\nconst parlor =');
  await expect(problem(page, 'error')).toContainText('SecurityError');
  await change('ui/board.js', 'localStorage.clear();\n', '');
  await expect(problem(page, 'error')).toHaveCount(0);

  // A board that doesn't connect is reported, and so are accessibility violations that axe finds in it.
  await change('ui/index.html', '<p id="prompt">', '<button></button><p id="prompt">');
  await change('ui/board.js', 'connectBoard({', 'Object({');
  await expect(problem(page, 'accessibility')).toContainText('button-name');
  await expect(problem(page, 'silent')).toContainText('ui/initialize');
  await change('ui/board.js', 'Object({', 'connectBoard({');
  await change('ui/index.html', '<button></button>', '');
  await expect(page.getByText('No errors')).toBeVisible();

  // Changed rules change the id; a mistake is reported with its line, and the previous game stays.
  const id = await page.getByTestId('protocol-id').textContent();
  await change('spec.json', '"lower"\n', '"lower",\n            "close"\n');
  await expect(page.getByTestId('protocol-id')).not.toHaveText(id ?? '');
  await page.getByRole('button', { name: '1 rule change' }).click();
  await expect(page.getByTestId('spec-diff')).toHaveText('hint.result can also be: close.');
  await change('spec.json', '"mode": "session_loop"', '"mode": "session_lop"');
  const text = (await readFile(file('spec.json'), 'utf8')).split('\n');
  const line = text.findIndex((each) => each.includes('session_lop')) + 1;
  await expect(problem(page, 'spec_rule').getByTestId('place')).toHaveText(`spec.json:${line}:5`);
  await expect(page.getByText('This is the game from before your last save')).toBeVisible();
  await change('spec.json', '"mode": "session_lop"', '"mode": "session_loop"');
  await expect(problem(page, 'spec_rule')).toHaveCount(0);

  // Hooks at both seats play to the end; an earlier position can be viewed, and the game can continue differently from there.
  await seat(page, 'guest').getByText('Autonomous', { exact: true }).click();
  const over = seat(page, 'guest').locator('[data-decision="over"]');
  await expect(over).toBeVisible();
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(guest.getByText('Playing as the guest.')).toBeVisible();
  await page.getByRole('button', { name: 'To the latest move' }).click();
  await expect(guest.getByText(/^(You|The host) won/)).toBeVisible();
  await page.getByRole('slider', { name: 'Message' }).fill('2');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await expect(over).toHaveCount(0);

  // A guest without the author's hooks sees the same board, which draws from the record.
  await page.getByRole('button', { name: 'Settings of Seat 2, guest' }).click();
  await seat(page, 'guest').getByText('Guest without it').click();
  await expect(seat(page, 'guest').getByText('As a guest without your code sees it')).toBeVisible();
  await expect(guest.getByText('Playing as the guest.')).toBeVisible();
  await seat(page, 'guest').getByText('Your code', { exact: true }).click();
  await expect(guest.getByRole('button', { name: '1', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  // A game is saved as a fixture in the folder, and loaded again.
  await guest.getByRole('button', { name: '1', exact: true }).click();
  await seat(page, 'guest').getByRole('button', { name: 'Play' }).click();
  await expect(guest.getByText('you: guess 1 1')).toBeVisible();
  await page.getByRole('button', { name: '0 fixtures' }).click();
  await page.getByLabel('Save the game as it is now').fill('first-guess');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-fixture="first-guess"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(guest.getByText('you: guess 1 1')).toHaveCount(0);
  await page.getByRole('button', { name: '1 fixture' }).click();
  await page.getByRole('button', { name: 'Load' }).click();
  await expect(guest.getByText('you: guess 1 1')).toBeVisible();
  expect(JSON.parse(await readFile(file('fixtures/first-guess.json'), 'utf8'))).toMatchObject({
    seed: 'a',
    answers: [{ seat: 'guest', key: 'turn:1', answer: 1 }],
  });

  // The editor writes the files too.
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'spec.json' }).press('Control+End');
  await page.keyboard.type('  ');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('As saved.')).toBeVisible();
  expect(await readFile(file('spec.json'), 'utf8')).toMatch(/}\n {2}$/);
  await page.getByRole('tab', { name: /Messages/ }).click();

  // Each seat has its own size, theme and direction; one seat can fill the area.
  await page.getByRole('button', { name: 'Settings of Seat 2, guest' }).click();
  await page.getByLabel('Board size').selectOption('phone');
  await expect(seat(page, 'guest').locator('iframe')).toHaveJSProperty('clientWidth', 360);
  await page.getByLabel('Board width').fill('500');
  await page.keyboard.press('Enter');
  await expect(seat(page, 'guest').locator('iframe')).toHaveJSProperty('clientWidth', 500);
  await page.getByRole('radiogroup', { name: 'Board theme' }).getByText('Dark').click();
  await expect(guest.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(boardOf(page, 'host').locator('html')).toHaveAttribute('data-theme', 'light');
  await page.keyboard.press('Escape');
  const corner = seat(page, 'guest').getByRole('button', { name: 'Resize the board of Seat 2, guest' });
  await corner.press('ArrowLeft');
  await expect(seat(page, 'guest').locator('iframe')).toHaveJSProperty('clientWidth', 490);
  await page.getByRole('button', { name: 'Show only Seat 2, guest' }).click();
  await expect(seat(page, 'host')).toBeHidden();

  // A reload keeps the settings of each seat.
  await page.reload();
  await expect(seat(page, 'guest').locator('iframe')).toHaveJSProperty('clientWidth', 490);
  await expect(guest.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(boardOf(page, 'host').locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(seat(page, 'host')).toBeHidden();
  await page.getByRole('button', { name: 'Show only Seat 2, guest' }).click();
  await expect(seat(page, 'host')).toBeVisible();
  await page.setViewportSize({ width: 900, height: 600 });
  await page.getByRole('button', { name: /^\d+ (problem|note)/ }).click();
  await expect(page.getByRole('heading', { name: 'Problems' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

/** A board that draws the record as text: `3 ready move move, over`. */
const recordBoard = `import { connectBoard } from './parlor-board.js';
connectBoard({
  onState({ record: { messages, end } }) {
    document.body.textContent = [messages.length, ...messages.map(({ action }) => action)].join(' ') + (end ? ', over' : '');
  },
});
`;

for (const source of ['studio/turns', 'studio/rounds', 'protocols/connect-four', 'protocols/weak-wins']) {
  test(`boards of ${source} show exactly the position that is looked at, whatever the network delays`, {
    tag: '@long',
  }, async ({ app, page }) => {
    await app.start();
    await firstRun(page, app.url(), 'ada');
    // On a computer with much else to do, Parlor stops boards as slow; their author shows them again.
    const showAgain = page.getByRole('button', { name: 'Show it again' }).first();
    await page.addLocatorHandler(showAgain, (button) => button.click(), { noWaitAfter: true });
    const isSealed = source === 'studio/rounds' || source === 'protocols/weak-wins';
    const name = basename(source);
    const folder = join(app.dataDir, 'studio', name);
    for (const file of ['spec.json', 'hooks.js']) {
      await mkdir(join(folder, 'ui'), { recursive: true });
      await cp(join(root, 'resources', source, file), join(folder, file));
    }
    for (const file of ['parlor-board.js', 'parlor-board.css'])
      await cp(join(root, 'resources/ui-kit', file), join(folder, 'ui', file));
    await writeFile(join(folder, 'ui/index.html'), '<!doctype html><script type="module" src="board.js"></script>');
    await writeFile(join(folder, 'ui/board.js'), recordBoard);
    await page.goto(`${new URL(app.url()).origin}/#/studio/${name}`);
    await page.getByLabel('Latency between the seats').selectOption('80');
    await seat(page, 'guest').getByText('Autonomous', { exact: true }).click();
    // A whole game takes as long as the pauses between its moves.
    for (const role of roles)
      await boardOf(page, role)
        .getByText(/, over$/)
        .waitFor();

    const slider = page.getByRole('slider', { name: 'Message' });
    const count = Number(await slider.getAttribute('max'));
    const column = async (number: number) =>
      (await page.locator(`[data-frame] td:nth-child(${number})`).allTextContents()).toReversed();
    const [senders, actions] = [await column(2), await column(3)];
    expect(actions).toHaveLength(count);
    // Forwards in steps, then one after the other.
    const steps = Array.from({ length: count }, (_, at) => (at * 5) % count);
    for (const frame of [...steps, ...steps.keys()]) {
      await slider.fill(String(frame));
      // In sealed rounds, a side's record begins with its own commitment, so only the sender's is known.
      const known = isSealed ? roles.filter((role) => role === senders[frame - 1]) : roles;
      for (const role of known) {
        const text = isSealed ? new RegExp(`^${frame} `) : [frame, ...actions.slice(0, frame)].join(' ');
        await expect(boardOf(page, role).locator('body')).toHaveText(text);
      }
    }
  });
}

test('an author tries a project with many games and an adversary', { tag: '@long' }, async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'ada');
  const folder = join(app.dataDir, 'studio/turns');
  await mkdir(folder, { recursive: true });
  for (const file of ['spec.json', 'hooks.js'])
    await cp(join(root, 'resources/studio/turns', file), join(folder, file));
  await page.goto(`${new URL(app.url()).origin}/#/studio/turns`);
  await page.getByRole('tab', { name: 'Trials' }).click();

  const simulation = page.locator('[data-trial="simulation"]');
  await simulation.getByLabel('Number of games').selectOption('10');
  await simulation.getByLabel('Answers of the guest').selectOption('hooks');
  await simulation.getByRole('button', { name: 'Play 10 games' }).click();
  await expect(simulation.getByText('10 of 10 games with the seed 1')).toBeVisible();
  await expect(simulation.getByRole('row', { name: /wins/ }).first()).toBeVisible();

  const adversary = page.locator('[data-trial="adversary"]');
  await adversary.getByRole('button', { name: 'Run the adversary' }).click();
  await expect(adversary.getByText('Nothing found')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  // Without this check, the guest believes every end that the host claims.
  const hooks = await readFile(join(folder, 'hooks.js'), 'utf8');
  const check = " && (secret === guess) === (winner === 'guest')";
  expect(hooks).toContain(check);
  await writeFile(join(folder, 'hooks.js'), hooks.replace(check, ''));
  await expect(adversary.getByText('have changed since')).toBeVisible();
  await adversary.getByRole('button', { name: 'Run the adversary' }).click();
  await expect(adversary.getByText('Holes found')).toBeVisible();
  const finding = adversary.locator('[data-finding="accepted"]').first();
  await expect(finding).toContainText('handle accepted game_over');
  await finding.getByRole('button', { name: 'Show the line' }).click();
  await expect(finding.locator('[data-here]')).toContainText('export function handle(');
});

test('an author replaces a state, and sends messages in place of a seat', { tag: '@long' }, async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'ada');
  const folder = join(app.dataDir, 'studio/turns');
  await mkdir(folder, { recursive: true });
  for (const file of ['spec.json', 'hooks.js'])
    await cp(join(root, 'resources/studio/turns', file), join(folder, file));
  await page.goto(`${new URL(app.url()).origin}/#/studio/turns`);
  const states = (role: 'host' | 'guest') => page.locator(`[data-state="${role}"]`);
  const state = (role: 'host' | 'guest') => states(role).getByRole('textbox');
  await page.getByRole('tab', { name: 'State' }).click();
  await expect(state('host')).toHaveValue(/"turn": 1,/);

  // A text that isn't a state is refused with its place; a state is applied, and the hooks go on from it.
  const text = await state('host').inputValue();
  await state('host').fill(`${text}]`);
  await states('host').getByRole('button', { name: 'Apply' }).click();
  await expect(states('host').getByRole('alert')).toContainText(/line \d+, column 2\. Expected the end of the file\./);
  await state('host').fill(text.replace(/"secret": \d+/, '"secret": 1'));
  await states('host').getByRole('button', { name: 'Apply' }).click();
  await expect(states('host').getByText('Applied.')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  // The sample is an answer of the guest, which stays in step with the host.
  await page.getByRole('tab', { name: 'Send' }).click();
  const message = page.getByLabel('Message as JSON');
  await expect(message).toHaveValue(/"action": "guess"/);
  await message.fill('{"action": "guess", "turn": 1, "number": 9}');
  await page.getByRole('button', { name: 'Send as guest' }).click();
  await expect(page.locator('[data-forged="accepted"]')).toHaveText(/Message 3: accepted by the host/);
  await page.getByRole('tab', { name: /Messages/ }).click();
  await expect(page.locator('[data-edit="host"]')).toContainText('State replaced by you');
  await expect(page.locator('[data-frame="3"]')).toContainText('by you');

  // Taken back, the game is as before the message, with the replaced state; an invalid one is refused, with the field.
  await page.getByRole('tab', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByTestId('frames')).toHaveText('message 2 of 2');
  await message.fill('{"action": "guess", "turn": 1}');
  await page.getByRole('button', { name: 'Send as guest' }).click();
  await expect(page.locator('[data-forged="refused"]')).toContainText('missing required field: number');
  await expect(page.getByText('No errors')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

/** A board that draws what it was told: `3 messages, dark, zh-CN, 340 by 300, texts 1`. */
const toldBoard = `import { connectBoard } from './parlor-board.js';
let told = {};
let count = 0;
const draw = () => {
  const { theme, locale, width, height, text_scale } = told;
  document.body.textContent = [count + ' messages', theme, locale, width + ' by ' + height, 'texts ' + text_scale].join(', ');
};
connectBoard({
  onContext(context) {
    told = context;
    draw();
  },
  onState({ record }) {
    count = record.messages.length;
    draw();
  },
});
`;

test('an author keeps a position, and sees the board there in every theme, language and size', {
  tag: '@long',
}, async ({ app, page }) => {
  await app.start({ env: { CHROME_PATH: await ensureChromium() } });
  await firstRun(page, app.url(), 'ada');
  const folder = join(app.dataDir, 'studio/turns');
  await mkdir(join(folder, 'ui'), { recursive: true });
  for (const file of ['spec.json', 'hooks.js'])
    await cp(join(root, 'resources/studio/turns', file), join(folder, file));
  for (const file of ['parlor-board.js', 'parlor-board.css'])
    await cp(join(root, 'resources/ui-kit', file), join(folder, 'ui', file));
  await writeFile(join(folder, 'ui/index.html'), '<!doctype html><script type="module" src="board.js"></script>');
  await writeFile(join(folder, 'ui/board.js'), toldBoard);
  await page.goto(`${new URL(app.url()).origin}/#/studio/turns`);
  await seat(page, 'guest').getByText('Autonomous', { exact: true }).click();
  await expect(seat(page, 'guest').locator('[data-decision="over"]')).toBeVisible();
  await page.getByRole('slider', { name: 'Message' }).fill('3');

  await page.getByRole('tab', { name: 'Gallery' }).click();
  await expect(page.getByText('No position is kept yet.')).toBeVisible();
  const name = page.getByRole('textbox', { name: /^Keep message 3 of/ });
  await name.fill('First Guess');
  await expect(page.getByText('Lower-case letters')).toBeVisible();
  await name.fill('first-guess');
  await page.getByRole('button', { name: 'Keep this position' }).click();
  const variant = (id: string) => page.locator(`[data-board-variant="${id}"]`);
  const textIn = (id: string) => variant(id).frameLocator('iframe').locator('body');
  const told = async (id: string) => {
    await variant(id).scrollIntoViewIfNeeded();
    return textIn(id);
  };
  await expect(page.locator('[data-board-variant]')).toHaveCount(16);
  await expect(await told('340x300-light-en')).toHaveText('3 messages, light, en, 340 by 300, texts 1');
  await expect(await told('900x600-dark-zh-CN')).toHaveText('3 messages, dark, zh-CN, 900 by 600, texts 1');
  await expect(await told('560x560-dark-en-large-text')).toHaveText('3 messages, dark, en, 560 by 560, texts 2');
  expect(await axeViolations(page)).toEqual([]);
  const { position, expect: outcome } = JSON.parse(await readFile(join(folder, 'fixtures/first-guess.json'), 'utf8'));
  expect([position, outcome.messages.length]).toEqual([3, 3]);

  // A saved board is shown in its place, at the same position.
  await writeFile(join(folder, 'ui/board.js'), toldBoard.replace("' messages'", "' of the messages'"));
  await variant('340x300-light-en').hover();
  await expect(textIn('340x300-light-en')).toHaveText(/^3 of the messages/);

  // Pictures of every variant are kept, and compared after the next change of the board.
  await page.getByRole('button', { name: 'Keep pictures' }).click();
  await expect(page.getByText('All 16 look as kept.')).toBeVisible({ timeout: 120_000 });
  expect(await readdir(join(folder, 'pictures/first-guess'))).toHaveLength(16);
  await writeFile(join(folder, 'ui/board.js'), toldBoard.replace("' messages'", "' of the messages!'"));
  await variant('340x300-light-en').hover();
  await expect(textIn('340x300-light-en')).toHaveText(/^3 of the messages!/);
  await page.getByRole('button', { name: 'Compare with the kept pictures' }).click();
  await expect(page.getByText("16 of 16 aren't as kept.")).toBeVisible({ timeout: 120_000 });
  const first = variant('340x300-light-en');
  await first.getByRole('button', { name: 'Show the pictures' }).click();
  for (const name of ['Kept', 'New', 'What differs, in red']) {
    await expect(first.getByRole('img', { name })).toBeVisible();
    await expect(first.getByRole('img', { name })).toHaveJSProperty('naturalWidth', 340);
  }
  expect(await axeViolations(page)).toEqual([]);
  const before = await readFile(join(folder, 'pictures/first-guess/guest-340x300-light-en.png'));
  await first.getByRole('button', { name: 'Keep the old one' }).click();
  await expect(first).not.toHaveAttribute('data-picture', /./);
  expect(await readFile(join(folder, 'pictures/first-guess/guest-340x300-light-en.png'))).toEqual(before);
  await page.getByRole('button', { name: 'Keep all 15 new ones' }).click();
  await expect(page.getByText('All 15 look as kept.')).toBeVisible();
});
