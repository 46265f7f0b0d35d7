import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldClasses } from '../ui/field-classes.ts';

interface PassphraseFieldProps {
  label: string;
  note?: string | undefined;
  error?: string | null | undefined;
  /** The form was submitted without it. */
  missing?: boolean | undefined;
  value: string;
  onChange(value: string): void;
  /** A new passphrase rather than an existing one. */
  isNew?: boolean;
  /** Takes the initial focus in a dialog. */
  initialFocus?: boolean | undefined;
  /** Takes the initial focus on a page. */
  autoFocus?: boolean;
}

export function PassphraseField({
  label,
  note,
  error,
  missing = false,
  value,
  onChange,
  isNew = false,
  initialFocus,
  autoFocus = false,
}: PassphraseFieldProps) {
  const { t } = useTranslation('identity');
  return (
    <PasswordInput
      classNames={fieldClasses}
      label={label}
      description={note}
      error={missing ? t('passphrase_missing') : error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      maxLength={1024}
      autoFocus={autoFocus}
      data-autofocus={initialFocus || undefined}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': t('show_passphrase') }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface NewPassphraseProps {
  label: string;
  /** The form was submitted, so a missing repetition is an error, and with `required` a missing passphrase. */
  checked?: boolean;
  required?: boolean;
  note?: string | undefined;
  value: string;
  repetition: string;
  onChange(value: string, repetition: string): void;
  initialFocus?: boolean | undefined;
}

/** Typed twice to catch typing errors. */
export function NewPassphrase({
  label,
  checked = false,
  required = false,
  note,
  value,
  repetition,
  onChange,
  initialFocus,
}: NewPassphraseProps) {
  const { t } = useTranslation('identity');
  const differs = value !== '' && (checked || repetition !== '') && value !== repetition;
  return (
    <>
      <PassphraseField
        label={label}
        note={note}
        missing={checked && required && value === ''}
        value={value}
        isNew
        initialFocus={initialFocus}
        onChange={(next) => onChange(next, repetition)}
      />
      {value !== '' && (
        <PassphraseField
          label={t('again')}
          error={differs ? t('again_differs') : null}
          value={repetition}
          isNew
          onChange={(next) => onChange(value, next)}
        />
      )}
    </>
  );
}
