import { IconChevronDown } from '@tabler/icons-react';
import type { Ref } from 'react';
import { usePainted } from '../core/use-painted.ts';
import styles from './Select.module.css';

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  ref?: Ref<HTMLSelectElement>;
  className?: string | undefined;
}

/** More options than these are rendered once the page is painted. */
const optionsAtFirst = 20;

/** A native select. */
export function Select<T extends string>({ label, value, options, onChange, ref, className }: SelectProps<T>) {
  const showsAll = usePainted(options.length <= optionsAtFirst);
  const shownOptions = showsAll
    ? options
    : options.filter((option, index) => index < optionsAtFirst || option.value === value);
  return (
    <span className={[styles.field, className].filter(Boolean).join(' ')}>
      <select
        ref={ref}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const selectedOption = options.find((option) => option.value === event.currentTarget.value);
          if (selectedOption) onChange(selectedOption.value);
        }}
      >
        {shownOptions.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
    </span>
  );
}
