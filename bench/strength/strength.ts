/** Plays the matches of bench/strength/<slug>.ts: the hooks in their sandbox, the reference player in this process. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HookHost, LaunchedHooks } from '../../electron/hooks/hook-host.ts';
import { nodeLauncher } from '../../electron/hooks/node-launcher.ts';
import { randomFrom, selfPlay } from '../../electron/hooks/self-play.ts';
import { defaultResourcesDir } from '../../electron/installation.ts';
import { launchPlainHooks } from '../../electron/tables/testing/plain-hooks.ts';
import { readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { BoardRecorder } from '../../shared/tables/board-record.ts';
import { otherRole, type Role } from '../../shared/tables/hooks.ts';
import { alignColumns } from '../report.ts';
import { isGoalMet, type Score, type StrengthMatch } from './match.ts';

/** Far above the limit of real tables, so that a slow call on a busy computer is measured instead of ending the run. */
const hookLimits = { callMs: 20_000, killMs: 100_000 };

interface Game {
  slug: string;
  spec: Spec;
  source: string;
  matches: StrengthMatch[];
}

interface MatchResult extends Score {
  /** Milliseconds of the slowest `decide` call, including the round trip to the sandbox. */
  slowestMs: number;
}

/** Measures the games with these slugs, or all if there are none. Returns whether every goal was met. */
export async function benchStrength(slugs: readonly string[]): Promise<boolean> {
  const games = await gamesOf(slugs);
  const launchHooks = nodeLauncher();
  const rows: string[][] = [];
  let allMet = true;
  for (const game of games) {
    const hooks = await launchHooks(game.source, { seed: game.slug, limits: hookLimits });
    try {
      for (const match of game.matches) {
        const result = await playMatch(game, match, hooks);
        const isMet = isGoalMet(match, result);
        allMet = allMet && isMet;
        rows.push(rowOf(game, match, result, isMet));
      }
    } finally {
      await hooks.dispose();
    }
  }
  console.log('strength: the hooks in their sandbox against reference players');
  const header = ['game', 'strength', 'seat', 'against', 'games', 'won', 'drawn', 'lost', 'goal', '', 'slowest ms'];
  console.log(alignColumns([header, ...rows], [0]));
  return allMet;
}

function rowOf({ slug }: Game, match: StrengthMatch, result: MatchResult, isMet: boolean): string[] {
  const { player, manner, seat, games, goal, options } = match;
  const optionTexts = Object.entries(options ?? {}).map(([name, value]) => `${name} ${value}`);
  const goals = [
    goal?.wins !== undefined && `won >= ${goal.wins}`,
    goal?.losses_at_most !== undefined && `lost <= ${goal.losses_at_most}`,
  ].filter((part) => part !== false);
  return [
    [slug, ...optionTexts].join(', '),
    manner,
    seat,
    player.name,
    String(games),
    String(result.wins),
    String(result.draws),
    String(result.losses),
    goals.join(', ') || '-',
    goals.length === 0 ? '' : isMet ? 'met' : 'MISSED',
    result.slowestMs.toFixed(0),
  ];
}

async function gamesOf(slugs: readonly string[]): Promise<Game[]> {
  const protocols = join(defaultResourcesDir(), 'protocols');
  const availableSlugs = (await readdir(protocols)).filter((slug) =>
    existsSync(join(import.meta.dirname, `${slug}.ts`)),
  );
  const unknownSlugs = slugs.filter((slug) => !availableSlugs.includes(slug));
  if (unknownSlugs.length > 0)
    throw new Error(`No matches for ${unknownSlugs.join(', ')}. Available: ${availableSlugs.join(', ')}.`);
  return Promise.all(
    (slugs.length > 0 ? slugs : availableSlugs).map(async (slug) => {
      const readFile = (name: string) => readFileSync(join(protocols, slug, name), 'utf8');
      const { matches } = (await import(`./${slug}.ts`)) as { matches: StrengthMatch[] };
      return { slug, spec: readSpec(readFile('spec.json')).spec, source: readFile('hooks.js'), matches };
    }),
  );
}

async function playMatch({ slug, spec, source, matches }: Game, match: StrengthMatch, hooks: LaunchedHooks) {
  const { player, manner, seat, games, options = {} } = match;
  const result: MatchResult = { wins: 0, draws: 0, losses: 0, slowestMs: 0 };
  for (let game = 0; game < games; game += 1) {
    const seed = `${slug}:${matches.indexOf(match)}:${game}`;
    await hooks.reload(source, seed);
    const role = seat === 'alternating' ? (game % 2 === 0 ? 'guest' : 'host') : seat;
    const opponentRole = otherRole(role);
    const seats = { [role]: timedHooks(hooks, result), [opponentRole]: await hooksWithoutDecide(source, seed) };
    const recorder = new BoardRecorder(spec);
    const random = randomFrom(seed);
    const report = await selfPlay({
      spec,
      hooks: seats as Record<Role, HookHost>,
      options,
      seed,
      manners: { [role]: manner },
      onRecord: (owner, entry) => {
        if (owner === opponentRole) recorder.add(entry);
      },
      answerForPerson: (_role, ask, view) => player.choose({ record: recorder.latest!, view, ask, random }),
    });
    if (!report.ok) throw new Error(`Game ${seed} was not finished: ${JSON.stringify(report.seats[role].outcome)}`);
    const winner = report.seats[role].outcome?.winner;
    if (winner === role) result.wins += 1;
    else if (winner === opponentRole) result.losses += 1;
    else result.draws += 1;
    progress(match, game + 1, result);
  }
  return result;
}

function progress(
  { player, manner, games }: StrengthMatch,
  gamesPlayed: number,
  { wins, draws, losses, slowestMs }: MatchResult,
) {
  if (gamesPlayed % 10 !== 0 && gamesPlayed !== games) return;
  const score = `${wins} won, ${draws} drawn, ${losses} lost`;
  console.error(
    `${manner} against ${player.name}: ${gamesPlayed} of ${games}, ${score}, slowest ${slowestMs.toFixed(0)} ms`,
  );
}

/** The same hooks, which record the slowest call of `decide` in `measured`. */
function timedHooks(hooks: HookHost, result: MatchResult): HookHost {
  return {
    hash: hooks.hash,
    methods: hooks.methods,
    manners: hooks.manners,
    async call(method, args) {
      const startedAt = performance.now();
      const value = await hooks.call(method, args);
      if (method === 'decide') result.slowestMs = Math.max(result.slowestMs, performance.now() - startedAt);
      return value;
    },
    dispose: async () => {},
  };
}

/** Hooks without `decide`, run in this process: they enforce the rules at the reference player's seat. */
async function hooksWithoutDecide(source: string, seed: string): Promise<HookHost> {
  const hooks = await launchPlainHooks(source, { seed });
  return { ...hooks, methods: new Set([...hooks.methods].filter((method) => method !== 'decide')) };
}
