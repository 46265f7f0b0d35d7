import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type ComplaintReason, complaintReasons } from '../../shared/community/complaint-reasons.ts';
import styles from './ReasonChoice.module.css';

interface ReasonChoiceProps {
  value: ComplaintReason | null;
  /** The report was to be sent without a reason. */
  missing: boolean;
  onChange(reason: ComplaintReason): void;
}

/** Why a person is reported. */
export function ReasonChoice({ value, missing, onChange }: ReasonChoiceProps) {
  const { t } = useTranslation('complaint');
  const id = useId();
  return (
    <fieldset className="col gap1" aria-describedby={missing ? `${id}-missing` : undefined}>
      <legend className={`small strong dim ${styles.legend}`}>{t('reasons')}</legend>
      {missing && (
        <span id={`${id}-missing`} className="small bad" role="alert">
          {t('pick')}
        </span>
      )}
      {complaintReasons.map((reason, index) => (
        <label key={reason} className={`${styles.reason} row top`}>
          <input
            type="radio"
            name={id}
            checked={value === reason}
            aria-invalid={missing || undefined}
            data-autofocus={index === 0 || undefined}
            onChange={() => onChange(reason)}
          />
          <span>
            <b className="block">{t(`reason.${reason}.title`)}</b>
            <span className="small dim">{t(`reason.${reason}.hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
