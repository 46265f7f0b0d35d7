/** Plays the fixtures of a folder: compares their outcomes, and shows their positions. */
import { isDeepStrictEqual } from 'node:util';
import type { StudioFixturePosition, StudioPosition } from '../../shared/bridge/contract.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { requireValidOptions } from '../../shared/protocol/options.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import type { BoardMessage, BoardRecord } from '../../shared/tables/board-record.ts';
import { type Role, roles } from '../../shared/tables/hooks.ts';
import { generateByHand } from '../hooks/by-hand.ts';
import type { LaunchedHooks, LaunchHooks } from '../hooks/hook-host.ts';
import { systemEnvironment } from '../tables/environment.ts';
import { type Fixture, loadFixture, readFixtures } from './fixtures.ts';
import { PreviewGame } from './game.ts';
import { launchBoth } from './hook-pair.ts';
import { perfectNetwork } from './network.ts';
import { scriptUntil } from './replay-script.ts';

export interface FixtureResult {
  name: string;
  ok: boolean;
  /** Messages sent by both seats. */
  messages: number;
  /** The first difference, for people; null if the fixture passed. */
  problem: string | null;
}

interface FixtureGame extends Pick<BoardRecord, 'messages' | 'end'> {
  /** Why the game stopped before all answers were given. */
  stopped: string | null;
  seats: StudioFixturePosition['seats'];
}

/** Ends games that the hooks would continue forever. */
const maxMessages = 2_000;

/** Runs every fixture below `folder`. Rejects `hook_failed` if the hooks can't be loaded; other failures are in the results. */
export async function runFixtures(
  launch: LaunchHooks,
  { folder, spec, source }: { folder: string; spec: Spec; source: string },
): Promise<FixtureResult[]> {
  const files = await readFixtures(folder);
  if (files.length === 0) return [];
  const hooks = await launchBoth((seat) => launch(source, { seed: seat }));
  try {
    const results: FixtureResult[] = [];
    for (const { name, content } of files) {
      if ('problem' in content) results.push({ name, ok: false, messages: 0, problem: content.problem });
      else {
        const { messages, problem } = await runFixture(hooks, spec, source, content.fixture);
        results.push({ name, ok: problem === null, messages, problem });
      }
    }
    return results;
  } finally {
    await Promise.all(roles.map((seat) => hooks[seat].dispose()));
  }
}

async function runFixture(
  hooks: Record<Role, LaunchedHooks>,
  spec: Spec,
  source: string,
  fixture: Fixture,
): Promise<Pick<FixtureResult, 'messages' | 'problem'>> {
  try {
    const game = await playFixture(hooks, spec, source, fixture);
    return { messages: game.messages.length, problem: game.stopped ?? differenceOf(fixture, game) };
  } catch (error) {
    return { messages: 0, problem: toProblem(error).message };
  }
}

/** What both boards receive at the position of a fixture. Rejects `not_found`, also for a game that stops before it, and `hook_failed`. */
export async function fixturePosition(
  launch: LaunchHooks,
  { folder, spec, source }: { folder: string; spec: Spec; source: string },
  name: string,
): Promise<StudioFixturePosition> {
  const fixture = await loadFixture(folder, name);
  const hooks = await launchBoth((seat) => launch(source, { seed: seat }));
  try {
    const { stopped, seats } = await playFixture(hooks, spec, source, fixture);
    if (stopped !== null) throw new ParlorError('not_found', `The fixture ${name} can't be played: ${stopped}.`);
    return { options: fixture.options as StudioFixturePosition['options'], seats };
  } finally {
    await Promise.all(roles.map((seat) => hooks[seat].dispose()));
  }
}

/** Loads the hooks of both seats and plays all answers. Rejects `options_invalid` and `hook_failed`. */
async function playFixture(
  hooks: Record<Role, LaunchedHooks>,
  spec: Spec,
  source: string,
  fixture: Fixture,
): Promise<FixtureGame> {
  requireValidOptions(spec, fixture.options);
  for (const seat of roles) {
    const text = fixture.seats[seat].hooks === 'by_hand' ? generateByHand(spec) : source;
    await hooks[seat].reload(text, `${fixture.seed}:${seat}`);
  }
  // The Studio calls metadata first, too; without that call, later ones would get other random numbers.
  if (hooks.host.methods.has('metadata')) await hooks.host.call('metadata', []).catch(() => {});
  return playAnswers(hooks, spec, fixture);
}

