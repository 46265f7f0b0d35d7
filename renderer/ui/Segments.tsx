import { SegmentedControl } from '@mantine/core';
import { shownText } from '../../shared/peer-text.ts';
import styles from './Segments.module.css';

interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  options: { value: T; label: string }[];
  onChange(value: T): void;
  disabled?: boolean;
}

/** A segmented control: one choice among a few options. */
export function Segments<T extends string>({ label, value, options, onChange, disabled = false }: SegmentsProps<T>) {
  return (
    <SegmentedControl
      aria-label={label}
      value={value}
      data={options.map((option) => ({ ...option, label: shownText(option.label) }))}
      disabled={disabled}
      onChange={onChange}
      classNames={{
        root: styles.root ?? '',
        control: styles.control ?? '',
        label: styles.label ?? '',
        indicator: styles.indicator ?? '',
        input: styles.input ?? '',
      }}
    />
  );
}
