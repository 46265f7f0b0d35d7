/** A project while it is open: what is read after a save, what plays on, and what is said of mistakes. */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StudioProject } from '../../shared/bridge/contract.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import type { Board } from '../library/board.ts';
import { defaultResourcesDir } from '../library/library.ts';
import { computer } from '../tables/environment.ts';
import { OpenProject } from './project.ts';
import { watchFolder } from './watch.ts';

const launchHooks = nodeLauncher();
const resources = join(defaultResourcesDir(), 'studio');
let root: string;
let folder: string;
let project: OpenProject;
let served: Board[];
let heard: StudioProject[];
let seen: number;
let onNext: (() => void) | null;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parlor-project-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(root, 'a-'));
  [served, heard, seen, onNext] = [[], [], 0, null];
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
    environment: computer,
    onChange(changed) {
      heard.push(changed);
      onNext?.();
    },
  });
});
afterEach(() => project.close());

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** As editors save: another file, moved over the old one. */
async function save(path: string, text: string): Promise<void> {
  await write(`${path}.new`, text);
  await rename(join(folder, `${path}.new`), join(folder, path));
}

const change = async (path: string, from: string, to: string) =>
  save(path, (await readFile(join(folder, path), 'utf8')).replace(from, to));

/** The first snapshot that is as wanted, after the one that was found before. */
async function until(wanted: (project: StudioProject) => boolean): Promise<StudioProject> {
  for (;;) {
    const at = heard.findIndex((each, index) => index >= seen && wanted(each));
    if (at >= 0) {
      seen = at + 1;
      return heard[at] as StudioProject;
    }
    await new Promise<void>((resolve) => {
      onNext = resolve;
    });
  }
}
const asked = ({ game }: StudioProject) => game?.seats.guest.ask?.key ?? null;

/** The first question, and its answer as a message. */
async function guess(number: number): Promise<StudioProject> {
  const key = asked(project.snapshot()) ?? asked(await until((now) => asked(now) !== null));
  project.answer('guest', key as string, number);
  return until((now) => (now.game?.frame_count ?? 0) >= 4);
}

describe('a game of two seats', () => {
  test('is played with the engine and hooks of real tables; the same seed is the same game', async () => {
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
    expect(project.game.position(2)).toMatchObject({ guest: { moves: [] } });
    await expect(project.restart({ options: { max: 1 } })).rejects.toMatchObject({ code: 'options_invalid' });
  });

  test('hooks take a seat in the middle of it and play to the end; a step is one answer of theirs', async () => {
    await project.open();
    await guess(5);
    project.game.pace(true, false);
    project.game.sit('guest', 'hooks');
    const waiting = project.snapshot();
    expect(waiting.game?.paused).toBe(true);
    if (waiting.game?.seats.guest.outcome === null) project.game.pace(false, false);
    const over = waiting.game?.seats.guest.outcome
      ? waiting
      : await until((now) => now.game?.seats.host.outcome != null);
    expect(over.game?.seats.host.outcome).toMatchObject({ completed: true });
    expect(over.problems).toEqual([]);
  });

  test('nobody has a deadline until time runs', async () => {
    await project.open();
    if (asked(project.snapshot()) === null) await until((now) => asked(now) !== null);
    expect(project.snapshot().game?.seats.guest.ask).toMatchObject({ deadline_at: null, plays_at: null });
    project.game.setDeadline(true);
    expect(project.snapshot().game?.seats.guest.ask?.deadline_at).toBeGreaterThan(Date.now());
    project.game.setDeadline(false);
    project.game.leave('guest');
    const left = await until((now) => now.game?.seats.host.outcome != null);
    expect(left.problems).toEqual([]);
    expect(left.game?.seats.guest.outcome?.problem?.code).toBe('resigned');
  });
});

