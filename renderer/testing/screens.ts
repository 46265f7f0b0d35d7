/** The screens that screenshots.ts captures: a scene, an address, and the actions before the screenshot. */
import type { Page } from '@playwright/test';
import type { JsonObject } from '../../shared/json/value.ts';
import { exportRecord } from '../../shared/tables/record-text.ts';
import type { GamePosition } from './game-positions.ts';
import { outageScenes } from './outages.ts';
import { sampleRecord, sampleSpec, signedSampleRecord } from './record-samples.ts';
import { keyOf, protocolIdNamed } from './samples.ts';

type Action = (page: Page) => Promise<unknown>;

export interface Screen {
  name: string;
  scene: string;
  hash: string;
  actions: readonly Action[];
  /** The game at the table of the scene `game`. */
  game?: GamePosition;
}

const screen = (name: string, scene: string, hash: string, ...actions: Action[]): Screen => ({
  name,
  scene,
  hash,
  actions,
});

const clickButton =
  (...names: (string | RegExp)[]): Action =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };
const clickButtonIn =
  (part: string, name: string): Action =>
  (page) =>
    page.locator(part).getByRole('button', { name, exact: true }).click();
const click =
  (selector: string, hasText?: string): Action =>
  (page) =>
    page
      .locator(selector, hasText === undefined ? {} : { hasText })
      .first()
      .click();
const fill =
  (label: string, text: string): Action =>
  (page) =>
    page.getByLabel(label, { exact: true }).fill(text);
const pressKey =
  (name: string): Action =>
  (page) =>
    page.keyboard.press(name);
const waitFor =
  (selector: string): Action =>
  (page) =>
    page.locator(selector).first().waitFor();
/** Rows far from the visible ones are not rendered. */
const scrollToEnd: Action = (page) =>
  page
    .locator('[data-list]')
    .first()
    .evaluate((list) => list.scrollTo(0, list.scrollHeight));
const waitForText =
  (text: string): Action =>
  (page) =>
    page.getByText(text).first().waitFor();
/** Waits for the board on a protocol's page. */
const waitForBoard: Action = (page) => page.frameLocator('figure iframe').locator('#marks > *').first().waitFor();
const pause =
  (ms: number): Action =>
  (page) =>
    page.waitForTimeout(ms);
/** For a button that exists only at some window sizes. */
const clickButtonIfVisible =
  (name: string): Action =>
  async (page) => {
    const button = page.getByRole('button', { name });
    if (await button.isVisible()) await button.click();
  };
/** Opens a part of the panel by its button in the band, or in the menu that the button has moved to. */
const openInBand =
  (part: string, label: string): Action =>
  async (page) => {
    const button = page.locator(`[data-band] [data-panel="${part}"]`);
    if (await button.isVisible()) return button.click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: label }).click();
  };
/** An action of the menu on a result. */
const more = (item: string) => [click('[data-action="more"]'), click(`[data-menu="${item}"]`)] as const;
const pickFile =
  (content: string): Action =>
  async (page) => {
    await page.getByText('Drop').waitFor();
    const buffer = Buffer.from(content);
    await page.locator('input[type="file"]').setInputFiles({ name: 'record.jsonl', mimeType: 'text/plain', buffer });
  };

const moments = waitFor('[data-region="moments"]');
/** All cards, in windows of every width. */
const unfoldMoments: Action = (page) => page.locator('[data-region="moments"] [aria-expanded]').first().click();
const alert = waitFor('[role="alert"]');
const dialog = waitFor('[role="dialog"]');
const seated = waitFor('[data-testid="decision"]');
/** Of a project, where they aren't open already. */
const openProblems: Action = async (page) => {
  const button = page.getByRole('button', { name: '3 problems' });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
};
const openMoves = clickButtonIfVisible('Moves and decisions');
const offer = [click('[data-post]', 'tidewright'), waitFor('[data-region="sheet"] h2')] as const;
const openChecks: Action = (page) => page.locator('#offer [data-action="checks"]').click();
const hostForm = (game: string) =>
  [clickButton('Host a table'), click('[data-game]', game), waitForText('Open the table')] as const;
const invite = (host: string) =>
  `parlor://join/7c21e0aa-1111-4222-8333-123456789abc?server=${encodeURIComponent(`http://${host}:7400`)}`;
