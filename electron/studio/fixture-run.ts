/** Plays the fixtures of a folder and compares their outcomes. */
import { isDeepStrictEqual } from 'node:util';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { validateOptions } from '../../shared/protocol/options.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import type { BoardMessage, BoardRecord } from '../../shared/tables/board-record.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { generateByHand } from '../hooks/by-hand.ts';
import type { LaunchedHooks, LaunchHooks } from '../hooks/host.ts';
import { systemEnvironment } from '../tables/environment.ts';
import { type Fixture, readFixtures } from './fixtures.ts';
import { PreviewGame } from './game.ts';
import { perfectNetwork } from './network.ts';

export interface FixtureResult {
  name: string;
  ok: boolean;
  /** Messages sent by both seats. */
  messages: number;
  /** The first difference, for people; null if the fixture passed. */
  problem: string | null;
}

interface Played extends Pick<BoardRecord, 'messages' | 'end'> {
  /** Why the game stopped before all answers were given. */
  stopped: string | null;
}

/** Messages of a game that hooks could continue forever. */
const messagesMax = 2_000;

const seats = ['host', 'guest'] as const;

/** Runs every fixture below `folder`. Rejects `hook_failed` if the hooks can't be loaded; other failures are in the results. */
export async function runFixtures(
  launch: LaunchHooks,
  { folder, spec, source }: { folder: string; spec: Spec; source: string },
): Promise<FixtureResult[]> {
  const files = await readFixtures(folder);
  if (files.length === 0) return [];
  const [host, guest] = await Promise.all(seats.map((seat) => launch(source, { seed: seat })));
  const hosts = { host: host as LaunchedHooks, guest: guest as LaunchedHooks };
  try {
    const results: FixtureResult[] = [];
    for (const { name, read } of files) {
      if ('problem' in read) results.push({ name, ok: false, messages: 0, problem: read.problem });
      else {
        const { messages, problem } = await runFixture(hosts, spec, source, read.fixture);
        results.push({ name, ok: problem === null, messages, problem });
      }
    }
    return results;
  } finally {
    await Promise.all(seats.map((seat) => hosts[seat].dispose()));
  }
}

async function runFixture(
  hosts: Record<Role, LaunchedHooks>,
  spec: Spec,
  source: string,
  fixture: Fixture,
): Promise<Pick<FixtureResult, 'messages' | 'problem'>> {
  try {
    const [wrong] = validateOptions(spec, fixture.options as JsonObject);
    if (wrong) throw new ParlorError('options_invalid', `The options do not fit the protocol: ${wrong}.`);
    for (const seat of seats) {
      const text = fixture.seats[seat].hooks === 'by_hand' ? generateByHand(spec) : source;
      await hosts[seat].reload(text, `${fixture.seed}:${seat}`);
    }
    // As in the Studio, so that later calls get the same random numbers.
    if (hosts.host.methods.has('metadata')) await hosts.host.call('metadata', []).catch(() => {});
    const played = await playFixture(hosts, spec, fixture);
    return { messages: played.messages.length, problem: played.stopped ?? differenceOf(fixture, played) };
  } catch (error) {
    return { messages: 0, problem: toProblem(error).message };
  }
}

function playFixture(hosts: Record<Role, LaunchedHooks>, spec: Spec, fixture: Fixture): Promise<Played> {
  return new Promise((resolve) => {
    let failure: string | null = null;
    const settle = (stopped: string | null) => {
      const result = resultOf(game);
      game.dispose();
      resolve({ ...result, stopped });
    };
    const game = new PreviewGame({
      run: 1,
      spec,
      options: fixture.options as JsonObject,
      seed: fixture.seed,
      hooks: hosts,
      seats: fixture.seats,
      network: perfectNetwork,
      script: fixture.answers,
      // The fixture contains the answers of the hooks, too.
      paused: true,
      deadline: false,
      environment: systemEnvironment,
      onFault({ seat, problem }) {
        failure ??= `${seat}: ${problem.message}`;
      },
      onChange() {
        if (game.sent > messagesMax && !game.disposed) settle(`The game has more than ${messagesMax} messages.`);
      },
      onIdle() {
        const { due } = game;
        if (due === null) return settle(null);
        const asked = due.key === undefined ? '' : `${due.key} `;
        settle(`${asked}was not asked at seat ${due.seat}${failure === null ? '' : `; ${failure}`}`);
      },
    });
    game.start();
  });
}

function differenceOf({ expect }: Fixture, { messages, end }: Played): string | null {
  const wanted = expect?.messages;
  if (wanted) {
    const at = Array.from({ length: Math.max(wanted.length, messages.length) }, (_, index) => index).find(
      (index) => !isDeepStrictEqual(messages[index], wanted[index]),
    );
    if (at !== undefined) return `message ${at + 1} is ${textOf(messages[at])}, expected ${textOf(wanted[at])}`;
  }
  if (expect?.end === undefined || isDeepStrictEqual(end, expect.end)) return null;
  return `the end is ${JSON.stringify(end)}, expected ${JSON.stringify(expect.end)}`;
}

function textOf(message: BoardMessage | undefined): string {
  if (!message) return 'missing';
  const { direction, action, fields } = message;
  return `${action} (${direction}) ${JSON.stringify(fields)}`;
}

/** The fixture of a game in its current state. */
export function fixtureOf(game: PreviewGame): Fixture {
  const { options, seed, seats: settings } = game.parts;
  return { seed, options, seats: settings, answers: [...game.played], expect: resultOf(game) };
}

function resultOf(game: PreviewGame): Omit<Played, 'stopped'> {
  const { messages = [], end = null } = game.snapshot().seats.host.board_record ?? {};
  return { messages, end };
}
