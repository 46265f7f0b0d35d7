import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { TableHeader } from '../TableHeader.tsx';
import { JoinSteps } from './JoinSteps.tsx';

/** A table that failed before its first move. */
export function FailedJoin({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  return (
    <>
      <TableHeader table={table} statusText={t('join.ended')} />
      <JoinSteps table={table} />
    </>
  );
}