const linkTo = (host: string) => `/?link=${encodeURIComponent(invite(host))}`;
const lookUp = [clickButton('Look up the table'), waitForText('Switch and')] as const;
const chooseOwnIdentity: Action = async (page) => {
  await page.getByRole('radio', { name: /only for this/ }).check();
  await page.getByRole('textbox', { name: /^Passphrase of/ }).fill('correct horse battery');
};
const byLink = [clickButton('Join by link'), waitFor('input')] as const;
const protocol = (name: string, tab?: string): Action[] => [
  fill('Name, tag or ID', name),
  click('a[data-protocol], [data-protocol] a', name),
  waitFor(`h1:has-text("${name}")`),
  ...(tab ? [click('main nav a', tab)] : []),
];
const changedRecord = exportRecord(
  sampleRecord('host', (messages) => {
    messages[8]![1].col = 6;
  }).text,
  sampleSpec,
);

const starting = [
  screen('first-run', 'first-run', ''),
  screen('first-run-more', 'first-run', '', clickButton('More', 'Make my key')),
  screen('restore', 'first-run', '', clickButton('Restore it')),
  screen('locked', 'locked', '', fill('Passphrase', 'no'), pressKey('Enter'), alert),
  screen('unreadable', 'unreadable', ''),
  screen('registering', 'registering', ''),
  screen('by-link', 'first-run', '', ...byLink),
  screen(
    'by-link-found',
    'first-run',
    '',
    ...byLink,
    fill('Invite link', invite('192.168.1.17')),
    pressKey('Enter'),
    waitForText('Name at the table'),
  ),
  screen(
    'by-link-away',
    'first-run',
    '',
    ...byLink,
    fill('Invite link', invite('away.example')),
    pressKey('Enter'),
    alert,
  ),
];

const lobby = [
  ...['clock', 'empty', 'problem', 'lobby'].map((scene) => screen(scene, scene, '')),
  screen('admission', 'admission', '', fill('Invitation code', 'K7QX-2M0D-93FW-TB5H')),
  screen('admission-invalid', 'admission-invalid', '', fill('Invitation code', 'K7QX-2M0D-93FW-TB5H')),
  screen('admission-refused', 'admission-refused', ''),
  screen('loading', 'loading', '', pause(600)),
  screen('loading-long', 'loading', '', waitForText('responding slowly')),
  screen('lobby-newcomer', 'lobby&open=14&newcomer', ''),
  screen('lobby-house', 'house', '', waitFor('[data-post]'), scrollToEnd, waitFor('[data-group]')),
  screen(
    'lobby-house-open',
    'house',
    '',
    waitFor('[data-post]'),
    scrollToEnd,
    click('[data-group]', 'More'),
    waitFor('[data-nested]'),
  ),
  screen('lobby-many', 'lobby&open=3000', '', click('[data-group]', 'The house'), waitFor('[data-nested]')),
  screen('lobby-contacts', 'contacts', '', waitFor('[data-post]')),
  screen('lobby-contacts-sheet', 'contacts', '/?contacts=', waitFor('[data-region="sheet"] [data-contact]')),
  screen('lobby-sheet', 'lobby', '', ...offer),
  screen('lobby-evidence', 'lobby', '', ...offer, openChecks, clickButton('Show details')),
  ...Object.entries({
    ...{ undrawn: 'undrawn', unrated: 'plainsong', unknown: 'unknown', unplayable: 'unplayable', foreign: 'foreign' },
    deprecated: 'driftwood',
  }).map(([name, host]) =>
    screen(
      `offer-${name}`,
      'offers',
      '',
      click('[data-post]', host),
      waitFor('[data-region="sheet"] h2'),
      openChecks,
      pause(300),
    ),
  ),
  screen('lobby-refused', 'lobby', '', click('[data-post]', 'basalt'), waitFor('[data-region="sheet"] [role="alert"]')),
  screen('lobby-filters', 'lobby', '/?seat=human&from=1100'),
  screen('lobby-filters-empty', 'lobby', '/?seat=human&from=1400&q=chat', waitForText('No matching tables')),
  screen('lobby-by-id-gone', 'lobby', '/?table=7c21e0aa-1111-4222-8333-123456789abc', alert),
  screen('palette', 'waiting', '', pressKey('Control+k'), waitFor('[role="combobox"]')),
  screen('link-unasked', 'lobby', linkTo('192.168.1.17'), dialog),
  screen('link-elsewhere', 'lobby', linkTo('192.168.1.17'), ...lookUp),
  screen('link-own-identity', 'guarded', linkTo('192.168.1.17'), ...lookUp, chooseOwnIdentity),
  screen('link-unknown', 'lobby', linkTo('away.example'), ...lookUp),
  screen('palette-keys', 'lobby', '', pressKey('?'), dialog),
  screen(
    'words',
    'guarded',
    '',
    clickButton('Back up your recovery phrase'),
    fill('Passphrase', 'open sesame'),
    pressKey('Enter'),
    waitFor('[data-testid="words"]'),
  ),
];

