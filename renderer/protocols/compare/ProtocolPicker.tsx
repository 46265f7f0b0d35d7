import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownText } from '../../../shared/peer-text.ts';
import { isHex64 } from '../../../shared/signing/hex.ts';
import { asProblem } from '../../core/problem.ts';
import { fieldClasses } from '../../ui/field-classes.ts';
import { shortHash } from '../../ui/format.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { mergeEntries } from '../catalogue/filter.ts';
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
  const problemText = useProblemText();
  const [text, setText] = useState('');
  const installed = useInstalledProtocols();
  const pickedProtocol = useProtocol(value);
  const [debouncedText] = useDebouncedValue(text.trim(), 250);
  const search = useProtocolSearch({ text: debouncedText, status: '', family: '' });
  const labelOf = (name: string, id: string) => shownText(`${name}  ${shortHash(id)}`);
  const listedOptions = mergeEntries(installed.data?.protocols ?? [], search.data ?? []).map(
    ({ protocol_id, name, governance }) => ({
      value: protocol_id,
      label: labelOf(governance.status === 'deprecated' ? `${name} (${t('status.deprecated')})` : name, protocol_id),
    }),
  );
  const id = pickedProtocol.data?.protocol_id ?? value;
  const isUnlisted = id !== null && !listedOptions.some((option) => option.value === id);
  const options = isUnlisted
    ? [{ value: id, label: labelOf(pickedProtocol.data?.name ?? '', id) }, ...listedOptions]
    : listedOptions;
  return (
    <Select
      className={styles.pick}
      classNames={{ ...fieldClasses, dropdown: styles.dropdown ?? '', option: styles.option ?? '' }}
      label={label}
      placeholder={t('pick')}
      nothingFoundMessage={search.error ? problemText(asProblem(search.error)).sentence : t('none.title')}
      searchable
      comboboxProps={{ withinPortal: false }}
      allowDeselect={false}
      maxDropdownHeight={320}
      limit={80}
      data={options}
      value={id}
      onSearchChange={(searchText) => {
        // A pasted id is picked at once, whether or not it is listed.
        const pasted = searchText.trim().toLowerCase();
        if (isHex64(pasted)) onPick(pasted);
        else if (options.some((option) => option.label === searchText)) setText('');
        else setText(searchText);
      }}
      onChange={(pickedId) => pickedId !== null && onPick(pickedId)}
    />
  );
}
