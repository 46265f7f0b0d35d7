import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldLook } from '../look/fields.ts';

interface NameFieldProps {
  note: string;
  error?: string | null | undefined;
  value: string;
  onChange(value: string): void;
  /** Has the focus within a dialog, which gives it itself. */
  first?: boolean;
  /** Has the focus on a page. */
  autoFocus?: boolean;
}

/** What others see of a key. */
export function NameField({ note, error, value, onChange, first, autoFocus = false }: NameFieldProps) {
  const { t } = useTranslation('identity');
  return (
    <TextInput
      classNames={fieldLook}
      label={t('first.name')}
      description={note}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      value={value}
      maxLength={64}
      autoFocus={autoFocus}
      data-autofocus={first || undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
