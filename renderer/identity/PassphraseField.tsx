import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldLook } from '../look/fields.ts';

interface PassphraseFieldProps {
  label: string;
  note?: string | undefined;
  error?: string | null | undefined;
  value: string;
  onChange(value: string): void;
  /** One that is made now; else one that exists. */
  fresh?: boolean;
  /** Has the focus within a dialog, which gives it itself. */
  first?: boolean | undefined;
  /** Has the focus on a page. */
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
      classNames={fieldLook}
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

/** Typed twice, so that a slip of the finger locks nobody out. */
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