/** What each room says while the community can't be used. */
const outages = [...outageScenes, 'starting'].flatMap((scene) => [
  screen(scene, scene, ''),
  ...['tables', 'protocols', 'inbox', 'leaderboards'].map((room) =>
    screen(`${room}-${scene}`, scene, `/${room}`, pause(500)),
  ),
  screen(`settings-${scene}`, scene, '/settings/communities', pause(500)),
]);

const hosting = [
  screen(
    'host-form-rated',
    'lobby',
    '',
    ...hostForm('Connect Four'),
    clickButton('More options'),
    fill('Message (optional)', 'word '.repeat(40)),
  ),
  screen(
    'host-form-key',
    'lobby',
    '',
    ...hostForm('Connect Four'),
    click('label', 'Unrated'),
    click('label', 'One person'),
    clickButton('Open the table'),
  ),
  screen('host-pick', 'lobby', '', clickButton('Host a table'), waitFor('[data-game]')),
  screen('host-form', 'lobby', '', ...hostForm('Rock Paper Scissors')),
  screen(
    'host-form-wrong',
    'lobby',
    '',
    ...hostForm('Lantern Auction'),
    (page) => page.getByLabel('lots').first().fill('0'),
    clickButton('Open the table'),
  ),
  screen(
    'host-refused',
    'lobby',
    '',
    ...hostForm('Chat'),
    fill('Message (optional)', 'refuse'),
    clickButton('Open the table'),
    alert,
  ),
  screen(
    'host-waiting',
    'lobby',
    '',
    ...hostForm('Rock Paper Scissors'),
    clickButton('Open the table'),
    waitForText('Your table is open'),
  ),
  screen('challenge', 'lobby', `/?host=&for=${keyOf(5)}`, click('[data-game]', 'Rock Paper Scissors')),
  screen('tables-waiting', 'waiting', '/tables'),
  screen('waiting-unseated', 'waiting', '', click('[data-hosted]', 'Connect Four'), waitFor('[data-unseated]')),
  screen('waiting-offline', 'waiting', '', click('[data-hosted]', 'Reversi'), waitFor('[data-unseated]')),
  screen('network-closed', 'lobby', '/?network=', waitForText('192.168.1.17')),
  screen('network-open', 'lobby&net=open', '/?network=', waitFor('[data-network]')),
  screen('settings-rename', 'lobby', '/settings/identities', clickButton('Rename'), (page) =>
    page.getByLabel('Name at the table').fill('x'.repeat(80)),
  ),
  screen('network-question', 'lobby&net=changed', '/?network=', click('[data-action="close-network"]')),
  screen('network-none', 'lobby&net=none', '/?network='),
  ...['changed', 'moved'].map((net) => screen(`network-${net}`, `lobby&net=${net}`, '/?network=', alert)),
  screen('network-share', 'waiting&net=open', '', click('[data-hosted]'), (page) =>
    page.locator('[data-qr]').scrollIntoViewIfNeeded(),
  ),
];

