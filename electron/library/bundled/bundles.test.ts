import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { boardMessageMaxBytes } from '../../../shared/boards/contract.ts';
import { checkManifest, manifestFileOf, manifestHashOf } from '../../../shared/bundle/manifest.ts';
import { languages } from '../../../shared/language.ts';
import { protocolIdOf } from '../../../shared/protocol/contract.ts';
import { validateOptions } from '../../../shared/protocol/options.ts';
import { readSpec } from '../../../shared/protocol/spec.ts';
import { hookMethods, metadataSchema, proposalOf, type Role } from '../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { readInstalledBoard } from '../board-files.ts';
import { openLibrary } from '../library.ts';
import {
  bundledHooks,
  chooseAtRandom,
  chooseByHooks,
  type Frame,
  playLoop,
  playRounds,
  Seat,
} from '../testing/bundled-hooks.ts';

const resources = fileURLToPath(new URL('../../../resources', import.meta.url));
const specTextOf = (folder: string) => readFileSync(`${resources}/protocols/${folder}/spec.json`, 'utf8');

/** The hashes of the specs. A changed spec is a different protocol, so these must not change by accident. */
const ids = {
  battleship: 'ccab01011c4888d77616b5cfd938f76207fe504d75107e67e2a6701b9177d72b',
  chat: '0967a36655992c5f7370451206ec8208d40752e2fd967d35adbe6e86084b28fe',
  'connect-four': 'e096e943519583f5f1d53e830ccae3a26756c0793bfa7751635b7b313f4a9ce4',
  'dots-and-boxes': '7bf28d67eacb0718aec3b0d734eae946629b943580994a79b4d288946c0214d5',
  gomoku: '15431fda47b210be5e24556c4df4320b93b32ce54cf1e888cd386543f8a47004',
  'liars-dice': '7ae2fa42f6d96151cefbf48cd3552259261bca521e2960191bcf4fcf907918c8',
  oracle: '4f55baca12194a71d9553a979da839b0c0d7c130d3fc91a50efc0b9d30b31848',
  'prisoners-dilemma': '75052c521110f3e9018a12b92d181d6aa46d2db29be25890d50d68ba287af03b',
  reversi: 'f49087d2dade31a72719b0b1ca20170d837ae8f1b9f6ea42505c7fbd824c3a2a',
  'rock-paper-scissors': 'f32335eb31c73d171a3c06beaab041ed88aad8c31e1a70514e486411c6b00c50',
  'sealed-bid-auction': 'a21f2e7bda6dab55ea91e2bb640422756c79d46f9fbd38013030ba2f24742b8d',
  'weak-wins': '7277b5dc76ebe0e150a84d29bdead915d17d33e139a0432f34fa685189817403',
};
const folders = Object.keys(ids) as (keyof typeof ids)[];
const games = isLongRun ? 200 : 40;

describe.each(folders)('%s', (folder) => {
  const { spec, problems } = readSpec(specTextOf(folder));

  test('its spec is valid and has the expected id', () => {
    expect(problems).toEqual([]);
    expect(protocolIdOf(specTextOf(folder))).toBe(ids[folder]);
  });

  test('every message is identified by its action', () => {
    for (const { name, fields } of spec.messages) {
      expect(fields.action).toMatchObject({ type: 'enum', values: [name], required: true });
    }
  });

  test('its metadata has valid options, and its hooks export nothing unknown', async () => {
    const hooks = await bundledHooks(folder);
    const metadata = metadataSchema.parse(hooks.metadata());
    expect(validateOptions(spec, metadata.options)).toEqual([]);
    // An invitation's message is shown as the host's own text.
    expect(metadata.message).toBe('');
    const unknown = Object.keys(hooks).filter(
      (name) => name !== 'manners' && !(hookMethods as readonly string[]).includes(name),
    );
    expect(unknown).toEqual([]);
  });

  test('its files match their pins', async () => {
    const pins = JSON.parse(await readFile(`${resources}/protocols/pins.json`, 'utf8'));
    expect(Object.keys(pins)).toEqual(folders);
    const hooks_hash = createHash('sha256')
      .update(readFileSync(`${resources}/protocols/${folder}/hooks.js`))
      .digest('hex');
    const { manners = [], ...hooks } = await bundledHooks(folder);
    const metadata = hooks.metadata();
    expect(pins[folder]).toMatchObject({ protocol_id: ids[folder], hooks_hash, metadata, strengths: manners });
  });
});

