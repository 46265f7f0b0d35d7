/**
 * A host shares a hostile board, and a user with a real browser accepts it. Each disc that the user drops starts the next attack
 * (`hostile-board/board.js`).
 */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { root } from '../electron/installation.ts';
import { protocolIdOf } from '../shared/protocol/contract.ts';
import { startHttpServer } from '../shared/testing/http-server.ts';
import { isLongRun } from '../shared/testing/long.ts';
import { createApp, expect, test } from './app-fixture.ts';
import { chromiumLaunch } from './chromium.ts';
import { startCommunity } from './community.ts';
import { type Listeners, listen, nameserver } from './listeners.ts';
import { terminalUser } from './terminal-user.ts';
import { ask, firstRun, join } from './user-actions.ts';

const run = promisify(execFile);
const zone = 'parlor-probe.test';
const controlZone = `control.${zone}`;
const passphrase = 'correct horse battery';
/** The attacks of hostile-board/board.js, in its order. */
const attacks = [
  'report',
  'forged',
  'called',
  'slow',
  'rapid',
  'window',
  'port',
  'huge',
  'history',
  'reloads',
  'hang',
  'memory',
];
/** The user's columns: no four in a row. */
const columns = [1, 2, 3, 1, 2, 3, 1, 2, 3, 5, 5];

/** Whether the test can give the browser its own name server, to record DNS queries. */
const canRecordDns = async () =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  (await run('unshare', ['-m', 'true']).then(
    () => true,
    () => false,
  ));

/** The sizes of attacks that would take long at full size. */
const sizes = isLongRun ? { pageMegabytes: 512, hugeMessages: 6 } : { pageMegabytes: 256, hugeMessages: 1 };

/** A browser whose pages have little memory, and which sends DNS queries to the listeners if possible. */
async function launch(dir: string, withDns: boolean) {
  const usual = chromiumLaunch(process.env.PARLOR_CHROMIUM ?? '/usr/bin/chromium');
  const options = { ...usual, args: [...usual.args, `--js-flags=--max-old-space-size=${sizes.pageMegabytes}`] };
  if (!withDns) return chromium.launch(options);
  const wrapper = path(dir, 'chromium');
  await writeFile(path(dir, 'resolv.conf'), `nameserver ${nameserver}\n`);
  await writeFile(
    wrapper,
    `#!/bin/sh\nexec unshare -m sh -c 'mount --bind "$0" /etc/resolv.conf && exec "$@"' ${path(dir, 'resolv.conf')} ${options.executablePath} "$@"\n`,
  );
  await chmod(wrapper, 0o755);
  return chromium.launch({ ...options, executablePath: wrapper });
}

const targetsOf = ({ host, stun }: Listeners, names: string) =>
  `export const host = '${host}';
export const stun = '${stun}';
export const zone = '${names}';
export const hugeMessages = ${sizes.hugeMessages};
`;

/** Connect Four under another id, with hooks of a host that never wins, and the hostile board. */
async function writeProtocol(dir: string, listeners: Listeners): Promise<{ id: string; spec: string; hooks: string }> {
  const bundled = path(root, 'resources/protocols/connect-four');
  const rules = JSON.parse(await readFile(path(bundled, 'spec.json'), 'utf8'));
  const move = rules.messages.find(({ name }: { name: string }) => name === 'move');
  move.fields.turn.max = 500;
  // An attack may take long on a busy computer, and no player may lose on time meanwhile.
  rules.decision.timeout_seconds = 3_600;
  const spec = JSON.stringify({ ...rules, name: 'Four to fear', type: 'chat', family: 'four-to-fear' });
  const bundledHooks = await readFile(path(bundled, 'hooks.js'), 'utf8');
  expect(bundledHooks).toContain('export function decide(');
  const hooks = `${bundledHooks.replace('export function decide(', 'function decideWell(')}
export const decide = (state) => [9, 8, 6, 5][(state.moves.length >> 1) % 4];
`;
  await mkdir(dir, { recursive: true });
  await writeFile(path(dir, 'spec.json'), spec);
  await writeFile(path(dir, 'hooks.js'), hooks);
  await cp(path(root, 'e2e/hostile-board'), path(dir, 'ui'), { recursive: true });
  await writeFile(path(dir, 'ui/targets.js'), targetsOf(listeners, zone));
  return { id: protocolIdOf(spec), spec, hooks };
}

