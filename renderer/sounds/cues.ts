/** The window's sounds as notes, and which change of the tables plays which sound. Pure; player.ts plays the notes. */
import type { SoundLevel, Table } from '../../shared/bridge/contract.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import { asksPerson } from '../../shared/tables/waiting-tables.ts';

/** In ascending priority: when several apply at once, the last one plays. */
export const cues = ['move', 'message', 'turn', 'warning', 'over'] as const;
export type Cue = (typeof cues)[number];

export interface Note {
  hertz: number;
  /** Seconds after the sound begins. */
  at: number;
  seconds: number;
  /** 0 to 1. */
  gain: number;
}

const [a4, d5, e5, g5, a5, d6] = [440, 587.33, 659.26, 783.99, 880, 1174.66];
/** Each note as hertz, beginning and length in seconds. */
const melodies: Record<Cue, [hertz: number, at: number, seconds: number][]> = {
  move: [[a4, 0, 0.09]],
  message: [
    [g5, 0, 0.1],
    [d6, 0.09, 0.16],
  ],
  turn: [
    [d5, 0, 0.16],
    [a5, 0.13, 0.32],
  ],
  warning: [
    [e5, 0, 0.12],
    [e5, 0.2, 0.12],
    [e5, 0.4, 0.18],
  ],
  over: [
    [a5, 0, 0.2],
    [e5, 0.17, 0.2],
    [d5, 0.34, 0.42],
  ],
};
const gains: Record<SoundLevel, number> = { off: 0, quiet: 0.07, loud: 0.25 };

export function notesOf(cue: Cue, level: SoundLevel): Note[] {
  const gain = gains[level];
  if (gain === 0) return [];
  return melodies[cue].map(([hertz, at, seconds]) => ({
    hertz,
    at,
    seconds,
    gain: cue === 'move' ? gain * 0.6 : gain,
  }));
}

type Tables = ReadonlyMap<string, Table>;
const lastPeerMessage = ({ talk, role }: Table) => talk.findLast(({ by }) => by !== role)?.number ?? 0;
const peerMoves = ({ moves, role }: Table) => moves.filter(({ by }) => by !== role).length;

/** The sound for a change; null for none. `visibleId` is the table on screen in a focused window. New tables only play `turn`. */
export function cueOf(before: Tables, now: Tables, visibleId: string | null): Cue | null {
  const candidates = new Set<Cue>();
  for (const table of now.values()) {
    const earlier = before.get(table.table_id);
    if (earlier === table) continue;
    const onScreen = table.table_id === visibleId;
    if (earlier && isOver(table)) {
      // No sound if the user resigned or left.
      const left = table.problem?.code === 'resigned' || table.problem?.code === 'cancelled';
      if (!isOver(earlier) && !left) candidates.add('over');
      continue;
    }
    const moved = earlier !== undefined && peerMoves(table) > peerMoves(earlier);
    if (onScreen && moved) candidates.add('move');
    if (earlier && lastPeerMessage(table) > lastPeerMessage(earlier)) candidates.add('message');
    // On the table's own page, the sound of the peer's move is enough.
    if (asksPerson(table) && table.ask?.key !== earlier?.ask?.key && !(onScreen && moved)) candidates.add('turn');
  }
  return cues.findLast((cue) => candidates.has(cue)) ?? null;
}

/** Whether the sound also plays while the window is hidden: only those that need the user. */
export const playsWhenHidden = (cue: Cue): boolean => cue === 'turn' || cue === 'warning';
