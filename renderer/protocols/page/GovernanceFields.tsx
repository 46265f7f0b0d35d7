import { Trans, useTranslation } from 'react-i18next';
import { limits } from '../../../shared/community/limits.ts';
import { Field } from '../../ui/Field.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { statuses } from '../catalogue/filter.ts';
import styles from './GovernForm.module.css';
import type { GovernanceDraft, GovernanceText } from './governance-form.ts';

interface GovernanceFieldsProps {
  draft: GovernanceDraft;
  /** The invalid fields to mark. */
  problems: ReadonlySet<keyof GovernanceDraft>;
  /** The statuses to choose from; all by default. */
  choices?: readonly GovernanceDraft['status'][];
  onChange(draft: GovernanceDraft): void;
}

/** The inputs for a protocol's governance. */
export function GovernanceFields({ draft, problems, choices = statuses, onChange }: GovernanceFieldsProps) {
  const { t } = useTranslation('protocols');
  const textField = (name: GovernanceText, rows = 1) => (
    <Field
      label={t(`govern.${name}`)}
      note={<Trans t={t} i18nKey={`govern_note.${name}`} components={{ code: <code className="mono" /> }} />}
      error={problems.has(name) ? t(`govern_wrong.${name}`, { max: limits.status_reason_characters }) : null}
    >
      {(ids) =>
        rows > 1 ? (
          <textarea
            {...ids}
            className={styles.input}
            rows={rows}
            value={draft[name]}
            onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
          />
        ) : (
          <input
            {...ids}
            className={styles.input}
            autoComplete="off"
            spellCheck={false}
            value={draft[name]}
            onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
          />
        )
      }
    </Field>
  );
  return (
    <>
      <div className="col gap1">
        <span className="small strong dim">{t('governance.status')}</span>
        <Segments
          label={t('governance.status')}
          value={draft.status}
          options={choices.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(status) => onChange({ ...draft, status })}
        />
        <span className="small faint">{t(`status_means.${draft.status}`)}</span>
      </div>
      {textField('family')}
      {textField('parent')}
      {textField('tags')}
      {textField('capabilities')}
      {textField('created_reason', 2)}
      {draft.status === 'deprecated' && textField('deprecated_reason', 2)}
    </>
  );
}
