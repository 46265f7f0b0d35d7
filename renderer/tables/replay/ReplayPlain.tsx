import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { PlainState, PlainViewLayout } from '../play/PlainViewLayout.tsx';
import { useSeats } from '../seats.ts';

interface ReplayPlainProps {
  /** The table at the position shown. */
  table: Table;
  /** Whether the board views were stored. */
  hasViews: boolean;
  /** Whether there is a board to switch to. */
  hasBoard: boolean;
}

/** The plain view of a replayed position, read-only. */
export function ReplayPlain({ table, hasViews, hasBoard }: ReplayPlainProps) {
  const { t } = useTranslation('record');
  const { onlooking, nameOf } = useSeats(table);
  return (
    <PlainViewLayout note={hasBoard ? null : t(onlooking ? 'opened.plain' : 'replay.plain')}>
      <PlainState title={onlooking ? t('opened.then', { name: nameOf(table.role) }) : t('replay.then')} table={table}>
        {hasViews ? null : <p className="dim measure">{t(onlooking ? 'opened.unseen' : 'replay.unseen')}</p>}
      </PlainState>
    </PlainViewLayout>
  );
}
