import styles from './Kbd.module.css';

export const Kbd = ({ children }: { children: string }) => (
  <span className={styles.kbd} aria-hidden="true">
    {children}
  </span>
);
