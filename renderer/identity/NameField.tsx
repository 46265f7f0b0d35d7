import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldClasses } from '../ui/field-classes.ts';
import { useNameTexts } from './name-error.ts';

interface NameFieldProps {
  note: string;
  /** What the community or main said about the name. */
  error?: string | null | undefined;
  /** The form was submitted, so an empty name is an error, unless it is `optional`. */
  checked?: boolean;
  optional?: boolean;
  value: string;
  onChange(value: string): void;
  /** Takes the initial focus in a dialog. */
  initialFocus?: boolean;
  /** Takes the initial focus on a page. */
  autoFocus?: boolean;
}

/** The nickname of a key. */
export function NameField({
  note,
  error,
  checked = false,
  optional = false,
  value,
  onChange,
  initialFocus,
  autoFocus = false,
}: NameFieldProps) {
  const { t } = useTranslation('identity');
  const { t: tApp } = useTranslation();
  const texts = useNameTexts(value, checked && !optional);
  return (
    <TextInput
      classNames={fieldClasses}
      label={t('first.name')}
      description={texts.count === null ? note : tApp('sentences', { first: note, second: texts.count })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={texts.error ?? error}
      value={value}
      maxLength={1000}
      autoFocus={autoFocus}
      data-autofocus={initialFocus || undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
