import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldClasses } from '../ui/field-classes.ts';

interface NameFieldProps {
  note: string;
  error?: string | null | undefined;
  value: string;
  onChange(value: string): void;
  /** Takes the initial focus in a dialog. */
  initialFocus?: boolean;
  /** Takes the initial focus on a page. */
  autoFocus?: boolean;
}

/** The nickname of a key. */
export function NameField({ note, error, value, onChange, initialFocus, autoFocus = false }: NameFieldProps) {
  const { t } = useTranslation('identity');
  return (
    <TextInput
      classNames={fieldClasses}
      label={t('first.name')}
      description={note}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      value={value}
      maxLength={64}
      autoFocus={autoFocus}
      data-autofocus={initialFocus || undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
