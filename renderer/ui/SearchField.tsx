import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  /** Accessible name and placeholder. */
  label: string;
  value: string;
  maxLength?: number;
  ref: Ref<HTMLInputElement>;
  onChange(value: string): void;
}

/** A search box. The parent filters its list and sets the width. */
export function SearchField({ label, value, maxLength, ref, onChange }: SearchFieldProps) {
  return (
    <label className={`${styles.search} row`}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          // Not also what is open beside the list.
          event.preventDefault();
          onChange('');
        }}
      />
    </label>
  );
}