const tables = [
  screen('table-board', 'playing', '/tables/board', seated, pause(800), pressKey('5')),
  screen('table-stopped', 'stopped', '/tables/board', alert),
  screen('table-stranger', 'playing', '/tables/stranger', seated, pause(800)),
  screen('table-long-names', 'playing', '/tables/long-names', seated, pause(800)),
  screen('table-draw', 'playing', '/tables/draw', seated, pause(800), pressKey('5')),
  screen('table-rules', 'playing', '/tables/board', seated, pause(800), openInBand('rules', 'Rules')),
  screen('table-rules-all', 'playing', '/tables/board', seated, openInBand('rules', 'Rules'), clickButton('All rules')),
  screen('table-checks', 'playing', '/tables/board', seated, pause(800), click('[data-panel="checks"]')),
  ...['open', 'ask', 'muted'].map((talk) =>
    screen(`table-talk-${talk}`, `first-game&talk=${talk}`, '/tables/board', seated, pause(800), openMoves),
  ),
  screen(
    'table-talk-typed',
    'first-game&talk=open',
    '/tables/board',
    seated,
    openMoves,
    clickButton('All phrases'),
    (page) => page.getByRole('textbox', { name: /^Write to/ }).fill('word '.repeat(60)),
  ),
  screen('result-talk', 'results&talk=open', '/tables/settled', waitFor('[data-testid="remarks"]')),
  screen('result-talk-over', 'results&talk=over', '/tables/settled', waitFor('[data-testid="remarks"]')),
  screen('table-first-game', 'first-game', '/tables/board', seated, pause(800)),
  screen('table-more', 'playing', '/tables/board', seated, pause(800), clickButton('More'), waitFor('[role="menu"]')),
  screen('table-plain', 'playing', '/tables/board', seated, pressKey('Alt+p'), pressKey('5')),
  screen('table-refused', 'playing', '/tables/board', seated, pressKey('Alt+p'), (page) =>
    page.locator('#type-a-move').fill('column 9'),
  ),
  screen('table-plain-points', 'playing', '/tables/points', seated),
  screen('table-ahead-plain', 'playing', '/tables/ahead', seated, pressKey('Alt+p'), pressKey('5')),
  screen('table-premove', 'playing', '/tables/premove', seated, pause(800)),
  screen('table-premove-plain', 'playing', '/tables/premove', seated, pressKey('Alt+p')),
  screen('table-premove-dropped', 'playing', '/tables/premove-dropped', seated, pause(800)),
  screen('table-hybrid', 'playing', '/tables/hybrid', seated),
  screen('table-another', 'playing', '/tables/hybrid', seated, clickButtonIfVisible('Choose another')),
  ...['client', 'client-hybrid', 'client-human', 'client-away'].map((id) =>
    screen(`table-${id}`, 'agents', `/tables/${id}`, seated, pause(400)),
  ),
  screen('table-client-panel', 'agents', '/tables/client-hybrid', seated, clickButtonIfVisible('Moves and decisions')),
  screen('table-list-client', 'agents', '/tables'),
  ...['chat', 'chat-empty', 'chat-hybrid', 'chat-agent', 'chat-quiet', 'chat-ended'].map((id) =>
    screen(`table-${id}`, 'chat', `/tables/${id}`, waitFor('[data-region="decision"]'), pause(400)),
  ),
  screen('table-chat-typed', 'chat', '/tables/chat', (page) => page.locator('textarea').fill('word '.repeat(203))),
  screen('table-chat-leave', 'chat', '/tables/chat', pressKey('Alt+r'), dialog),
  screen('agent-request', 'agent-request', '', dialog),
  screen('agents-settings', 'agents', '/settings/agents', waitForText('Plover')),
  screen('agents-none', 'lobby', '/settings/agents', waitForText('No agent')),
  screen('agents-contact', 'agents', `/inbox/contacts/${keyOf(2)}`, waitFor('[data-release]')),
  screen('table-lost', 'playing', '/tables/lost', seated),
  screen('table-late', 'playing', '/tables/late', seated),
  screen('table-returned', 'playing', '/tables/returned', seated, click('[data-panel="checks"]')),
  screen('leave-away', 'playing', '/tables/lost', seated, click('[data-action="leave"]'), dialog),
  screen('leave-late', 'playing', '/tables/late', seated, click('[data-action="leave"]'), dialog),
  screen('table-sealed', 'playing', '/tables/sealed', seated),
  screen('fairness', 'playing', '/tables/sealed', seated, click('[data-panel="checks"]'), clickButton(/Round 1/)),
  screen('resign', 'playing', '/tables/board', seated, pressKey('Alt+r'), dialog),
  screen('joining', 'playing', '/tables/joining', waitFor('[data-step="connect"][data-state="now"]')),
  screen('joining-failed', 'playing', '/tables/unreachable', alert),
  screen('joining-without-code', 'playing', '/tables/without-code', alert),
  screen('joining-other-table', 'playing', '/tables/other-table', alert),
  ...['refused', 'host-offline'].map((id) => screen(`joining-${id}`, 'playing', `/tables/${id}`, alert)),
  screen('turn-lobby', 'turn', '', moments),
  screen('turn-inbox', 'turns', '/inbox', moments),
  screen('turn-proposal', 'turn-proposal', '/settings/notices', moments),
  screen('moments-lobby', 'moments', '', moments),
  screen('moments-board', 'moments', '/tables/board', seated, moments),
  screen('moments-tables', 'moments-ended', '/tables', moments),
  screen('moments-long', 'moments-long', '/protocols', moments),
  screen('moments-open', 'moments-long', '/settings', moments, unfoldMoments),
  screen('moments-sheet', 'moments', '', ...offer, moments),
  screen('moments-rematch', 'rematch', '/inbox', moments),
  screen('moments-finished', 'rematch', '/tables/settled', ...more('position'), seated),
  screen('moments-result', 'rematch', '/tables/settled'),
  screen('clock-own', 'turn', '/tables/first', seated),
  screen('clock-peer', 'peer-turn', '/tables/first', seated),
  screen(
    'history-filtered',
    'history',
    `/tables?game=${protocolIdNamed('Connect Four')}&with=${keyOf(2)}&period=between&from=2020-01-01`,
    waitFor('[data-table]'),
  ),
  screen('history-games', 'history', '/tables/games', waitFor('tbody')),
  screen('history-game', 'history', `/tables/games/${protocolIdNamed('Connect Four')}`, waitFor('tbody')),
  screen('tables', 'results', '/tables'),
  screen('tables-empty', 'lobby', '/tables'),
  ...[
    ...['settled', 'lost', 'drawn', 'pending', 'queued', 'unsaid', 'disputed', 'capped', 'interrupted', 'peergone'],
    ...['house', 'answered'],
  ].map((id) => screen(`result-${id}`, 'results', `/tables/${id}`)),
  screen(
    'result-checked',
    'results',
    '/tables/settled',
    clickButton('Verify record'),
    waitFor('[data-testid="verdict"]'),
  ),
  screen('result-more', 'results', '/tables/settled', click('[data-action="more"]'), waitFor('[data-menu="share"]')),
  screen('result-picture', 'results', '/tables/settled', ...more('share'), dialog),
  screen(
    'result-asked',
    'results',
    '/tables/settled',
    clickButton('Ask for a rematch'),
    waitFor('[data-testid="rematch"]'),
  ),
  screen('result-offered', 'rematch', '/tables/settled', waitForText('asks for a rematch')),
  screen('replay', 'results', '/tables/settled/replay#10', waitFor('[data-testid="replay-place"]'), pause(900)),
  screen('replay-unseen', 'results', '/tables/unseen/replay#5', waitFor('[data-testid="replay-place"]')),
  screen('analysis', 'results', '/tables/settled/analysis#6', waitFor('[data-testid="analysis-sentence"]'), pause(900)),
  screen(
    'analysis-running',
    'results',
    '/tables/lost/analysis#3',
    waitFor('[data-testid="analysis-sentence"]'),
    pause(900),
  ),
  screen('compare', 'results', '/tables/disputed/compare', waitForText('Drop')),
  screen(
    'compare-differs',
    'results',
    '/tables/disputed/compare',
    pickFile(changedRecord),
    waitFor('[data-testid="difference"]'),
  ),
  ...Object.entries({ proven: signedSampleRecord('guest'), kept: sampleRecord('guest').text }).map(([name, text]) =>
    screen(`record-${name}`, 'results', '/tables/record', pickFile(text), waitFor('[data-testid="record-verdict"]')),
  ),
  screen('compare-foreign', 'results', '/tables/disputed/compare', pickFile('Dear diary\n'), alert),
];

