import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { TableBand } from '../band/TableBand.tsx';
import { JoinSteps } from './JoinSteps.tsx';

/** A table that failed before its first move. */
export function FailedJoin({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  return (
    <>
      <TableBand table={table} status={t('join.ended')} />
      <JoinSteps table={table} />
    </>
  );
}
