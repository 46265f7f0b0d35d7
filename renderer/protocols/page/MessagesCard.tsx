import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Spec } from '../../../shared/protocol/spec-types.ts';
import { useBoundsText, useDirectionText } from '../spec-text.ts';
import dataTable from './DataTable.module.css';
import { DataTableCard } from './DataTableCard.tsx';
import styles from './MessagesCard.module.css';
import { type FieldRow, messageRows } from './spec-rows.ts';

/** All messages of a spec with their fields. */
export function MessagesCard({ spec }: { spec: Spec }) {
  const { t } = useTranslation('protocols');
  const directionText = useDirectionText();
  const rows = messageRows(spec);
  const fieldCount = rows.reduce((count, row) => count + row.fields.length, 0);
  const summary = t('message_count', { count: rows.length, fields: t('field_count', { count: fieldCount }) });
  return (
    <DataTableCard
      title={t('messages')}
      about={summary}
      columns={[t('col.message'), t('col.from'), t('col.field'), t('col.type'), t('col.allowed')]}
    >
      {rows.map(({ name, direction, description, fields }) => (
        <tbody key={`${name} ${direction}`}>
          {(fields.length === 0 ? [null] : fields).map((field, index) => (
            <tr key={field?.name ?? ''}>
              {index === 0 && (
                <>
                  <th scope="rowgroup" rowSpan={Math.max(1, fields.length)}>
                    <bdi className="mono">{escapeInvisible(name)}</bdi>
                    {description !== '' && <bdi className={dataTable.about}>{escapeInvisible(description)}</bdi>}
                  </th>
                  <td className={dataTable.tight} rowSpan={Math.max(1, fields.length)}>
                    {directionText(direction)}
                  </td>
                </>
              )}
              {field ? (
                <FieldCells field={field} />
              ) : (
                <td colSpan={3} className="faint">
                  {t('no_fields')}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </DataTableCard>
  );
}

function FieldCells({ field }: { field: FieldRow }) {
  const { t } = useTranslation('protocols');
  const boundsText = useBoundsText();
  return (
    <>
      <td>
        <bdi className="mono">{escapeInvisible(field.name)}</bdi>
        {!field.required && <span className={styles.optional}>{t('optional')}</span>}
      </td>
      <td className={`${dataTable.tight} dim`}>
        {field.itemType === null
          ? escapeInvisible(field.type)
          : t('list_of', { type: escapeInvisible(field.itemType) })}
      </td>
      <td>
        <bdi>{boundsText(field.bounds)}</bdi>
        {field.description !== '' && <bdi className={dataTable.about}>{escapeInvisible(field.description)}</bdi>}
      </td>
    </>
  );
}
