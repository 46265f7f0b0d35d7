import type { Table } from '../bridge/tables.ts';

/**
 * Whether a table is a game, and not a conversation, with or without turns. Tables of earlier versions don't know their protocol's type.
 * Pure.
 */
export const isGame = ({ protocol: { mode, type = 'game' } }: { protocol: Table['protocol'] }): boolean =>
  mode !== 'free' && type !== 'chat';
