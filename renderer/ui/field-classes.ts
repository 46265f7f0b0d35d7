import styles from './field-classes.module.css';

/** `classNames` of Mantine's text fields. */
export const fieldClasses = {
  input: styles.input ?? '',
  label: styles.label ?? '',
  description: styles.note ?? '',
  error: styles.error ?? '',
};

/** The class of native inputs, selects and text areas. */
export const textFieldClass = styles.text ?? '';