const fillReport: Action = (page) =>
  page.getByRole('textbox', { name: 'Your words' }).fill('She wrote every evening. I asked her to stop.');

const inbox = [
  screen('inbox', 'lobby', '/inbox/12', waitFor('[data-action="see-table"]')),
  ...['people', 'requests', '9', '8', '7', '6', '9999', 'new', 'contacts/new'].map((path) =>
    screen(`inbox-${path.replace('/', '-')}`, 'lobby', `/inbox/${path}`),
  ),
  screen('inbox-challenges', 'lobby', `/inbox/with/${keyOf(8)}`, waitFor('[data-invitation]')),
  screen(
    'report-message',
    'lobby',
    '/inbox/12',
    click('[data-action="report"]'),
    waitForText('Goes along'),
    fillReport,
  ),
  screen('inbox-too-long', 'lobby', '/inbox/12', (page) => page.locator('textarea').fill('x'.repeat(270))),
  screen('inbox-contacts', 'lobby', `/inbox/contacts/${keyOf(10)}`),
  screen('inbox-blocked', 'lobby', `/inbox/blocked/${keyOf(11)}`),
  ...['mailfull', 'empty', 'loading'].map((scene) => screen(`inbox-${scene}`, scene, '/inbox', pause(500))),
];

const leaderboards = [
  screen('leaderboards', 'lobby', '/leaderboards', waitFor('[data-own]')),
  screen('leaderboards-near-top', 'results', '/leaderboards', waitFor('[data-own]')),
  screen('leaderboards-karma', 'lobby', '/leaderboards', click('text="Karma"'), waitFor('[data-own]')),
  ...['empty', 'loading', 'problem', 'guarded'].map((scene) =>
    screen(`leaderboards-${scene}`, scene, '/leaderboards', pause(500)),
  ),
  screen('profile', 'lobby', '/leaderboards', click('[data-own] + tr a'), waitFor('[data-testid="rating-line"]')),
  screen(
    'report-profile',
    'lobby',
    '/leaderboards',
    click('[data-own] + tr a'),
    click('#profile-title ~ * [data-action="person-menu"], [data-region="sheet"] [data-action="person-menu"]'),
    click('[data-menu="report"]'),
    waitForText('Goes along'),
    clickButton('Send report'),
  ),
  screen('profile-own', 'lobby', '/leaderboards', click('[data-own] a'), clickButton('Edit')),
  screen('profile-unknown', 'lobby', `/leaderboards/agents/${'0'.repeat(64)}`, waitForText('No such player')),
];

