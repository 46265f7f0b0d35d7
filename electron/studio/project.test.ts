/** An open project: what is read again after a save, what continues, and which problems are reported. */

import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StudioProject } from '../../shared/bridge/contract.ts';
import { directionFrom, otherRole, type Role, roles } from '../../shared/tables/hooks.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { reusedHooks } from '../hooks/testing/reused-hooks.ts';
import { defaultResourcesDir } from '../installation.ts';
import type { Board } from '../library/board.ts';
import { systemEnvironment } from '../tables/environment.ts';
import { clockReading } from '../time/awake-clock.ts';
import { fixturePosition, runFixtures } from './fixture-run.ts';
import { OpenProject } from './project.ts';
import { watchFolder } from './watch.ts';

const launchHooks = reusedHooks();
const resources = join(defaultResourcesDir(), 'studio');
const root = temporaryFolder();
let folder: string;
let project: OpenProject;
let served: Board[];
let snapshots: StudioProject[];
/** How many snapshots `until` has passed. */
let consumed: number;
let onNext: (() => void) | null;

beforeEach(async () => {
  folder = await mkdtemp(join(root, 'a-'));
  [served, snapshots, consumed, onNext] = [[], [], 0, null];
  await write('spec.json', await readFile(join(resources, 'turns/spec.json'), 'utf8'));
  await write('hooks.js', await readFile(join(resources, 'turns/hooks.js'), 'utf8'));
  await write('ui/index.html', '<!doctype html><title>Board</title><script src="a.js"></script>');
  await write('ui/a.js', '1;');
  project = new OpenProject({
    entry: { project_id: 'a', folder: 'a', own: false },
    path: folder,
    launchHooks,
    async serve(board) {
      served.push(board);
      return () => void served.splice(served.indexOf(board), 1);
    },
    boardUrl: (hash) => `http://${hash.slice(0, 32)}.localhost:1/index.html`,
    watch: watchFolder,
    // Shortens the delay that lets people follow the hooks' answers.
    environment: { ...systemEnvironment, after: (ms, run) => systemEnvironment.after(Math.min(ms, 30), run) },
    onChange(changed) {
      snapshots.push(changed);
      onNext?.();
    },
    onTried: () => {},
  });
});
afterEach(() => project.close());

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** Saves as editors do: writes a temporary file and moves it over the old one. It is outside the folder, so that a save is one change. */
async function save(path: string, text: string): Promise<void> {
  await writeFile(`${folder}~`, text);
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await rename(`${folder}~`, join(folder, path));
}

async function change(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, path), 'utf8');
  expect(text).toContain(from);
  await save(path, text.replace(from, to));
}

/** Resolves with the first matching snapshot after the one that the previous call returned. */
async function until(matches: (project: StudioProject) => boolean): Promise<StudioProject> {
  for (;;) {
    const index = snapshots.findIndex((snapshot, at) => at >= consumed && matches(snapshot));
    if (index >= 0) {
      consumed = index + 1;
      return snapshots[index] as StudioProject;
    }
    await new Promise<void>((resolve) => {
      onNext = resolve;
    });
  }
}
const openKey = ({ game }: StudioProject) => game?.seats.guest.ask?.key ?? null;

/** The key of the guest's question in the current game. */
async function question(): Promise<string> {
  const { run } = project.game.parts;
  const key = openKey(project.snapshot());
  return key ?? (openKey(await until((now) => now.game?.run === run && openKey(now) !== null)) as string);
}

/** Answers the guest's first question, and waits for the host's reply. */
async function guess(number: number): Promise<StudioProject> {
  const { run } = project.game.parts;
  project.answer('guest', await question(), number);
  return until((now) => now.game?.run === run && now.game.frame_count >= 4);
}

