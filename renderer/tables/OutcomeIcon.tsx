import { IconCircleOff, IconEqual, IconFlag, IconMessageCheck, IconTrophy } from '@tabler/icons-react';
import type { Table } from '../../shared/bridge/contract.ts';

const icons = { won: IconTrophy, lost: IconFlag, drawn: IconEqual, none: IconMessageCheck };

/** The outcome of a table as an icon. */
export function OutcomeIcon({ table, size }: { table: Table; size: number }) {
  const Icon = table.phase === 'failed' || !table.result ? IconCircleOff : icons[table.result.outcome];
  return <Icon size={size} stroke={1.75} aria-hidden="true" />;
}
