import { useTranslation } from 'react-i18next';
import type { HostableProtocol } from '../../shared/bridge/contract.ts';
import { Field } from '../ui/Field.tsx';
import { FieldGrid, wideField } from '../ui/FieldGrid.tsx';
import { textField } from '../ui/field-classes.ts';
import styles from './HostAdvancedFields.module.css';
import { type HostFormProblems, type HostFormValues, maxSeconds } from './host-request.ts';

interface HostAdvancedFieldsProps {
  values: HostFormValues;
  problems: HostFormProblems;
  protocol: HostableProtocol;
  onChange(changes: Partial<HostFormValues>): void;
}

/** Advanced settings of a new table: heartbeat, pause, lending the board, arguments for the hooks. */
export function HostAdvancedFields({ values, problems, protocol, onChange }: HostAdvancedFieldsProps) {
  const { t } = useTranslation('hosting');
  const wrong = t('seconds_wrong', { max: maxSeconds });
  const seconds = (name: 'pause' | 'heartbeat' | 'timeout', error: string | null, note?: string) => (
    <Field label={t(name)} error={error} note={note}>
      {(ids) => (
        <input
          {...ids}
          className={textField}
          inputMode="decimal"
          autoComplete="off"
          value={values[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <FieldGrid>
      {seconds('heartbeat', problems.heartbeat ? wrong : null, t('heartbeat_note'))}
      {seconds('timeout', problems.timeout && (problems.timeout === 'short' ? t('timeout_short') : wrong))}
      {values.control_mode !== 'human' && seconds('pause', problems.pause ? wrong : null)}
      {protocol.source === 'cached' && protocol.board && (
        <label className={`row top ${wideField}`}>
          <input
            type="checkbox"
            className={styles.check}
            checked={values.lend}
            onChange={(event) => onChange({ lend: event.currentTarget.checked })}
          />
          {t('lend')}
        </label>
      )}
      {protocol.takes_extra_args && (
        <Field label={t('extra')} className={wideField}>
          {(ids) => (
            <textarea
              {...ids}
              className={textField}
              rows={2}
              value={values.extra}
              onChange={(event) => onChange({ extra: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </FieldGrid>
  );
}
