import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  /** Says what is looked through; stands in the empty field too. */
  label: string;
  value: string;
  maxLength?: number;
  ref: Ref<HTMLInputElement>;
  onChange(value: string): void;
}

/** Looks through a list as one types. Its width is the room's affair. */
export function SearchField({ label, value, maxLength, ref, onChange }: SearchFieldProps) {
  return (
    <label className={styles.search}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
