/** The window's sounds as notes, and which change of the tables plays which sound. Pure; player.ts plays the notes. */
import type { SoundLevel, Table } from '../../shared/bridge/contract.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import { asksPerson } from '../../shared/tables/waiting-tables.ts';

/** In ascending priority: when several apply at once, the last one plays. */
export const cues = ['move', 'message', 'turn', 'warning', 'over'] as const;
export type Cue = (typeof cues)[number];

export interface Note {
  frequency: number;
  /** Seconds after the sound begins. */
  startSeconds: number;
  durationSeconds: number;
  /** 0 to 1. */
  gain: number;
}

const [a4, d5, e5, g5, a5, d6] = [440, 587.33, 659.26, 783.99, 880, 1174.66];
/** Each note as hertz, beginning and length in seconds. */
const melodies: Record<Cue, [frequency: number, startSeconds: number, durationSeconds: number][]> = {
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
const levelGains: Record<SoundLevel, number> = { off: 0, quiet: 0.07, loud: 0.25 };

export function notesOf(cue: Cue, level: SoundLevel): Note[] {
  const gain = levelGains[level];
  if (gain === 0) return [];
  return melodies[cue].map(([frequency, startSeconds, durationSeconds]) => ({
    frequency,
    startSeconds,
    durationSeconds,
    gain: cue === 'move' ? gain * 0.6 : gain,
  }));
}

type Tables = ReadonlyMap<string, Table>;
const lastPeerMessage = ({ talk, role }: Table) => talk.findLast(({ by }) => by !== role)?.number ?? 0;
const peerMoves = ({ moves, role }: Table) => moves.filter(({ by }) => by !== role).length;

/** The sound for a change; null for none. `visibleId` is the table on screen in a focused window. New tables only play `turn`. */
export function cueOf(previous: Tables, current: Tables, visibleId: string | null): Cue | null {
  const candidates = new Set<Cue>();
  for (const table of current.values()) {
    const previousTable = previous.get(table.table_id);
    if (previousTable === table) continue;
    const isVisible = table.table_id === visibleId;
    if (previousTable && isOver(table)) {
      // No sound if the user resigned or left.
      const hasLeft = table.problem?.code === 'resigned' || table.problem?.code === 'cancelled';
      if (!isOver(previousTable) && !hasLeft) candidates.add('over');
      continue;
    }
    const peerMoved = previousTable !== undefined && peerMoves(table) > peerMoves(previousTable);
    if (isVisible && peerMoved) candidates.add('move');
    if (previousTable && lastPeerMessage(table) > lastPeerMessage(previousTable)) candidates.add('message');
    // On the table's own page, the sound of the peer's move is enough.
    if (asksPerson(table) && table.ask?.key !== previousTable?.ask?.key && !(isVisible && peerMoved))
      candidates.add('turn');
  }
  return cues.findLast((cue) => candidates.has(cue)) ?? null;
}

/** Whether the sound also plays while the window is hidden: only those that need the user. */
export const playsWhenHidden = (cue: Cue): boolean => cue === 'turn' || cue === 'warning';