describe.each(folders)('%s', (folder) => {
  test('its board is a valid bundle and small', async () => {
    const bytesByPath = await readInstalledBoard(`${resources}/protocols/${folder}/ui`);
    const manifest = [...bytesByPath].map(([path, bytes]) => manifestFileOf(path, bytes));
    expect(checkManifest(manifest)).toEqual([]);
    expect(manifest.reduce((sum, { size_bytes }) => sum + size_bytes, 0)).toBeLessThan(64 * 1024);
    const html = Buffer.from(bytesByPath.get('index.html')!).toString();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|https?:/);
  });

  test('its board contains the unchanged kit', async () => {
    for (const file of ['parlor-board.js', 'parlor-board.css']) {
      const kit = await readFile(`${resources}/ui-kit/${file}`);
      expect((await readFile(`${resources}/protocols/${folder}/ui/${file}`)).equals(kit), file).toBe(true);
    }
  });

  test.each(languages)('its sample is a position of the game, with texts in %s', async (language) => {
    const library = await openLibrary({ resourcesDir: resources, dataDir: temporaryFolder() });
    const protocol = library.list().find((candidate) => candidate.folder === folder)!;
    const sample = await library.sample(protocol, language);
    expect(sample?.record.messages.length).toBeGreaterThan(1);
    expect(validateOptions(protocol.spec, sample!.record.options)).toEqual([]);
  });

  test('its board matches its pin', async () => {
    const pins = JSON.parse(await readFile(`${resources}/protocols/pins.json`, 'utf8'));
    const files = [...(await readInstalledBoard(`${resources}/protocols/${folder}/ui`))];
    const manifest_hash = manifestHashOf(files.map(([path, bytes]) => manifestFileOf(path, bytes)));
    expect(pins[folder]).toMatchObject({ manifest_hash });
  });
});

/** The view must fit in a message to the board, however long the game is. */
function expectViewToFit(seat: Seat) {
  expect(JSON.stringify(seat.view()).length).toBeLessThan(boardMessageMaxBytes / 2);
}

function pick<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)]!;
}

/** A peer's frame with other values. */
const tampered = (frame: Frame, change: object): Frame => ({ ...frame, ...change }) as Frame;

const hooksByFolder = {
  'connect-four': await bundledHooks('connect-four'),
  'rock-paper-scissors': await bundledHooks('rock-paper-scissors'),
};

