import type { ReactNode, Ref } from 'react';
import { Chip } from './Chip.tsx';
import styles from './FilterBar.module.css';
import { SearchField } from './SearchField.tsx';
import { Select } from './Select.tsx';

interface FilterBarProps<T extends string> {
  label: string;
  text: string;
  textLabel: string;
  onText(text: string): void;
  searchRef: Ref<HTMLInputElement>;
  /** Mutually exclusive choices, shown as chips. */
  groups: readonly { value: T; label: string }[];
  group: T;
  onGroup(group: T): void;
  /** Draws a line below, for a bar above a list that fills the room. */
  ruled?: boolean;
  /** Further filters. */
  children?: ReactNode;
}

/** The filters of a list: a search field, chips, and further controls. */
export function FilterBar<T extends string>(props: FilterBarProps<T>) {
  const { label, text, textLabel, onText, searchRef, groups, group, onGroup, ruled = false, children } = props;
  return (
    <search className={`row wrap ${styles.filters} ${ruled ? styles.ruled : ''}`} aria-label={label}>
      <SearchField ref={searchRef} label={textLabel} value={text} maxLength={200} onChange={onText} />
      {groups.map((choice) => (
        <Chip key={choice.value} aria-pressed={group === choice.value} onClick={() => onGroup(choice.value)}>
          {choice.label}
        </Chip>
      ))}
      {children}
    </search>
  );
}

interface FilterSelectProps {
  label: string;
  /** Label of the option that doesn't filter. */
  all: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
}

export const FilterSelect = ({ label, all, value, options, onChange }: FilterSelectProps) => (
  <Select
    label={label}
    value={value}
    options={[{ value: '', label: all }, ...options]}
    onChange={onChange}
    className={styles.select}
  />
);
