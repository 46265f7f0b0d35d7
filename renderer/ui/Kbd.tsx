import { useApp } from '../core/context.tsx';
import { formatShortcut } from '../core/shortcuts.ts';
import styles from './Kbd.module.css';

/** A key or shortcut, written as it works in this shell. */
export function Kbd({ children }: { children: string }) {
  const web = useApp((app) => app.shell === 'web');
  return (
    <span className={styles.kbd} aria-hidden="true">
      {formatShortcut(children, web)}
    </span>
  );
}
