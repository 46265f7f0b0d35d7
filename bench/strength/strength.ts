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
import { columns } from '../report.ts';
import { isGoalMet, type Score, type StrengthMatch } from './match.ts';

/** Far above the limit of real tables, so that a slow call on a busy computer is measured instead of ending the run. */
const limits = { callMs: 20_000, killMs: 100_000 };

interface Game {
  slug: string;
  spec: Spec;
  source: string;
  matches: StrengthMatch[];
}

interface Measured extends Score {
  /** Milliseconds of the slowest `decide` call, including the round trip to the sandbox. */
  slowest: number;
}

/** Measures the games with these slugs, or all if there are none. Returns whether every goal was met. */
export async function benchStrength(slugs: readonly string[]): Promise<boolean> {
  const games = await gamesOf(slugs);
  const launch = nodeLauncher();
  const rows: string[][] = [];
  let allMet = true;
  for (const game of games) {
    const hooks = await launch(game.source, { seed: game.slug, limits });
    try {
      for (const match of game.matches) {
        const measured = await play(game, match, hooks);
        const isMet = isGoalMet(match, measured);
        allMet = allMet && isMet;
        rows.push(rowOf(game, match, measured, isMet));
      }
    } finally {
      await hooks.dispose();
    }
  }
  console.log('strength: the hooks in their sandbox against reference players');
  const head = ['game', 'strength', 'seat', 'against', 'games', 'won', 'drawn', 'lost', 'goal', '', 'slowest ms'];
  console.log(columns([head, ...rows], [0]));
  return allMet;
}

function rowOf({ slug }: Game, match: StrengthMatch, measured: Measured, isMet: boolean): string[] {
  const { player, manner, seat, games, goal, options } = match;
  const terms = Object.entries(options ?? {}).map(([name, value]) => `${name} ${value}`);
  const goals = [
    goal?.wins !== undefined && `won >= ${goal.wins}`,
    goal?.losses_at_most !== undefined && `lost <= ${goal.losses_at_most}`,
  ].filter((part) => part !== false);
  return [
    [slug, ...terms].join(', '),
    manner,
    seat,
    player.name,
    String(games),
    String(measured.wins),
    String(measured.draws),
    String(measured.losses),
    goals.join(', ') || '-',
    goals.length === 0 ? '' : isMet ? 'met' : 'MISSED',
    measured.slowest.toFixed(0),
  ];
}

async function gamesOf(slugs: readonly string[]): Promise<Game[]> {
  const protocols = join(defaultResourcesDir(), 'protocols');
  const measured = (await readdir(protocols)).filter((slug) => existsSync(join(import.meta.dirname, `${slug}.ts`)));
  const unknown = slugs.filter((slug) => !measured.includes(slug));
  if (unknown.length > 0) throw new Error(`No matches for ${unknown.join(', ')}. Available: ${measured.join(', ')}.`);
  return Promise.all(
    (slugs.length > 0 ? slugs : measured).map(async (slug) => {
      const fileOf = (name: string) => readFileSync(join(protocols, slug, name), 'utf8');
      const { matches } = (await import(`./${slug}.ts`)) as { matches: StrengthMatch[] };
      return { slug, spec: readSpec(fileOf('spec.json')).spec, source: fileOf('hooks.js'), matches };
    }),
  );
}

async function play({ slug, spec, source, matches }: Game, match: StrengthMatch, hooks: LaunchedHooks) {
  const { player, manner, seat, games, options = {} } = match;
  const measured: Measured = { wins: 0, draws: 0, losses: 0, slowest: 0 };
  for (let game = 0; game < games; game += 1) {
    const seed = `${slug}:${matches.indexOf(match)}:${game}`;
    await hooks.reload(source, seed);
    const role = seat === 'alternating' ? (game % 2 === 0 ? 'guest' : 'host') : seat;
    const theirs = otherRole(role);
    const seats = { [role]: timed(hooks, measured), [theirs]: await withoutDecide(source, seed) };
    const recorder = new BoardRecorder(spec);
    const random = randomFrom(seed);
    const report = await selfPlay({
      spec,
      hooks: seats as Record<Role, HookHost>,
      options,
      seed,
      manners: { [role]: manner },
      onRecord: (owner, entry) => {
        if (owner === theirs) recorder.add(entry);
      },
      person: (_role, ask, view) => player.choose({ record: recorder.latest!, view, ask, random }),
    });
    if (!report.ok) throw new Error(`Game ${seed} was not finished: ${JSON.stringify(report.seats[role].outcome)}`);
    const winner = report.seats[role].outcome?.winner;
    if (winner === role) measured.wins += 1;
    else if (winner === theirs) measured.losses += 1;
    else measured.draws += 1;
    progress(match, game + 1, measured);
  }
  return measured;
}

function progress(
  { player, manner, games }: StrengthMatch,
  played: number,
  { wins, draws, losses, slowest }: Measured,
) {
  if (played % 10 !== 0 && played !== games) return;
  const score = `${wins} won, ${draws} drawn, ${losses} lost`;
  console.error(`${manner} against ${player.name}: ${played} of ${games}, ${score}, slowest ${slowest.toFixed(0)} ms`);
}

/** The same hooks, which record the slowest call of `decide` in `measured`. */
function timed(hooks: HookHost, measured: Measured): HookHost {
  return {
    hash: hooks.hash,
    methods: hooks.methods,
    manners: hooks.manners,
    async call(method, args) {
      const started = performance.now();
      const value = await hooks.call(method, args);
      if (method === 'decide') measured.slowest = Math.max(measured.slowest, performance.now() - started);
      return value;
    },
    dispose: async () => {},
  };
}

/** Hooks without `decide`, run in this process: they enforce the rules at the reference player's seat. */
async function withoutDecide(source: string, seed: string): Promise<HookHost> {
  const hooks = await launchPlainHooks(source, { seed });
  return { ...hooks, methods: new Set([...hooks.methods].filter((method) => method !== 'decide')) };
}
