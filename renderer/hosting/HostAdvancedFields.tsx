import { useTranslation } from 'react-i18next';
import type { HostableProtocol } from '../../shared/bridge/contract.ts';
import { Field } from '../ui/Field.tsx';
import { FieldGrid, wideFieldClass } from '../ui/FieldGrid.tsx';
import { textFieldClass } from '../ui/field-classes.ts';
import styles from './HostAdvancedFields.module.css';
import { canShareBoard, type HostFormProblems, type HostFormValues, maxSeconds } from './host-request.ts';

interface HostAdvancedFieldsProps {
  values: HostFormValues;
  problems: HostFormProblems;
  protocol: HostableProtocol;
  onChange(changes: Partial<HostFormValues>): void;
}

/** Advanced settings of a new table: heartbeat, pause, moves chosen ahead, sharing the board, arguments for the hooks. */
export function HostAdvancedFields({ values, problems, protocol, onChange }: HostAdvancedFieldsProps) {
  const { t } = useTranslation('hosting');
  const secondsError = t('seconds_wrong', { max: maxSeconds });
  const secondsField = (name: 'pause' | 'heartbeat' | 'timeout', error: string | null, note?: string) => (
    <Field label={t(name === 'pause' && protocol.mode === 'free' ? 'pause_chat' : name)} error={error} note={note}>
      {(ids) => (
        <input
          {...ids}
          className={textFieldClass}
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
      {secondsField('heartbeat', problems.heartbeat ? secondsError : null, t('heartbeat_note'))}
      {secondsField('timeout', problems.timeout && (problems.timeout === 'short' ? t('timeout_short') : secondsError))}
      {values.control_mode !== 'human' && secondsField('pause', problems.pause ? secondsError : null)}
      {protocol.mode === 'session_loop' && (
        <label className={`row top ${wideFieldClass}`}>
          <input
            type="checkbox"
            className={styles.check}
            checked={values.premoves}
            onChange={(event) => onChange({ premoves: event.currentTarget.checked })}
          />
          {t('premoves')}
        </label>
      )}
      {canShareBoard(protocol) && (
        <label className={`row top ${wideFieldClass}`}>
          <input
            type="checkbox"
            className={styles.check}
            checked={values.shareBoard}
            onChange={(event) => onChange({ shareBoard: event.currentTarget.checked })}
          />
          {t('lend')}
        </label>
      )}
      {protocol.takes_extra_args && (
        <Field label={t('extra')} className={wideFieldClass}>
          {(ids) => (
            <textarea
              {...ids}
              className={textFieldClass}
              rows={2}
              value={values.extraArgs}
              onChange={(event) => onChange({ extraArgs: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </FieldGrid>
  );
}
