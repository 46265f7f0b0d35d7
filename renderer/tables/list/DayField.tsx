import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from './filter.ts';
import styles from './TableFilters.module.css';

interface DayFieldProps {
  label: string;
  /** As `2026-03-31`; empty for none. */
  value: string;
  onChange(day: string): void;
}

/** A day that is typed as `2026-03-31`: a native field shows days as the browser's language does, which may not be the window's. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const { t } = useTranslation('tables');
  const [draft, setDraft] = useState({ value, text: value });
  const text = draft.value === value ? draft.text : value;
  const isWrong = text.length >= 10 && !isDay(text);
  const hint = t('filter.day_form', { label });
  return (
    <input
      className={styles.day}
      inputMode="numeric"
      maxLength={10}
      autoComplete="off"
      spellCheck={false}
      placeholder={t('filter.day_example')}
      aria-label={label}
      title={hint}
      aria-invalid={isWrong}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value.trim();
        setDraft({ value, text: typed });
        if (typed === '' || isDay(typed)) onChange(typed);
      }}
    />
  );
}
