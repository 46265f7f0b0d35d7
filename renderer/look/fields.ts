import styles from './Field.module.css';

/** The look of Mantine's text fields; spread as `classNames`. */
export const fieldLook = {
  input: styles.input ?? '',
  label: styles.label ?? '',
  description: styles.note ?? '',
  error: styles.error ?? '',
};