const protocols = [
  screen('protocols', 'lobby', '/protocols', waitFor('[data-protocol]')),
  screen('protocols-none', 'lobby', '/protocols', fill('Name, tag or ID', 'zzz'), waitForText('Clear')),
  screen(
    'protocols-rules',
    'lobby',
    '/protocols',
    ...protocol('Connect Four'),
    waitForText('Not compatible.'),
    waitForBoard,
  ),
  screen(
    'protocols-strengths',
    'lobby',
    '/protocols',
    ...protocol('Connect Four'),
    clickButton('Play a tournament'),
    (page) => page.getByRole('table', { name: 'Standings' }).scrollIntoViewIfNeeded(),
  ),
  screen('protocols-stranger', 'lobby', '/protocols', ...protocol('Lantern Auction')),
  screen(
    'protocols-board',
    'lobby',
    '/protocols',
    ...protocol('Connect Five', 'Board'),
    waitForText('Allow this board'),
  ),
  ...['Family', 'Similar', 'Statistics', 'Source', 'Player code'].map((tab) =>
    screen(`protocols-${tab.toLowerCase().replace(' ', '-')}`, 'lobby', '/protocols', ...protocol('Connect Four', tab)),
  ),
  screen(
    'protocols-deprecated',
    'lobby',
    '/protocols',
    click('a[data-protocol], [data-protocol] a', 'deprecated'),
    waitFor('[data-testid="deprecated"] [data-action="successor"]'),
  ),
  screen('protocols-unknown', 'lobby', `/protocols/${'0'.repeat(64)}`),
];