describe('a game of two seats', () => {
  test('runs the engine and hooks of real tables, and is the same for the same seed', async () => {
    await project.open();
    await project.restart({ seed: 'same', options: { max: 9 } });
    const first = await guess(5);
    expect(first.game?.frames.map(({ from, frame, problems }) => [from, frame.action, problems])).toEqual([
      ['guest', 'join', []],
      ['host', 'ready', []],
      ['guest', 'guess', []],
      ['host', first.game?.frames[3]?.frame.action, []],
    ]);
    expect(first.game?.frames[1]?.frame).toEqual({ action: 'ready', max: 9 });
    expect(() => project.answer('guest', 'turn:1', 5)).toThrow(expect.objectContaining({ code: 'decision_invalid' }));
    await project.restart({});
    const again = await guess(5);
    const messages = ({ game }: StudioProject) => game?.frames.map(({ frame }) => frame);
    expect(messages(again)).toEqual(messages(first));
    expect(again.game).toMatchObject({ run: 3, seed: 'same', options: { max: 9 } });
    const { guest } = project.game.position(2);
    expect(guest).toMatchObject({
      view: { moves: [] },
      board_record: { seat: 'guest', options: { max: 9 }, end: null },
    });
    expect(guest.board_record?.messages.map(({ action }) => action)).toEqual(['join', 'ready']);
    await expect(project.restart({ options: { max: 1 } })).rejects.toMatchObject({ code: 'options_invalid' });
  });

  test('lets hooks take over a seat and play to the end', async () => {
    await project.open();
    await guess(5);
    project.game.setPace(true, false);
    project.game.setMode('guest', 'autonomous');
    const waiting = project.snapshot();
    expect(waiting.game?.paused).toBe(true);
    if (waiting.game?.seats.guest.outcome === null) project.game.setPace(false, false);
    const over = waiting.game?.seats.guest.outcome
      ? waiting
      : await until((now) => now.game?.seats.host.outcome != null);
    expect(over.game?.seats.host.outcome).toMatchObject({ completed: true });
    expect(over.problems).toEqual([]);
  });

  test('has no deadlines until they are switched on', async () => {
    await project.open();
    await question();
    expect(project.snapshot().game?.seats.guest.ask).toMatchObject({ deadline_at: null, plays_at: null });
    project.game.setDeadline(true);
    expect(project.snapshot().game?.seats.guest.ask?.deadline_at).toBeGreaterThan(clockReading());
    project.game.setDeadline(false);
    project.game.leave('guest');
    const left = await until((now) => now.game?.seats.host.outcome != null);
    expect(left.problems).toEqual([]);
    expect(left.game?.seats.guest.outcome?.problem?.code).toBe('resigned');
  });
});