/**
 * The control experiment: the same attempts from an unconfined page, to prove that listeners record them. It has its own listeners and
 * names, because a browser may repeat unanswered attempts later.
 */
async function control(page: Page, ui: string, names: Listeners): Promise<string[]> {
  const listeners = await listen({ withDns: false, zone: controlZone });
  const files: Record<string, string> = { '/': '<!doctype html><body><script type=module src=run.js></script>' };
  files['/egress.js'] = await readFile(path(ui, 'egress.js'), 'utf8');
  files['/targets.js'] = targetsOf(listeners, controlZone);
  files['/run.js'] = "import { egress } from './egress.js';\nawait egress(() => {});";
  const server = await startHttpServer(({ url = '' }, response) => {
    const type = url === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(url in files ? 200 : 404, { 'content-type': type }).end(files[url]);
  });
  await page.goto(server.url);
  await expect.poll(() => listeners.received()).toContain('tcp /navigation');
  server.close();
  listeners.close();
  return [...listeners.received(), ...names.received()];
}

/** Reads what a page shows without Playwright's own connection to it. */
async function textOf(page: Page): Promise<() => Promise<string>> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const { targetId } = targetInfos.find(({ type, url }) => type === 'page' && url === page.url())!;
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  return async () => {
    const answer = new Promise<string>((resolve) =>
      session.once('Target.receivedMessageFromTarget', ({ message }) => resolve(message)),
    );
    const params = { expression: 'document.body.innerText', returnByValue: true };
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    return answer;
  };
}