const studioAndSettings = [
  screen('studio', 'lobby', '/studio', waitFor('[data-project]')),
  screen('studio-empty', 'empty', '/studio', waitForText('No projects yet')),
  ...['four', 'broken'].map((id) =>
    screen(`studio-${id}`, 'lobby', `/studio/${id}`, (page) =>
      page.locator('[data-seat="host"]').waitFor({ state: 'attached' }),
    ),
  ),
  screen('studio-settings', 'lobby', '/studio/four', clickButton(/^Settings of Seat/), (page) =>
    page.getByLabel('Board size').first().selectOption('phone'),
  ),
  screen('studio-past', 'lobby', '/studio/four', clickButton('Show message 5'), waitForText('Play on from here')),
  screen('studio-trials', 'lobby', '/studio/four', click('[role="tab"]', 'Trials'), waitFor('[data-verdict]')),
  screen('studio-state', 'lobby', '/studio/four', click('[role="tab"]', 'State'), waitFor('[data-state="guest"]')),
  screen(
    'studio-import',
    'lobby',
    '/studio/four',
    click('[role="tab"]', 'Edit'),
    click('[data-action="import-board"]'),
    (page) =>
      page
        .locator('[role="dialog"] input[type="file"], input[type="file"]')
        .first()
        .setInputFiles({ name: 'old board\u202E.html', mimeType: 'text/html', buffer: Buffer.from('<p>') }),
    waitFor('[data-move]'),
  ),
  screen(
    'studio-forge',
    'lobby',
    '/studio/tampered',
    click('[role="tab"]', 'Send'),
    waitFor('[data-forged="refused"]'),
  ),
  screen('studio-forged', 'lobby', '/studio/tampered', click('[role="tab"]', 'Messages'), waitFor('[data-edit]')),
  screen('studio-editor', 'lobby', '/studio/four', click('[role="tab"]', 'Edit'), waitFor('.cm-content')),
  screen('studio-meters', 'lobby', '/studio/broken', openProblems, clickButton('Each file'), waitFor('meter')),
  screen('studio-fixtures', 'lobby', '/studio/four', clickButton('2 fixtures'), dialog),
  screen('studio-unfinished', 'lobby', '/studio/unfinished', waitForText('No game yet')),
  screen('studio-gone', 'lobby', '/studio/gone', waitForText("can't be found")),
  ...[
    ...['four', 'own', 'foreign', 'blocked', 'stopped', 'cancelled', 'mismatch', 'broken', 'published', 'unreachable'],
    ...['failures', 'not-proven', 'nothing-found', 'trying', 'failed'],
  ].map((id) => screen(`publish-${id}`, 'lobby', `/studio/${id}?publish`, waitFor('[role="dialog"] h2'), pause(200))),
  screen('publish-differs', 'lobby', '/studio/four?publish', clickButton(/^What differs/)),
  screen('publish-unconfirmed', 'lobby', '/studio/four?publish', clickButtonIn('[role="dialog"]', 'Publish')),
  screen(
    'publish-working',
    'lobby',
    '/studio/nothing-found?publish',
    clickButtonIn('[role="dialog"]', 'Publish'),
    waitFor('[data-step]'),
  ),
  screen(
    'publish-outdated',
    'lobby',
    '/studio/outdated?publish',
    click('[role="dialog"] label', 'although'),
    clickButtonIn('[role="dialog"]', 'Publish'),
    alert,
  ),
  screen('publish-deprecate', 'lobby', '/studio/published?publish', clickButton(/^Deprecate/)),
  screen('settings', 'lobby', '/settings', clickButton('Run check'), waitFor('[data-testid="verdict"]')),
  ...'identities communities connection house consents notices looks storage licences about'
    .split(' ')
    .map((part) => screen(`settings-${part}`, 'lobby', `/settings/${part}`, pause(300))),
  screen('settings-admission', 'admission', '/settings/communities', pause(300)),
  screen('settings-reports', 'lobby', '/settings/communities', (page) =>
    page.locator('[data-report]').last().scrollIntoViewIfNeeded(),
  ),
  screen(
    'settings-relays',
    'lobby',
    '/settings/connection',
    click('label', 'Your own'),
    fill('Addresses of your relays', 'relay.example\nhttp://relay.example'),
    clickButton('Use these relays'),
    waitForText("isn't the address of a relay"),
  ),
  screen('settings-passphrase', 'guarded', '/settings/identities', clickButton('Change'), dialog),
  screen('settings-backup', 'lobby', '/settings/identities', clickButton('Back up'), dialog),
  screen(
    'settings-own-identity',
    'guarded',
    '/settings/communities',
    clickButton(/^Switch to 192/),
    dialog,
    chooseOwnIdentity,
  ),
];