describe('a replayed game', () => {
  const actions = ({ game }: StudioProject) => game?.frames.map(({ from, frame }) => [from, frame.action, frame]);
  const over = (now: StudioProject) => now.game?.seats.host.outcome != null && now.game.seats.guest.outcome != null;
  const rounds = async () => {
    await write('spec.json', await readFile(join(resources, 'rounds/spec.json'), 'utf8'));
    await write('hooks.js', await readFile(join(resources, 'rounds/hooks.js'), 'utf8'));
  };

  test('continues from a past message after the same moves, even in sealed rounds', async () => {
    await rounds();
    await project.open();
    project.game.setMode('guest', 'autonomous');
    const first = await until(over);
    await project.continueFrom(1, 10);
    const again = await until((now) => now.game?.run === 2 && now.game.frame_count >= 10);
    expect(actions(again)?.slice(0, 10)).toEqual(actions(first)?.slice(0, 10));
    expect(await until((now) => now.game?.run === 2 && over(now))).toMatchObject({
      game: { seats: { host: { outcome: first.game?.seats.host.outcome } } },
    });
    await expect(project.continueFrom(1, 4)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('keeps who decides at each seat, also if that was chosen later', async () => {
    await rounds();
    await project.open();
    await until((now) => now.game?.seats.guest.ask != null);
    project.game.setMode('guest', 'human');
    await project.continueFrom(1, 2);
    await until((now) => now.game?.run === 2 && now.game.seats.guest.ask != null && !project.game.replaying);
    expect(project.snapshot().game?.seats.guest.control_mode).toBe('human');
  });

  test.each([
    ['turns', 0],
    ['turns', 80],
    ['rounds', 80],
  ])('of %s, with %i ms between the seats, has the position after every message', async (template, latency_ms) => {
    for (const file of ['spec.json', 'hooks.js'])
      await write(file, await readFile(join(resources, template, file), 'utf8'));
    await project.open();
    project.game.setNetwork({ latency_ms, loss_percent: 10 });
    project.game.setMode('guest', 'autonomous');
    await until(over);
    const { frames } = project.game;
    for (let frame = 0; frame <= frames.length; frame += 1) {
      const sent = frames.slice(0, frame).filter(({ frame: { action } }) => action !== undefined);
      const names = (from: Role) => sent.filter((each) => each.from === from).map((each) => each.frame.action);
      const position = project.game.position(frame);
      for (const role of roles) {
        const { messages, end } = position[role].board_record!;
        const shown = (from: Role) =>
          messages.filter(({ direction }) => direction === directionFrom(from)).map(({ action }) => action);
        // A side that hasn't sent its own commitment has not taken the other's into its record either.
        expect(names(otherRole(role)).slice(0, shown(otherRole(role)).length)).toEqual(shown(otherRole(role)));
        expect([frame, shown(role)]).toEqual([frame, names(role)]);
        if (template === 'turns') expect([frame, shown(otherRole(role))]).toEqual([frame, names(otherRole(role))]);
        expect([frame, end !== null]).toEqual([frame, frame === frames.length]);
      }
    }
  });

  test('can be saved as a fixture, which can be loaded, run and deleted', async () => {
    await project.open();
    await project.restart({ seed: 'kept', options: { max: 9 } });
    const first = await guess(5);
    await project.saveFixture('opening');
    const { fixtures } = await until((now) => now.fixtures.length === 1);
    expect(fixtures).toEqual([{ name: 'opening', seed: 'kept', answers: 1, position: null }]);
    await project.restart({ seed: 'other' });
    await project.loadFixture('opening');
    const again = await until((now) => now.game?.run === 4 && now.game.frame_count >= 4);
    expect(actions(again)).toEqual(actions(first));

    const { spec } = project.game.parts;
    const run = async () =>
      runFixtures(launchHooks, { folder, spec, source: await readFile(join(folder, 'hooks.js'), 'utf8') });
    expect(await run()).toEqual([{ name: 'opening', ok: true, messages: 4, problem: null }]);
    await change('hooks.js', "'higher' : 'lower'", "'lower' : 'higher'");
    expect(await run()).toEqual([
      { name: 'opening', ok: false, messages: 4, problem: expect.stringContaining('message 4 is ') },
    ]);
    await write('fixtures/broken.json', '{"seed": 1}');
    expect((await run())[0]).toMatchObject({ name: 'broken', ok: false, problem: expect.stringContaining('/seed') });
    const reported = await until((now) => now.problems.some(({ kind }) => kind === 'fixture_file'));
    expect(reported.problems.find(({ kind }) => kind === 'fixture_file')?.file).toBe('fixtures/broken.json');
    await project.deleteFixture('opening');
    await until((now) => now.fixtures.length === 0);
  });

  test('can be kept at an earlier position, which shows what both boards receive there', async () => {
    await project.open();
    await project.restart({ seed: 'kept', options: { max: 9 } });
    await guess(5);
    await project.saveFixture('asked', 2);
    await project.saveFixture('guessed', 3);
    const { fixtures } = await until((now) => now.fixtures.length === 2);
    expect(fixtures).toMatchObject([
      { name: 'asked', answers: 0, position: 2 },
      { name: 'guessed', answers: 1, position: 3 },
    ]);

    const { spec } = project.game.parts;
    const files = { folder, spec, source: await readFile(join(folder, 'hooks.js'), 'utf8') };
    expect(await runFixtures(launchHooks, files)).toMatchObject([
      { name: 'asked', ok: true, messages: 2 },
      { name: 'guessed', ok: true, messages: 3 },
    ]);
    const asked = await fixturePosition(launchHooks, files, 'asked');
    expect(asked).toMatchObject({
      options: { max: 9 },
      seats: { guest: { ask: { key: 'turn:1' } }, host: { ask: null } },
    });
    // The host's answer follows by itself, so the question after it is not part of this position.
    const { host, guest } = (await fixturePosition(launchHooks, files, 'guessed')).seats;
    expect(guest).toMatchObject({ control_mode: 'hybrid', ask: null, view: { moves: [expect.anything()] } });
    for (const { board_record } of [host, guest])
      expect(board_record?.messages.map(({ action }) => action)).toEqual(['join', 'ready', 'guess']);
    await expect(fixturePosition(launchHooks, files, 'other')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('fails a fixture whose question is never asked, and names the error that prevented it', async () => {
    await project.open();
    await guess(5);
    await project.saveFixture('opening');
    const { spec } = project.game.parts;
    const source = await readFile(join(folder, 'hooks.js'), 'utf8');
    const broken = source.replace('export function first_action(state) {', '$&\n  nothing();');
    const [result] = await runFixtures(launchHooks, { folder, spec, source: broken });
    expect(result?.problem).toMatch(/^turn:1 was not asked at seat guest; guest: .*nothing/);
  });
});

describe('a seat', () => {
  test('can be played by hand without the author’s hooks, from the spec alone', async () => {
    await project.open();
    await expect(project.setSeat('host', { hooks: 'by_hand' })).rejects.toMatchObject({ code: 'decision_invalid' });
    await project.setSeat('guest', { hooks: 'by_hand' });
    const { game, methods } = await until((now) => now.game?.run === 2 && now.game.seats.guest.ask !== null);
    expect(game?.seats.guest).toMatchObject({ hooks: 'by_hand', control_mode: 'human', can_decide: false });
    expect(game?.seats.host.by_hand_problem).toMatch(/judge/);
    expect(methods).toContain('decide');
    await project.setSeat('guest', { hooks: 'own' });
    expect(project.snapshot().game?.seats.guest).toMatchObject({ hooks: 'own', control_mode: 'hybrid' });
  });

  test('ends the game when its autonomous hooks fail, and does not call decide when a person plays', async () => {
    await change('hooks.js', 'return ask.choices[Math.floor(ask.choices.length / 2)].value;', 'throw new Error("no");');
    await project.open();
    await project.setSeat('guest', { control_mode: 'human' });
    await project.restart({});
    await question();
    expect(project.snapshot().problems).toEqual([]);
    await project.setSeat('guest', { control_mode: 'autonomous' });
    const failed = await until((now) => now.game?.seats.guest.outcome != null);
    expect(failed.game?.seats.guest.outcome).toMatchObject({ completed: false, problem: { code: 'hook_failed' } });
    expect(failed.problems).toMatchObject([{ kind: 'hooks_call', subject: 'decide' }]);
  });

  test('reports each field of a message that violates the spec, with its position in the spec', async () => {
    await change(
      'hooks.js',
      "send: { action: 'guess', turn: state.turn, number }",
      "send: { action: 'guess', turn: 99 }",
    );
    await project.open();
    project.answer('guest', await question(), 5);
    const failed = await until((now) => now.problems.length > 1);
    expect(failed.problems).toMatchObject([
      { kind: 'message_rule', subject: 'guess.turn', file: 'spec.json', line: expect.any(Number) },
      { kind: 'message_rule', subject: 'guess.number', message: 'missing required field: number' },
    ]);
    const { line } = failed.problems[0]!;
    expect(project.excerpt('spec.json', line as number).find(({ number }) => number === line)?.text).toContain(
      '"turn"',
    );
  });
});

describe('after a save', () => {
  test('serves the new board and continues the game', async () => {
    const before = await project.open();
    await guess(5);
    await save('ui/a.js', '2;');
    const after = await until((now) => now.version === 2);
    expect(after.change).toEqual({
      spec: false,
      hooks: false,
      files: { added: [], removed: [], changed: ['a.js'] },
      kept_game: true,
    });
    expect(after.board?.url).not.toBe(before.board?.url);
    expect(after.game).toMatchObject({ run: 1, frame_count: 4 });
    // The previous board is served until the next save, since frames may still be loading the new one.
    expect(served).toHaveLength(2);
    await save('ui/b/c.css', 'a{}');
    expect((await until((now) => now.version === 3)).change?.files.added).toEqual(['b/c.css']);
    await save('ui/b/c.css', 'b{}');
    expect((await until((now) => now.version === 4)).change?.files.changed).toEqual(['b/c.css']);
    expect(served).toHaveLength(2);
  });

  test('shows the differences of a changed spec; keeps the game and reports the position if spec.json is invalid JSON', async () => {
    const before = await project.open();
    await change('spec.json', '"description": "', '"description": broken"');
    const broken = await until((now) => now.problems.length > 0);
    expect(broken).toMatchObject({ protocol_id: null, stale: { game: true }, spec_diff: null });
    expect(broken.problems).toMatchObject([{ kind: 'spec_json', file: 'spec.json', line: 4, column: 18 }]);
    expect(broken.game?.run).toBe(1);
    await change('spec.json', '"description": broken"', '"description": "');
    await until((now) => now.version === 3);
    await change('spec.json', '"higher",', '"higher", "same",');
    const after = await until((now) => now.version === 4 && now.game?.run === 3);
    expect(after.protocol_id).not.toBe(before.protocol_id);
    expect(after.spec_diff).toMatchObject({
      before_protocol_id: before.protocol_id,
      messages: [{ name: 'hint', change: 'changed' }],
    });
    await change('spec.json', '"higher", "same",', '"higher",');
    expect(await until((now) => now.version === 5)).toMatchObject({
      ...{ protocol_id: before.protocol_id, spec_diff: null },
    });
    await change('spec.json', '"session_loop"', '"session_lop"');
    const invalid = await until((now) => now.version === 6);
    expect(invalid.problems).toMatchObject([{ kind: 'spec_rule', pointer: '/flow/mode', line: expect.any(Number) }]);
    expect(project.excerpt('spec.json', invalid.problems[0]?.line ?? 0)[2]?.text).toContain('session_lop');
    expect(project.excerpt('../spec.json', 1)).toEqual([{ number: 1, text: '' }]);
  });

  test('reloads hooks; if they cannot be loaded, the game continues unchanged', async () => {
    await project.open();
    await guess(5);
    await change('hooks.js', 'const TURNS = 3;', 'const TURNS = ;');
    const broken = await until((now) => now.problems.length > 0);
    const line = (await readFile(join(folder, 'hooks.js'), 'utf8')).split('\n').indexOf('const TURNS = ;') + 1;
    expect(broken.problems).toMatchObject([{ kind: 'hooks_load', file: 'hooks.js', line }]);
    expect(broken.stale.game).toBe(true);
    expect(broken.game).toMatchObject({ run: 1, frame_count: 4 });
    // The next save has another fault, and no longer this one.
    const source = await readFile(join(folder, 'hooks.js'), 'utf8');
    await writeFile(join(folder, 'hooks.js'), Buffer.from(source, 'utf16le'));
    const refused = await until((now) => now.version === broken.version + 1);
    expect(refused.problems).toMatchObject([{ kind: 'file_refused', file: 'hooks.js' }]);
    await writeFile(join(folder, 'hooks.js'), source);
    await until((now) => now.version === broken.version + 2);
    await change('hooks.js', 'const TURNS = ;', 'const TURNS = 2;');
    const fixed = await until((now) => now.game?.run === 2);
    expect(fixed).toMatchObject({ stale: { game: false }, change: { hooks: true, kept_game: false } });
  });

  test('reports the line of a hook that throws, and of an answer that was not offered', async () => {
    await project.open();
    await change(
      'hooks.js',
      'export function act(state, _key, answer) {',
      '$&\n  console.log("acting", answer);\n  nothing();',
    );
    await until((now) => now.game?.run === 2);
    project.answer('guest', await question(), 5);
    const failed = await until((now) => now.problems.length > 0 && now.game?.seats.host.outcome != null);
    const source = (await readFile(join(folder, 'hooks.js'), 'utf8')).split('\n');
    expect(failed.problems).toMatchObject([
      { kind: 'hooks_call', subject: 'act', file: 'hooks.js', line: source.indexOf('  nothing();') + 1 },
    ]);
    expect(failed.log.map(({ seat, text }) => [seat, text])).toEqual([['guest', 'acting 5']]);
    await change('hooks.js', 'return ask.choices[Math.floor(ask.choices.length / 2)].value;', 'return 77;');
    const notOffered = await until((now) => now.problems.some(({ kind }) => kind === 'hooks_choice'));
    expect(notOffered.problems.at(-1)).toMatchObject({ subject: 'decide', message: expect.stringContaining('77') });
  });

  test('reports board files that violate the rules, and keeps the previous board', async () => {
    await project.open();
    await save('ui/page.php', 'x');
    const wrong = await until((now) => now.version === 2);
    expect(wrong.problems).toMatchObject([{ kind: 'ui_file', file: 'ui/page.php' }]);
    expect(wrong.stale.board).toBe(true);
    await rename(join(folder, 'ui/page.php'), join(folder, 'ui/page.txt'));
    await save('ui/big.txt', 'x'.repeat(513 * 1024));
    const big = await until((now) => now.problems.some(({ kind }) => kind === 'ui_size'));
    expect(big.problems).toMatchObject([{ subject: 'big.txt', message: 'larger than 512 KiB' }]);
    await rm(join(folder, 'ui'), { recursive: true });
    const none = await until((now) => now.problems.some(({ kind }) => kind === 'ui_missing'));
    expect(none).toMatchObject({ board: null, stale: { board: false } });
  });

  test('notes that a board reads only the view, with the position', async () => {
    await project.open();
    const script = 'connectBoard({\n  onState({ view }) {\n    document.title = view.title;\n  },\n});\n';
    await save('ui/board.js', `import { connectBoard } from './parlor-board.js';\n${script}`);
    const noted = await until((now) => now.version === 2);
    expect(noted.problems).toMatchObject([{ kind: 'ui_view_only', severity: 'note', file: 'ui/board.js', line: 3 }]);
    await save(
      'ui/board.js',
      `import { connectBoard } from './parlor-board.js';\n${script.replaceAll('view', 'record')}`,
    );
    expect(await until((now) => now.version === 3)).toMatchObject({ problems: [] });
  });

  test('reports that the folder is gone', async () => {
    await project.open();
    await rename(folder, `${folder}-moved`);
    expect((await until((now) => now.problems.length > 0)).problems).toMatchObject([{ kind: 'folder_gone' }]);
  });
});
