import { useApp } from '../core/context.tsx';
import { writtenShortcut } from '../core/shortcuts.ts';
import styles from './Kbd.module.css';

/** A key or a shortcut, as this shell has it. */
export function Kbd({ children }: { children: string }) {
  const web = useApp((app) => app.shell === 'web');
  return (
    <span className={styles.kbd} aria-hidden="true">
      {writtenShortcut(children, web)}
    </span>
  );
}
