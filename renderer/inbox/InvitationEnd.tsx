import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { TableRow } from '../../shared/bridge/contract.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import { tableEndOf } from '../../shared/tables/table-rows.ts';

/** What became of an invitation at which this identity has sat down, with the way to the table. */
export function InvitationEnd({ table, name }: { table: TableRow; name: string }) {
  const { t } = useTranslation('inbox');
  const end = tableEndOf(table) ?? 'talked';
  const ended = isOver(table);
  return (
    <>
      {t(ended ? `ended.${end}` : 'ended.running', { name })}{' '}
      <Link className="link" href={`/tables/${table.table_id}`}>
        {t(ended && end !== 'talked' ? 'ended.see' : 'ended.go')}
      </Link>
    </>
  );
}
