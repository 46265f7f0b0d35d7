import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldClasses } from '../ui/field-classes.ts';

interface PassphraseFieldProps {
  label: string;
  note?: string | undefined;
  error?: string | null | undefined;
  value: string;
  onChange(value: string): void;
  /** A new passphrase rather than an existing one. */
  fresh?: boolean;
  /** Takes the initial focus in a dialog. */
  first?: boolean | undefined;
  /** Takes the initial focus on a page. */
  autoFocus?: boolean;
}

export function PassphraseField({
  label,
  note,
  error,
  value,
  onChange,
  fresh = false,
  first,
  autoFocus = false,
}: PassphraseFieldProps) {
  const { t } = useTranslation('identity');
  return (
    <PasswordInput
      classNames={fieldClasses}
      label={label}
      description={note}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      maxLength={1024}
      autoFocus={autoFocus}
      data-autofocus={first || undefined}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': t('show_passphrase') }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface NewPassphraseProps {
  label: string;
  note?: string | undefined;
  value: string;
  again: string;
  onChange(value: string, again: string): void;
  first?: boolean | undefined;
}

/** Typed twice to catch typing errors. */
export function NewPassphrase({ label, note, value, again, onChange, first }: NewPassphraseProps) {
  const { t } = useTranslation('identity');
  const differs = value !== '' && again !== '' && value !== again;
  return (
    <>
      <PassphraseField
        label={label}
        note={note}
        value={value}
        fresh
        first={first}
        onChange={(next) => onChange(next, again)}
      />
      {value !== '' && (
        <PassphraseField
          label={t('again')}
          error={differs ? t('again_differs') : null}
          value={again}
          fresh
          onChange={(next) => onChange(value, next)}
        />
      )}
    </>
  );
}