describe('after a save', () => {
  test('a board is another one, and the game goes on', async () => {
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
    // The one before is served until the next, since frames are still moving over.
    expect(served).toHaveLength(2);
    await save('ui/b/c.css', 'a{}');
    expect((await until((now) => now.version === 3)).change?.files.added).toEqual(['b/c.css']);
    await save('ui/b/c.css', 'b{}');
    expect((await until((now) => now.version === 4)).change?.files.changed).toEqual(['b/c.css']);
    expect(served).toHaveLength(2);
  });

  test('a spec has another id, and what changed is said; one that is no JSON keeps the game and names the place', async () => {
    const before = await project.open();
    await change('spec.json', '"description": "', '"description": broken"');
    const broken = await until((now) => now.version === 2);
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
    await change('spec.json', '"session_loop"', '"session_lop"');
    const ruled = await until((now) => now.version === 5);
    expect(ruled.problems).toMatchObject([{ kind: 'spec_rule', pointer: '/flow/mode', line: expect.any(Number) }]);
    expect(project.excerpt('spec.json', ruled.problems[0]?.line ?? 0)[2]?.text).toContain('session_lop');
    expect(project.excerpt('../spec.json', 1)).toEqual([{ number: 1, text: '' }]);
  });

  test('hooks are loaded anew; those that cannot be leave the game as it was', async () => {
    await project.open();
    await guess(5);
    await change('hooks.js', 'const TURNS = 3;', 'const TURNS = ;');
    const broken = await until((now) => now.version === 2);
    expect(broken.problems).toMatchObject([{ kind: 'hooks_load', file: 'hooks.js', line: 5 }]);
    expect(broken.stale.game).toBe(true);
    expect(broken.game).toMatchObject({ run: 1, frame_count: 4 });
    await change('hooks.js', 'const TURNS = ;', 'const TURNS = 2;');
    const mended = await until((now) => now.game?.run === 2);
    expect(mended).toMatchObject({ stale: { game: false }, change: { hooks: true, kept_game: false } });
  });

  test('a hook that throws is named with its line, and so is an answer that was not offered', async () => {
    await project.open();
    await change(
      'hooks.js',
      'export function act(state, _key, number) {',
      '$&\n  console.log("acting", number);\n  nothing();',
    );
    await until((now) => now.version === 2);
    const key = asked(project.snapshot()) ?? asked(await until((now) => asked(now) !== null));
    project.answer('guest', key as string, 5);
    const failed = await until((now) => now.problems.length > 0 && now.game?.seats.host.outcome != null);
    const source = (await readFile(join(folder, 'hooks.js'), 'utf8')).split('\n');
    expect(failed.problems).toMatchObject([
      { kind: 'hooks_call', subject: 'act', file: 'hooks.js', line: source.indexOf('  nothing();') + 1 },
    ]);
    expect(failed.log.map(({ seat, text }) => [seat, text])).toEqual([['guest', 'acting 5']]);
    await change('hooks.js', 'return ask.choices[Math.floor(ask.choices.length / 2)].value;', 'return 77;');
    const odd = await until((now) => now.problems.some(({ kind }) => kind === 'hooks_choice'));
    expect(odd.problems.at(-1)).toMatchObject({ subject: 'decide', message: expect.stringContaining('77') });
  });

  test('files of a board are held to the rules, and the one before stays', async () => {
    await project.open();
    await save('ui/page.php', 'x');
    const wrong = await until((now) => now.version === 2);
    expect(wrong.problems).toMatchObject([{ kind: 'ui_file', file: 'ui/page.php' }]);
    expect(wrong.stale.board).toBe(true);
    await rename(join(folder, 'ui/page.php'), join(folder, 'ui/page.txt'));
    await save('ui/big.txt', 'x'.repeat(513 * 1024));
    const big = await until((now) => now.problems.some(({ kind }) => kind === 'ui_size'));
    expect(big.problems).toMatchObject([{ subject: 'big.txt', message: 'larger than 512 KB' }]);
    await rm(join(folder, 'ui'), { recursive: true });
    const none = await until((now) => now.problems.some(({ kind }) => kind === 'ui_missing'));
    expect(none).toMatchObject({ board: null, stale: { board: false } });
  });

  test('a folder that goes away is said', async () => {
    await project.open();
    await rename(folder, `${folder}-moved`);
    expect((await until((now) => now.problems.length > 0)).problems).toMatchObject([{ kind: 'folder_gone' }]);
  });
});
