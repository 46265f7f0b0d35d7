import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldClasses } from '../ui/field-classes.ts';

/** The optional bio of a new identity. */
export function BioField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('identity');
  return (
    <Textarea
      classNames={fieldClasses}
      label={t('first.bio')}
      description={t('first.bio_note')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      maxLength={500}
      rows={3}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
