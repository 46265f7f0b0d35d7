import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { usePlayState } from '../../play/use-play.ts';
import { TableBand } from '../band/TableBand.tsx';
import { JoinSteps } from './JoinSteps.tsx';

/** A table that failed before its first move. */
export function FailedJoin({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const { t: tPlay } = useTranslation('play');
  const play = usePlayState();
  // The next table is about to take the place of this page.
  if (play?.missed.at(-1)?.post_id === table.post_id)
    return (
      <p className="small dim" style={{ padding: 'var(--s5)' }} role="status">
        {tPlay('moving_on')}
      </p>
    );
  return (
    <>
      <TableBand table={table} status={t('join.ended')} />
      <JoinSteps table={table} />
    </>
  );
}
