import { useTranslation } from 'react-i18next';
import type { Spec } from '../../shared/protocol/definition.ts';
import { Card } from '../look/Card.tsx';
import { visible } from '../look/peer-text.ts';
import { type FieldRow, messageRows } from './messages.ts';
import styles from './Protocol.module.css';
import { useBoundWords, useDirectionWords } from './words.ts';

/** Every message of a spec, field by field. */
export function MessagesCard({ spec }: { spec: Spec }) {
  const { t } = useTranslation('protocols');
  const directionWords = useDirectionWords();
  const rows = messageRows(spec);
  const fields = rows.reduce((sum, row) => sum + row.fields.length, 0);
  const counted = t('message_count', { count: rows.length, fields: t('field_count', { count: fields }) });
  return (
    <Card title={t('messages')} state={<span className="small dim">{counted}</span>} bodyClassName={styles.flush}>
      <div className={styles.scroller}>
        <table className={styles.table} aria-label={t('messages')}>
          <thead>
            <tr>
              <th scope="col">{t('col.message')}</th>
              <th scope="col">{t('col.from')}</th>
              <th scope="col">{t('col.field')}</th>
              <th scope="col">{t('col.type')}</th>
              <th scope="col">{t('col.allowed')}</th>
            </tr>
          </thead>
          {rows.map(({ name, direction, description, fields: own }) => (
            <tbody key={`${name} ${direction}`}>
              {(own.length === 0 ? [null] : own).map((field, at) => (
                <tr key={field?.name ?? ''}>
                  {at === 0 && (
                    <>
                      <th scope="rowgroup" rowSpan={Math.max(1, own.length)}>
                        <bdi className="mono">{visible(name)}</bdi>
                        {description !== '' && <bdi className={styles.about}>{visible(description)}</bdi>}
                      </th>
                      <td className={styles.tight} rowSpan={Math.max(1, own.length)}>
                        {directionWords(direction)}
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
        </table>
      </div>
    </Card>
  );
}

function FieldCells({ field }: { field: FieldRow }) {
  const { t } = useTranslation('protocols');
  const boundWords = useBoundWords();
  return (
    <>
      <td>
        <bdi className="mono">{visible(field.name)}</bdi>
        {!field.required && <span className={styles.optional}>{t('optional')}</span>}
      </td>
      <td className={`${styles.tight} dim`}>
        {field.of === null ? visible(field.type) : t('list_of', { type: visible(field.of) })}
      </td>
      <td>
        <bdi>{boundWords(field.bounds)}</bdi>
        {field.description !== '' && <bdi className={styles.about}>{visible(field.description)}</bdi>}
      </td>
    </>
  );
}