describe('connect-four: rules', () => {
  const hooks = hooksByFolder['connect-four'];
  const { spec } = readSpec(specTextOf('connect-four'));
  const pair = (options = {}, choose = chooseAtRandom): [Seat, Seat] => [
    new Seat('host', hooks, spec, options, choose, pick(['easy', 'steady'])),
    new Seat('guest', hooks, spec, options, choose, pick(['easy', 'steady'])),
  ];
  /** Both seats after discs were dropped into these columns, the guest's first. */
  const seatsAfter = (columns: number[], options = {}): [Seat, Seat] => {
    const remaining = [...columns];
    const [host, guest] = pair(options, () => remaining.shift()!);
    host.step('handle_join', guest.step('join').send);
    let turn = guest.step('first_action');
    while (remaining.length > 0) {
      let reply = host.step('handle', guest.step('act', turn.ask?.key, guest.answer(turn)).send);
      if (reply.ask && remaining.length > 0) reply = host.step('act', reply.ask.key, host.answer(reply));
      if (reply.send) turn = guest.step('handle', reply.send);
    }
    return [host, guest];
  };

  /** An independent referee: checks every line of four cells, top row first. */
  function winnerOf(board: (Role | null)[][]): Role | null {
    const cell = (row: number, col: number) => board[row]?.[col] ?? null;
    for (let row = 0; row < board.length; row += 1) {
      for (let col = 0; col < board[0]!.length; col += 1) {
        for (const [down, right] of [
          [0, 1],
          [1, 0],
          [1, 1],
          [1, -1],
        ] as const) {
          const seats = [0, 1, 2, 3].map((step) => cell(row + step * down, col + step * right));
          if (seats[0] !== null && seats.every((seat) => seat === seats[0])) return seats[0]!;
        }
      }
    }
    return null;
  }

  test(`${games} games have the winner that an independent referee finds, and the same end on both sides`, () => {
    const sizes = [{}, {}, { cols: 4, rows: 4 }, { cols: 10, rows: 10 }, { cols: 5, rows: 8 }];
    const seen = new Set<string>();
    // Draws are rare: on, until each outcome has occurred.
    for (let game = 0; game < games || (seen.size < 3 && game < 20 * games); game += 1) {
      const [host, guest] = pair(pick(sizes), pick([chooseAtRandom, chooseAtRandom, chooseByHooks]));
      const frames = playLoop(host, guest);
      expect(guest.end).toEqual(host.end);
      expect(guest.end?.completed).toBe(true);
      const { board, winner, moves, line } = guest.view() as {
        board: (Role | null)[][];
        winner: string;
        moves: unknown[];
        line: { row: number; col: number }[] | null;
      };
      expect(winner).toBe(winnerOf(board) ?? 'draw');
      if (winner === 'draw') expect(board.flat()).not.toContain(null);
      else for (const { row, col } of line!) expect(board[row]![col]).toBe(winner);
      expect(frames.at(-1)).toMatchObject({ game_over: true, winner, turn: moves.length });
      expectViewToFit(host);
      seen.add(winner);
    }
    expect([...seen].sort()).toEqual(['draw', 'guest', 'host']);
  });

  test("frames contain the turn, the column, and the row from the top; the host repeats the guest's winning disc", () => {
    const [host, guest] = pair({}, (_hooks, { moves }) => (moves as number[]).length % 2);
    expect(playLoop(host, guest)).toEqual([
      { action: 'move', turn: 1, col: 0 },
      { action: 'round_result', turn: 2, row: 5, col: 1, player: 'host', game_over: false, winner: 'none' },
      { action: 'move', turn: 3, col: 0 },
      { action: 'round_result', turn: 4, row: 4, col: 1, player: 'host', game_over: false, winner: 'none' },
      { action: 'move', turn: 5, col: 0 },
      { action: 'round_result', turn: 6, row: 3, col: 1, player: 'host', game_over: false, winner: 'none' },
      { action: 'move', turn: 7, col: 0 },
      { action: 'round_result', turn: 7, row: 2, col: 0, player: 'guest', game_over: true, winner: 'guest' },
    ]);
    expect(guest.end).toEqual({ completed: true, winner: 'guest', reason: 'Four in a line, upright in column 1.' });
  });

  test('a guest that requests no size plays the size of the invitation', () => {
    const [host] = pair({ cols: 8, rows: 7 });
    expect(host.step('handle_join', { action: 'join' }).send).toEqual({
      action: 'ready',
      cols: 8,
      rows: 7,
      first: 'guest',
    });
  });

  test.each([
    ['outside the grid', { col: 7 }, 'invalid_column'],
    ['into a full column', { col: 0 }, 'column_full'],
    ['out of turn', { turn: 3 }, 'not_your_turn'],
  ])('the host refuses a disc %s', (_name, change, reason) => {
    const [host] = seatsAfter([0, 0, 0, 0, 0, 0]);
    const step = host.step('handle', tampered({ action: 'move', turn: 7, col: 3 }, change));
    expect(step.send).toEqual({ action: 'error', turn: 6, reason });
    expect(step.end).toMatchObject({ completed: false });
  });

  test.each<[string, object]>([
    ['another row', { row: 0 }],
    ['a full column', { col: 0, row: 0 }],
    ['a column outside the grid', { col: 9, row: 5 }],
    ['another turn', { turn: 4 }],
    ['a false win', { game_over: true, winner: 'host' }],
    ["the guest's own disc", { player: 'guest' }],
    ['an end without a winner', { game_over: true }],
  ])('the guest leaves a host that claims %s', (_name, change) => {
    const [, guest] = seatsAfter([0, 0, 0, 0, 0, 0]);
    const ask = guest.step('first_action').ask!;
    guest.step('act', ask.key, 3);
    const honest: Frame = {
      action: 'round_result',
      turn: 8,
      row: 5,
      col: 4,
      player: 'host',
      game_over: false,
      winner: 'none',
    };
    const step = guest.step('handle', tampered(honest, change));
    expect(step.send).toMatchObject({ action: 'error', reason: 'wrong_result' });
    expect(step.end).toMatchObject({ completed: false });
    expect(step.end?.winner).toBeUndefined();
  });

  test('the guest leaves a host that continues after the guest has won', () => {
    const [, guest] = seatsAfter([0, 1, 0, 1, 0, 1]);
    guest.step('act', 'turn:7', 0);
    const onward: Frame = {
      action: 'round_result',
      turn: 8,
      row: 2,
      col: 1,
      player: 'host',
      game_over: true,
      winner: 'host',
    };
    expect(guest.step('handle', onward).end).toMatchObject({ completed: false });
  });

  test('the guest leaves a host that sets up another grid', () => {
    const [, guest] = pair({ cols: 7, rows: 6 });
    guest.step('handle_ready', { action: 'ready', cols: 8, rows: 6, first: 'guest' });
    expect(guest.end).toMatchObject({ completed: false });
  });

  test('rejects an answer that is not a free column', () => {
    const [, guest] = seatsAfter([0, 0, 0, 0, 0, 0]);
    for (const answer of [0, -1, 7, 2.5, '3']) expect(() => guest.step('act', 'turn:7', answer)).toThrow();
    expect(() => guest.step('act', 'turn:6', 3)).toThrow();
  });

  test.each(['steady', 'sharp'])('%s never misses a win, or a threat that it can block', (manner) => {
    const stateAfter = (columns: number[]) => ({
      ...hooks.init({ role: 'guest', options: {}, manner }),
      moves: columns,
    });
    // The last disc of a full grid may end it in a draw.
    const wonAfter = (columns: number[]) => ['host', 'guest'].includes(String(hooks.view(stateAfter(columns)).winner));
    const freeAfter = (columns: number[]) =>
      [0, 1, 2, 3, 4, 5, 6].filter((col) => columns.filter((move) => move === col).length < 6);
    const winsAfter = (columns: number[]) => freeAfter(columns).filter((col) => wonAfter([...columns, col]));
    // A position of the opening book in which the guest can win at once.
    const inBook = [3, 0, 3, 0, 3, 0];
    const inBookChoices = freeAfter(inBook).map((value) => ({ value, label: `column ${value + 1}` }));
    expect(
      hooks.decide(stateAfter(inBook), { key: 'turn', prompt: 'Drop a disc', choices: inBookChoices }),
    ).toMatchObject({
      answer: 3,
      reason: 'completes four in a line',
    });
    let wins = 0;
    let blocks = 0;
    while (wins < 40 || blocks < 40) {
      const moves: number[] = [];
      while (!wonAfter(moves) && moves.length < 42) {
        const free = freeAfter(moves);
        const winning = winsAfter(moves);
        const safe = free.filter((col) => winsAfter([...moves, col]).length === 0);
        const choices = free.map((value) => ({ value, label: `column ${value + 1}` }));
        const ask = { key: 'turn', prompt: 'Drop a disc', choices };
        const advice = () => proposalOf(ask, hooks.decide(stateAfter(moves), ask));
        if (winning.length > 0) {
          const { answer, reason } = advice()!;
          expect(winning).toContain(answer);
          expect(reason).toBe('completes four in a line');
          wins += 1;
        } else if (safe.length > 0 && safe.length < free.length) {
          expect(safe).toContain(advice()!.answer);
          blocks += 1;
        }
        moves.push(pick(free));
      }
    }
  });

  test('sharp beats easy', () => {
    let won = 0;
    for (let game = 0; game < 10; game += 1) {
      const host = new Seat('host', hooks, spec, {}, chooseByHooks, 'sharp');
      const guest = new Seat('guest', hooks, spec, {}, chooseByHooks, 'easy');
      playLoop(host, guest);
      if (host.end?.winner === 'host') won += 1;
    }
    expect(won).toBeGreaterThanOrEqual(8);
  });
});

