import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { TableHead } from '../TableHead.tsx';
import { JoinSteps } from './JoinSteps.tsx';

/** A table that failed before its first move. */
export function FailedJoin({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  return (
    <>
      <TableHead table={table} turn={t('join.ended')} />
      <JoinSteps table={table} />
    </>
  );
}
