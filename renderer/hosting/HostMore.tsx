import { useTranslation } from 'react-i18next';
import type { HostableProtocol } from '../../shared/bridge/contract.ts';
import { Field } from './Field.tsx';
import styles from './Hosting.module.css';
import { type Draft, type DraftProblems, secondsMax } from './wish.ts';

interface HostMoreProps {
  draft: Draft;
  problems: DraftProblems;
  protocol: HostableProtocol;
  onChange(changes: Partial<Draft>): void;
}

/** What few need: pace, signs of life, lending the board, words for the agent. */
export function HostMore({ draft, problems, protocol, onChange }: HostMoreProps) {
  const { t } = useTranslation('hosting');
  const wrong = t('seconds_wrong', { max: secondsMax });
  const seconds = (name: 'pace' | 'heartbeat' | 'timeout', error: string | null, note?: string) => (
    <Field label={t(name)} error={error} note={note}>
      {(ids) => (
        <input
          {...ids}
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <div className={styles.fields}>
      {seconds('heartbeat', problems.heartbeat ? wrong : null, t('heartbeat_note'))}
      {seconds('timeout', problems.timeout && (problems.timeout === 'short' ? t('timeout_short') : wrong))}
      {draft.control_mode !== 'human' && seconds('pace', problems.pace ? wrong : null)}
      {protocol.source === 'cached' && protocol.board && (
        <label className={`${styles.check} ${styles.whole}`}>
          <input
            type="checkbox"
            checked={draft.lend}
            onChange={(event) => onChange({ lend: event.currentTarget.checked })}
          />
          {t('lend')}
        </label>
      )}
      {protocol.takes_extra_args && (
        <Field label={t('extra')} className={styles.whole}>
          {(ids) => (
            <textarea
              {...ids}
              className={styles.input}
              rows={2}
              value={draft.extra}
              onChange={(event) => onChange({ extra: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
