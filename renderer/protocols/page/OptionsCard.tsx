import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Labels } from '../../../shared/protocol/labels.ts';
import type { Spec } from '../../../shared/protocol/spec-types.ts';
import { Card } from '../../ui/Card.tsx';
import { useBoundsText } from '../spec-text.ts';
import dataTable from './DataTable.module.css';
import { DataTableCard } from './DataTableCard.tsx';
import { optionRows } from './spec-rows.ts';

/** The options that a host can set. */
export function OptionsCard({ spec, labels }: { spec: Spec; labels: Labels }) {
  const { t } = useTranslation('protocols');
  const boundsText = useBoundsText();
  const rows = optionRows(spec);
  if (rows.length === 0) {
    return (
      <Card title={t('options')} headerEnd={<span className="small dim">{t('options_about')}</span>}>
        <p className="faint">{t('no_options')}</p>
      </Card>
    );
  }
  return (
    <DataTableCard
      title={t('options')}
      about={t('options_about')}
      columns={[t('col.option'), t('col.type'), t('col.allowed'), t('col.start')]}
    >
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <bdi>{escapeInvisible(labels.option(row.name))}</bdi>{' '}
              <bdi className="mono faint">{escapeInvisible(row.name)}</bdi>
              <bdi className={dataTable.about}>{escapeInvisible(labels.help(row.name) ?? row.description)}</bdi>
            </th>
            <td className={`${dataTable.tight} dim`}>{escapeInvisible(row.type)}</td>
            <td>
              <bdi>{boundsText(row.bounds)}</bdi>
            </td>
            <td>
              {row.defaultText === '' ? (
                <span className="faint">{t('no_start')}</span>
              ) : (
                <bdi>
                  {escapeInvisible(
                    row.type === 'enum' ? labels.optionValue(row.name, row.defaultText) : row.defaultText,
                  )}
                </bdi>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTableCard>
  );
}