const boardRendered: Action = async (page) => {
  await page.frameLocator('iframe').locator('body *').first().waitFor();
  await page.waitForTimeout(500);
};
/** The bundled game, the name of the position, and the guest's open decision (see GamePosition). */
const games: [slug: string, name: string, decision: number | null][] = [
  ['connect-four', 'middle', 3],
  ['connect-four', 'end', null],
  ['rock-paper-scissors', 'middle', 1],
  ['rock-paper-scissors', 'end', null],
  ['oracle', 'start', 0],
  ['oracle', 'end', null],
  ['reversi', 'middle', 12],
  ['reversi', 'end', null],
  ['gomoku', 'opening', 1],
  ['gomoku', 'middle', 7],
  ['gomoku', 'end', null],
  ['dots-and-boxes', 'middle', 14],
  ['dots-and-boxes', 'end', null],
  ['battleship', 'placing', 0],
  ['battleship', 'shooting', 25],
  ['battleship', 'end', null],
  ['liars-dice', 'bidding', 2],
  ['liars-dice', 'end', null],
  ['weak-wins', 'middle', 4],
  ['weak-wins', 'end', null],
  ['prisoners-dilemma', 'start', 0],
  ['prisoners-dilemma', 'middle', 6],
  ['prisoners-dilemma', 'end', null],
  ['sealed-bid-auction', 'middle', 3],
  ['sealed-bid-auction', 'end', null],
];
const boards = games.map(([slug, name, decision]) => ({
  ...screen(`board-${slug}-${name}`, 'game', '/tables/game', boardRendered),
  game: { slug, decision },
}));

/** The same decisions in the plain view; the labels of protocols arrive after the table. */
const plain = games
  .filter(([, name, decision]) => decision !== null && name !== 'start' && name !== 'opening')
  .map(([slug, name, decision]) => ({
    ...screen(`plain-${slug}-${name}`, 'game', '/tables/game', boardRendered, pressKey('Alt+p')),
    game: { slug, decision },
  }));

/** The same decisions at a seat that is played by hand: all choices are listed, and those dashed that the board leaves out. */
const byHand = games
  .filter(([, name, decision]) => decision !== null && name !== 'start' && name !== 'opening')
  .map(([slug, name, decision]) => ({
    ...screen(`by-hand-${slug}-${name}`, 'game&byhand', '/tables/game', boardRendered),
    game: { slug, decision },
  }));

/** The host opens a different cell or die from the one it committed to; the lens shows the opening that contradicts its commitment. */
const tampered: [slug: string, opening: RegExp, tamper: (frame: JsonObject) => JsonObject][] = [
  [
    'battleship',
    /Reveal 9/,
    (frame) =>
      frame.opened_cell !== undefined && Number(frame.turn) === 18
        ? { ...frame, opened: frame.opened === 'water' ? 'destroyer' : 'water' }
        : frame,
  ],
  [
    'liars-dice',
    /Reveal 1/,
    (frame) =>
      frame.action === 'reveal' && frame.round === 1
        ? { ...frame, secrets: (frame.secrets as number[]).map((secret, at) => (at === 0 ? (secret + 1) % 6 : secret)) }
        : frame,
  ],
];
const broken = tampered.flatMap(([slug, opening, tamper]) => [
  { ...screen(`broken-${slug}`, 'game', '/tables/game', boardRendered), game: { slug, decision: null, tamper } },
  {
    ...screen(`broken-${slug}-lens`, 'game', '/tables/game', click('[data-panel="checks"]'), clickButton(opening)),
    game: { slug, decision: null, tamper },
  },
]);

export const screens: readonly Screen[] = [
  ...boards,
  ...plain,
  ...byHand,
  ...broken,
  ...starting,
  ...lobby,
  ...outages,
  ...hosting,
  ...tables,
  ...inbox,
  ...leaderboards,
  ...protocols,
  ...studioAndSettings,
];
