/** Positions of the bundled games for the look tool: each game is played by its hooks and stopped at a decision of the guest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookHost } from '../../electron/hooks/hook-host.ts';
import { selfPlay } from '../../electron/hooks/self-play.ts';
import { defaultResourcesDir } from '../../electron/installation.ts';
import { launchPlainHooks } from '../../electron/tables/testing/plain-hooks.ts';
import type { OpenQuestion, Table } from '../../shared/bridge/contract.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { flowMode, readSpec } from '../../shared/protocol/spec.ts';
import { type BoardRecord, BoardRecorder } from '../../shared/tables/board-record.ts';
import type { Question } from '../../shared/tables/hooks.ts';
import { SealedRounds } from '../../shared/tables/sealed-rounds.ts';

export interface GamePosition {
  slug: string;
  /** The guest's decision that is open, counted from 0; null for the end of the game. */
  decision: number | null;
  options?: JsonObject;
  /** Changes the host's messages in transit, as if the host cheated; returns unchanged messages as they are. */
  tamper?(frame: JsonObject): JsonObject;
}

/** The parts of a table that depend on the game, as JSON; running-tables.ts adds the rest in the page. */
export type LookTable = Pick<Table, 'protocol' | 'options' | 'view' | 'moves' | 'sealed_rounds'> & {
  board_record: BoardRecord;
  ask: Pick<OpenQuestion, 'key' | 'prompt' | 'choices' | 'entry'> | null;
};

export const bundledBoard = (slug: string): string => join(defaultResourcesDir(), 'protocols', slug, 'ui');

/** Plays a bundled game against itself up to the position. Throws if the game has fewer decisions. */
export async function lookTable({ slug, decision, options = {}, tamper }: GamePosition): Promise<LookTable> {
  const fileOf = (name: string) => readFileSync(join(defaultResourcesDir(), 'protocols', slug, name), 'utf8');
  const text = fileOf('spec.json');
  const { spec } = readSpec(text);
  const hooks = await launchPlainHooks(fileOf('hooks.js'), { seed: slug });
  const recorder = new BoardRecorder(spec);
  const sealed = new SealedRounds(spec);
  const start = Date.now() - 300_000;
  let entries = 0;
  let decisions = 0;
  let position: Pick<LookTable, 'board_record' | 'ask' | 'view' | 'sealed_rounds'> | null = null;
  const progress = () => ({ board_record: recorder.latest!, sealed_rounds: sealed.rounds });
  const guest: HookHost = {
    ...hooks,
    async call(method, args) {
      if (method === 'decide') {
        if (decisions === decision) {
          const [state, ask] = args as [Json, Json];
          const view = await hooks.call('view', [state]);
          position = { ...progress(), ask: ask as unknown as Question, view };
        }
        decisions += 1;
      }
      return hooks.call(method, args);
    },
  };
  const { seats } = await selfPlay({
    ...{ spec, hooks: { host: hooks, guest }, options, seed: slug },
    manners: { host: 'steady', guest: 'easy' },
    onRecord: (seat, entry) => {
      if (seat !== 'guest') return;
      entries += 1;
      recorder.add(entry);
      sealed.add(entry, 'guest', start + entries * 3000);
    },
    tamper: (from, frame) => [from === 'host' && tamper ? tamper(frame) : frame],
  });
  if (decision === null) position = { ...progress(), ask: null, view: seats.guest.view };
  if (!position) throw new Error(`${slug} ends after ${decisions} decisions`);
  const protocol_id = protocolIdOf(text);
  const name = spec.name ?? slug;
  const family = spec.family ? `game:${spec.family}` : null;
  return {
    protocol: { protocol_id, name, mode: flowMode(spec), family },
    options,
    moves: decision === null ? seats.guest.moves : movesBefore(decision, decisions, seats.guest.moves),
    ...position,
  };
}

/** The moves before one of the guest's decisions. The first decisions of some games, such as placing a fleet, are no moves. */
function movesBefore(decision: number, decisions: number, moves: LookTable['moves']): LookTable['moves'] {
  const decided = moves.filter(({ by, automatic }) => by === 'guest' && !automatic);
  const next = decided[decision - (decisions - decided.length)];
  return next ? moves.slice(0, moves.indexOf(next)) : [];
}