test('U4 to U13: a hostile board sends nothing out, reads no keys, stalls nothing, and the game continues', async () => {
  const dir = await mkdtemp(path(tmpdir(), 'parlor-hostile-'));
  const withDns = await canRecordDns();
  const listeners = await listen({ withDns, zone });
  const closers: (() => unknown)[] = [() => rm(dir, { recursive: true, force: true }), () => listeners.close()];
  try {
    const game = await writeProtocol(path(dir, 'game'), listeners);
    const [community, app, browser] = await Promise.all([startCommunity(), createApp(), launch(dir, withDns)]);
    closers.push(
      () => community.dispose(),
      () => app.dispose(),
      () => browser.close(),
    );
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();

    // The host uses a terminal.
    const mallory = terminalUser(path(dir, 'mallory'), community.url);
    closers.push(() => mallory.stop());
    await mallory.register('mallory');
    const options = ['--options', '{"cols":10,"rows":6}', '--share-ui'];
    await mallory.host('--protocol-dir', path(dir, 'game'), ...options);

    // The guest has the spec and hooks, and accepts boards of hosts.
    const kept = path(app.dataDir, 'protocols', game.id);
    await mkdir(kept, { recursive: true });
    await writeFile(path(kept, 'spec.json'), game.spec);
    await writeFile(path(kept, 'hooks.js'), game.hooks);
    await writeFile(path(app.dataDir, 'settings.json'), JSON.stringify({ accept_host_ui: true }));
    await app.start({ server: community.url });

    // The listeners receive everything from an unconfined page.
    const recorded = await control(page, path(dir, 'game/ui'), listeners);
    expect(recorded).toEqual(
      expect.arrayContaining(['tcp /fetch', 'tcp /img', 'tcp /script', 'tcp /navigation', 'udp']),
    );
    if (withDns) expect(recorded.filter((each) => each.startsWith('dns ')).length).toBeGreaterThan(0);
    const sentOut = () => listeners.received().filter((each) => !each.endsWith(`.${controlZone}`));

    const keys: string[] = [];
    const received: string[] = [];
    const found: string[] = [];
    // Logged, because an attack may end the board before its text could be read.
    const done: string[] = [];
    const dialogs: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('key: ')) keys.push(message.text().slice(5));
      if (message.text().startsWith('received: ')) received.push(message.text().slice(10));
      if (message.text().startsWith('done: ')) done.push(message.text().slice(6));
      if (message.text().startsWith('found: ')) found.push(message.text().slice(7));
    });
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await firstRun(page, app.url(), 'copperfinch', passphrase);
    await join(page, 'mallory');
    const table = page.url();
    const frame = page.locator('iframe');
    const stopped = page.getByText('The board was stopped');
    let discs = 0;
    /** Drops the next disc, whatever the window shows, which starts the next attack. */
    const drop = async (attack: string) => {
      const key = await ask(page).getAttribute('data-ask');
      await expect(async () => {
        await page.keyboard.press(String(columns[discs]));
        await expect(ask(page)).toHaveAttribute('data-decision', 'picked', { timeout: 1000 });
      }).toPass();
      await expect(async () => {
        await page.keyboard.press('Enter');
        await expect(page.locator(`[data-ask="${key}"]`)).toHaveCount(0, { timeout: 2000 });
      }).toPass();
      discs += 1;
      expect(attacks[discs]).toBe(attack);
      await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
    };
    /** A busy computer may stop the board for being slow before its attack is noticed: then it is shown again, and attacks at once. */
    const isStopped = async (reason: string) => {
      const tooSlow = page.getByText(/It stopped responding\.|It slowed down the whole window\./);
      const noticed = page.getByText(reason);
      await expect(async () => {
        await expect(stopped).toBeVisible();
        if (!(await noticed.isVisible()) && (await tooSlow.isVisible())) {
          await page.getByRole('button', { name: 'Show it again' }).click();
        }
        await expect(noticed).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 120_000 });
      await expect(frame).toHaveCount(0);
    };
    /** After a stop, the plain view continues the game; then returns to the board, which attacks at once. */
    const continueWith = async (attack: string) => {
      await expect(page.getByRole('region', { name: 'Plain view' })).toBeVisible();
      await drop(attack);
      await page.getByRole('button', { name: 'Show it again' }).click();
    };

    /**
     * Waits until the window has undone the added history entries: 20 ticks in the page, which a busy computer slows down like the window.
     * A press during the traversal would cancel it.
     */
    const historyRestored = () =>
      page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            let ticks = 0;
            const timer = setInterval(() => {
              ticks += 1;
              if (ticks < 20) return;
              clearInterval(timer);
              resolve();
            }, 250);
          }),
      );

    // U10, U11: the board's origin is shown outside it, and it receives nothing but the game.
    await expect(page.getByText('not by Parlor').first()).toBeVisible();
    await expect.poll(() => received.length).toBeGreaterThan(0);
    const all = received.join();
    expect(all).toContain('"ui/state"');
    for (const secret of ['ticket', 'house_sign', 'session_id', 'signature', app.dataDir, community.url, passphrase]) {
      expect(all).not.toContain(secret);
    }

    // U4, U5, U9: forged messages to every reachable window pick nothing, a second handshake is refused, no popup opens.
    await drop('forged');
    await expect.poll(() => done).toContain('forged');
    expect(found).toEqual([]);
    expect(dialogs).toEqual([]);
    await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
    expect(page.url()).toBe(table);

    // U6: nothing is sent out.
    await drop('called');
    await expect.poll(() => done).toContain('called');
    // The last attempts, leaving the frame by a form or a link, end the board itself.
    await expect(stopped).toBeVisible();
    expect(sentOut()).toEqual([]);

    // A board that steals the focus slowly enough is not stopped, but never receives text typed into dialogs.
    await continueWith('slow');
    await expect(frame).toHaveCount(1);
    const open = async (keys: string) =>
      expect(async () => {
        await page.keyboard.press(keys);
        await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 });
      }).toPass();
    await open('Alt+k');
    keys.length = 0;
    await expect(frame).toHaveCount(0);
    await page.keyboard.type('24 words', { delay: 40 });
    await expect(page.getByRole('combobox')).toHaveValue('24 words');
    await page.keyboard.press('Enter');
    const secret = page.getByRole('dialog').locator('input[type="password"]');
    await expect(secret).toBeFocused();
    // U10: the house sign in the dialog was never sent to a board.
    const sign = String(await page.getByRole('dialog').locator('bdi').first().textContent());
    expect(sign).toMatch(/^\S+ \S+$/);
    expect(received.join()).not.toContain(sign);
    await page.keyboard.type(passphrase, { delay: 40 });
    await expect(secret).toHaveValue(passphrase);
    await expect(frame).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(keys).toEqual([]);
    await open('Alt+r');
    keys.length = 0;
    await expect(frame).toHaveCount(0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(keys).toEqual([]);

    // Stealing the focus rapidly: the board is stopped.
    await drop('rapid');
    await isStopped('It kept taking over the keyboard.');

    // U8, U7: floods, huge messages, history, hanging, reloading. The plain view continues after each.
    for (const [attack, reason] of [
      ['window', 'messages in a second'],
      ['port', 'messages in a second'],
      ['huge', 'a message that was too large'],
      ['history', "tampered with the window's history"],
    ] as const) {
      await continueWith(attack);
      await isStopped(reason);
      // The window still responds to a press.
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }

    // Back leaves the table, and it can be opened again. The window undoes the added entries by a traversal, which may swallow a press on
    // Back at the same time. Entries that were not undone would swallow many more.
    await historyRestored();
    if (isLongRun) {
      // Entries that undoing left ahead of the page don't hide new ones.
      await page.getByRole('button', { name: 'Show it again' }).click();
      await expect(frame).toHaveCount(1);
      await isStopped("tampered with the window's history");
      await historyRestored();
    }
    await expect.poll(() => page.evaluate(() => navigation.currentEntry?.index)).toBeGreaterThan(0);
    expect(page.url()).toBe(table);
    let presses = 0;
    await expect(async () => {
      presses += 1;
      // A swallowed press causes no navigation that could be awaited.
      await page.goBack({ timeout: 3_000 }).catch(() => null);
      await expect(page).not.toHaveURL(/#\/tables\//, { timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    expect(presses).toBeLessThanOrEqual(3);
    if (isLongRun) {
      // Also if the history is full, so that its length no longer grows.
      await page.evaluate(() => {
        for (let i = 0; i < 60; i += 1) history.pushState(null, '', '#/tables');
      });
      await expect.poll(() => page.evaluate(() => navigation.entries().length - history.length)).toBeLessThanOrEqual(0);
    }
    await page.goto(table);
    await isStopped("tampered with the window's history");
    for (const [attack, reason] of [
      ['reloads', 'It kept reloading itself.'],
      ['hang', 'It stopped responding.'],
    ] as const) {
      await continueWith(attack);
      await isStopped(reason);
    }
    if (isLongRun) {
      // If it is shown again at once, it might get the hanging process and never load.
      await page.getByRole('button', { name: 'Show it again' }).click();
      await expect(frame).toHaveCount(1);
      await isStopped('It stopped responding.');
    }
    // U7: memory. The board's process ends, which Playwright takes for a crash of the whole page, or is stopped before.
    const text = await textOf(page);
    await continueWith('memory');
    await expect.poll(text).toContain('It stopped responding.');
    expect(sentOut()).toEqual([]);
    expect(dialogs).toEqual([]);
  } finally {
    for (const close of closers.reverse()) await close();
  }
});
