import type { LobbyEntry } from '../../shared/bridge/contract.ts';

/** What both views show of an open table. */
export interface TableCellsProps {
  entry: LobbyEntry;
  /** The suggested first table for new users. */
  isSuggested: boolean;
  /** The protocol's author advises against new tables. */
  isDeprecated: boolean;
  /** Another host has the same name. */
  showKey: boolean;
}
