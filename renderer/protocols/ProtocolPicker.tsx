import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldLook } from '../look/fields.ts';
import { shortHash } from '../look/format.ts';
import { visible } from '../look/peer-text.ts';
import { useFound, useProtocol } from './asking.ts';
import styles from './Compare.module.css';
import { merged } from './filter.ts';
import { useSettled } from './settled.ts';
import { useShelf } from './shelf.ts';

interface ProtocolPickerProps {
  label: string;
  value: string | null;
  onPick(id: string): void;
}

/** One protocol, by its name or its id. */
export function ProtocolPicker({ label, value, onPick }: ProtocolPickerProps) {
  const { t } = useTranslation('protocols');
  const [text, setText] = useState('');
  const shelf = useShelf();
  const picked = useProtocol(value);
  const found = useFound({ text: useSettled(text.trim(), 250), status: '', family: '' });
  const labelOf = (name: string, id: string) => `${visible(name)}  ${shortHash(id)}`;
  const known = merged(shelf.data?.protocols ?? [], found.data?.pages.flatMap(({ results }) => results) ?? []).map(
    ({ protocol_id, name }) => ({ value: protocol_id, label: labelOf(name, protocol_id) }),
  );
  const id = picked.data?.protocol_id ?? value;
  const missing = id !== null && !known.some((option) => option.value === id);
  const options = missing ? [{ value: id, label: labelOf(picked.data?.name ?? '', id) }, ...known] : known;
  return (
    <Select
      className={styles.pick}
      classNames={{ ...fieldLook, dropdown: styles.dropdown ?? '', option: styles.option ?? '' }}
      label={label}
      placeholder={t('pick')}
      nothingFoundMessage={t('none.title')}
      searchable
      allowDeselect={false}
      maxDropdownHeight={320}
      limit={80}
      data={options}
      value={id}
      onSearchChange={(typed) => {
        // A pasted id needs no list.
        const pasted = typed.trim().toLowerCase();
        if (/^[0-9a-f]{64}$/.test(pasted)) onPick(pasted);
        else if (options.some((option) => option.label === typed)) setText('');
        else setText(typed);
      }}
      onChange={(next) => next !== null && onPick(next)}
    />
  );
}