describe('rock-paper-scissors: rules', () => {
  const hooks = hooksByFolder['rock-paper-scissors'];
  const { spec } = readSpec(specTextOf('rock-paper-scissors'));
  const manners = ['easy', 'steady', 'sharp', null];
  const pair = (options: object, choose = chooseAtRandom): [Seat, Seat] => [
    new Seat('host', hooks, spec, options, choose, pick(manners)),
    new Seat('guest', hooks, spec, options, choose, pick(manners)),
  ];
  const beats = ['rock scissors', 'paper rock', 'scissors paper'];

  test(`${games} games have the results that an independent referee finds, and the same end on both sides`, () => {
    const seen = new Set<string>();
    for (let game = 0; game < games || (seen.size < 3 && game < 20 * games); game += 1) {
      const termination = pick(['first_to_win', 'fixed_rounds'] as const);
      const options = { best_of: 1 + Math.floor(Math.random() * 9), termination };
      expect(validateOptions(spec, options)).toEqual([]);
      const [host, guest] = pair(options, pick([chooseAtRandom, chooseByHooks]));
      const wins = { host: 0, guest: 0 };
      const frames = playRounds(host, guest);
      frames.forEach((frame, round) => {
        const { host_choice, guest_choice } = frame;
        const winner = beats.includes(`${host_choice} ${guest_choice}`)
          ? 'host'
          : host_choice === guest_choice
            ? 'draw'
            : 'guest';
        if (winner !== 'draw') wins[winner] += 1;
        expect(frame).toMatchObject({ round, round_winner: winner, host_wins: wins.host, guest_wins: wins.guest });
        expect(frame.game_over).toBe(round === frames.length - 1);
      });
      const leader = wins.host === wins.guest ? 'draw' : wins.host > wins.guest ? 'host' : 'guest';
      expect(frames.at(-1)?.game_winner).toBe(leader);
      expect(guest.end).toEqual(host.end);
      expect(guest.end).toMatchObject({ completed: true, winner: leader });
      if (termination === 'fixed_rounds') expect(frames).toHaveLength(options.best_of);
      else expect(Math.max(wins.host, wins.guest)).toBe(Math.floor(options.best_of / 2) + 1);
      expectViewToFit(guest);
      seen.add(leader);
    }
    expect([...seen].sort()).toEqual(['draw', 'guest', 'host']);
  });

  test('a game in which both always show the same hand ends after 200 rounds', () => {
    const [host, guest] = pair({ best_of: 3 }, () => 'rock');
    expect(playRounds(host, guest)).toHaveLength(200);
    expect(guest.end).toEqual({ completed: true, winner: 'draw', reason: 'Level, 0 to 0 after 200 rounds.' });
    expectViewToFit(guest);
  });

  test.each<[string, object]>([
    ['another hand of the guest', { guest_choice: 'scissors', round_winner: 'host', host_wins: 1, guest_wins: 0 }],
    ['another hand of its own', { host_choice: 'scissors', round_winner: 'host', host_wins: 1, guest_wins: 0 }],
    ['another winner', { round_winner: 'host' }],
    ['another count', { guest_wins: 0 }],
    ['an early end', { game_over: true, game_winner: 'host' }],
    ['another round', { round: 1 }],
  ])('the guest leaves a host that claims %s', (_name, change) => {
    const [, guest] = pair({ best_of: 3 });
    guest.step('round_value', 0);
    const honest: Frame = {
      action: 'round_result',
      round: 0,
      host_choice: 'rock',
      guest_choice: 'paper',
      round_winner: 'guest',
      host_wins: 0,
      guest_wins: 1,
      game_over: false,
      game_winner: 'none',
    };
    guest.step('handle', tampered(honest, change), { round: 0, host_value: 'rock', guest_value: 'paper' });
    expect(guest.end).toMatchObject({ completed: false });
    expect(guest.end?.winner).toBeUndefined();
  });

  test('the guest leaves a host that changes the terms of the invitation', () => {
    const [, guest] = pair({ best_of: 5 });
    guest.step('handle_ready', {
      action: 'ready',
      best_of: 1,
      rounds_to_win: 1,
      termination: 'first_to_win',
      round_delay_seconds: 0,
    });
    expect(guest.end).toEqual({ completed: false, reason: 'The host set best of to 1; its invitation stands for 5.' });
  });

  test('a view before the end of a round does not reveal the hidden hands', () => {
    const [host] = pair({ best_of: 3 });
    host.step('round_value', 0);
    expect(JSON.stringify(host.view())).not.toMatch(/rock|paper|scissors/);
  });

  test.each(['easy', 'steady', 'sharp'])('%s shows every hand at times', (manner) => {
    const rounds = Array.from({ length: 30 }, () => ({ host: 'rock', guest: 'rock' }));
    const state = { ...hooks.init({ role: 'guest', options: {}, manner }), rounds };
    const ask = {
      key: 'round:30',
      prompt: 'p',
      choices: ['rock', 'paper', 'scissors'].map((value) => ({ value, label: value })),
    };
    const shown = new Set(Array.from({ length: 400 }, () => chooseByHooks(hooks, state, ask)));
    expect(shown.size).toBe(3);
  });
});
