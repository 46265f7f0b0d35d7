import type { Table } from '../bridge/tables.ts';

/**
 * Whether a table is a game, and not a conversation, with or without turns. Tables of earlier versions don't know their protocol's type.
 * Pure.
 */
export const isGame = ({ protocol: { mode, type = 'game' } }: { protocol: Table['protocol'] }): boolean =>
  mode !== 'free' && type !== 'chat';

/** Whether it counts as a game that was played: one that was played to its end. Everything that counts games asks this. */
export const isPlayedGame = (table: Pick<Table, 'phase' | 'protocol'>): boolean =>
  table.phase === 'finished' && isGame(table);
