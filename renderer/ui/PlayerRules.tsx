import styles from './PlayerRules.module.css';

/** The rules for players, one list item each. */
export function PlayerRules({ rules }: { rules: readonly string[] }) {
  return (
    <ul className={`${styles.rules} col`}>
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}
