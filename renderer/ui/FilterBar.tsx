import type { ReactNode, Ref } from 'react';
import { Chip } from './Chip.tsx';
import styles from './FilterBar.module.css';
import { SearchField } from './SearchField.tsx';
import { Select } from './Select.tsx';

interface FilterBarProps<T extends string> {
  label: string;
  searchText: string;
  searchLabel: string;
  onSearch(text: string): void;
  searchRef: Ref<HTMLInputElement>;
  /** Mutually exclusive choices, shown as chips. */
  choices: readonly { value: T; label: string }[];
  selectedChoice: T;
  onChoice(group: T): void;
  /** Draws a line below, for a bar above a list that fills the page. */
  bordered?: boolean;
  /** Further filters. */
  children?: ReactNode;
}

/** The filters of a list: a search field, chips, and further controls. */
export function FilterBar<T extends string>(props: FilterBarProps<T>) {
  const {
    label,
    searchText,
    searchLabel,
    onSearch,
    searchRef,
    choices,
    selectedChoice,
    onChoice,
    bordered = false,
    children,
  } = props;
  return (
    <search className={`row wrap ${styles.filters} ${bordered ? styles.bordered : ''}`} aria-label={label}>
      <SearchField ref={searchRef} label={searchLabel} value={searchText} maxLength={200} onChange={onSearch} />
      {choices.map((choice) => (
        <Chip key={choice.value} aria-pressed={selectedChoice === choice.value} onClick={() => onChoice(choice.value)}>
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
  allLabel: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
}

export const FilterSelect = ({ label, allLabel, value, options, onChange }: FilterSelectProps) => (
  <Select
    label={label}
    value={value}
    options={[{ value: '', label: allLabel }, ...options]}
    onChange={onChange}
    className={styles.select}
  />
);
