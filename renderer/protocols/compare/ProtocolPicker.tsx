import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visible } from '../../../shared/peer-text.ts';
import { isHex64 } from '../../../shared/signing/grammar.ts';
import { fieldClasses } from '../../ui/field-classes.ts';
import { shortHash } from '../../ui/format.ts';
import { merged } from '../catalogue/filter.ts';
import { useInstalledProtocols } from '../catalogue/installed-protocols.ts';
import { useProtocol, useProtocolSearch } from '../queries.ts';
import styles from './ProtocolPicker.module.css';

interface ProtocolPickerProps {
  label: string;
  value: string | null;
  onPick(id: string): void;
}

/** Picks a protocol by name or id. */
export function ProtocolPicker({ label, value, onPick }: ProtocolPickerProps) {
  const { t } = useTranslation('protocols');
  const [text, setText] = useState('');
  const installed = useInstalledProtocols();
  const picked = useProtocol(value);
  const [debounced] = useDebouncedValue(text.trim(), 250);
  const search = useProtocolSearch({ text: debounced, status: '', family: '' });
  const labelOf = (name: string, id: string) => `${visible(name)}  ${shortHash(id)}`;
  const listed = merged(installed.data?.protocols ?? [], search.data ?? []).map(({ protocol_id, name }) => ({
    value: protocol_id,
    label: labelOf(name, protocol_id),
  }));
  const id = picked.data?.protocol_id ?? value;
  const missing = id !== null && !listed.some((option) => option.value === id);
  const options = missing ? [{ value: id, label: labelOf(picked.data?.name ?? '', id) }, ...listed] : listed;
  return (
    <Select
      className={styles.pick}
      classNames={{ ...fieldClasses, dropdown: styles.dropdown ?? '', option: styles.option ?? '' }}
      label={label}
      placeholder={t('pick')}
      nothingFoundMessage={t('none.title')}
      searchable
      comboboxProps={{ withinPortal: false }}
      allowDeselect={false}
      maxDropdownHeight={320}
      limit={80}
      data={options}
      value={id}
      onSearchChange={(typed) => {
        // A pasted id is picked at once, whether or not it is listed.
        const pasted = typed.trim().toLowerCase();
        if (isHex64(pasted)) onPick(pasted);
        else if (options.some((option) => option.label === typed)) setText('');
        else setText(typed);
      }}
      onChange={(next) => next !== null && onPick(next)}
    />
  );
}