function playAnswers(hooks: Record<Role, LaunchedHooks>, spec: Spec, fixture: Fixture): Promise<FixtureGame> {
  return new Promise((resolve) => {
    let failure: string | null = null;
    const finish = (stopped: string | null) => {
      const { position } = fixture;
      const result = { ...resultOf(game, position), stopped, seats: seatsOf(game, position) };
      game.dispose();
      resolve(result);
    };
    const game = new PreviewGame({
      run: 1,
      spec,
      options: fixture.options as JsonObject,
      seed: fixture.seed,
      hooks,
      seats: fixture.seats,
      network: perfectNetwork,
      script: fixture.answers,
      // The fixture contains the answers of the hooks, so they give none of their own.
      paused: true,
      deadline: false,
      environment: systemEnvironment,
      onFailure({ seat, problem }) {
        failure ??= `${seat}: ${problem.message}`;
      },
      onChange() {
        if (game.frameCount > maxMessages && !game.disposed) finish(`The game has more than ${maxMessages} messages.`);
      },
      onIdle() {
        const { nextEntry } = game;
        if (nextEntry === null) return finish(null);
        const { seat } = nextEntry;
        const key = 'key' in nextEntry ? nextEntry.key : undefined;
        const reason = key === undefined ? 'the next entry was not reached' : `${key} was not asked`;
        finish(`${reason} at seat ${seat}${failure === null ? '' : `; ${failure}`}`);
      },
    });
    game.start();
  });
}

/** The first difference from the expected messages and end; null if there is none. */
function differenceOf({ expect }: Fixture, { messages, end }: FixtureGame): string | null {
  const expected = expect?.messages;
  if (expected) {
    const length = Math.max(expected.length, messages.length);
    for (let index = 0; index < length; index += 1) {
      if (!isDeepStrictEqual(messages[index], expected[index]))
        return `message ${index + 1} is ${textOf(messages[index])}, expected ${textOf(expected[index])}`;
    }
  }
  if (expect?.end === undefined || isDeepStrictEqual(end, expect.end)) return null;
  return `the end is ${JSON.stringify(end)}, expected ${JSON.stringify(expect.end)}`;
}

function textOf(message: BoardMessage | undefined): string {
  if (!message) return 'missing';
  const { direction, action, fields } = message;
  return `${action} (${direction}) ${JSON.stringify(fields)}`;
}

/** A fixture of the game after `frame` messages, or now, which expects the messages and end of the host's record there. */
export function fixtureOf(game: PreviewGame, frame?: number): Fixture {
  const { options, seed, seats } = game.parts;
  const answers = frame === undefined ? [...game.decisions] : scriptUntil(game.decisions, frame);
  return {
    seed,
    options,
    seats,
    answers,
    ...(frame !== undefined && { position: frame }),
    expect: resultOf(game, frame),
  };
}

function resultOf(game: PreviewGame, frame?: number): Pick<FixtureGame, 'messages' | 'end'> {
  const { messages = [], end = null } = positionsOf(game, frame).host.board_record ?? {};
  return { messages, end };
}

const positionsOf = (game: PreviewGame, frame?: number): Record<Role, StudioPosition> =>
  frame === undefined ? game.snapshot().seats : game.position(frame);

/** The question of a seat is known only at the end of a game. */
function seatsOf(game: PreviewGame, frame?: number): FixtureGame['seats'] {
  const isLatest = frame === undefined || frame >= game.frameCount;
  const { seats } = game.snapshot();
  const positions = positionsOf(game, frame);
  const seatOf = (role: Role) => {
    const { control_mode, hooks, ask } = seats[role];
    const { view, board_record } = positions[role];
    // Views of hooks generated from the spec are made for the Plain view only.
    return { control_mode, view: hooks === 'by_hand' ? null : view, board_record, ask: isLatest ? ask : null };
  };
  return { host: seatOf('host'), guest: seatOf('guest') };
}
