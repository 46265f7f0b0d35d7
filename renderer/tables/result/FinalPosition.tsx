import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { lineOf, positionOf } from '../view-shape.ts';
import styles from './FinalPosition.module.css';

/** A thumbnail of the last position: the user's pieces filled, the peer's as rings. */
export function FinalPosition({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const position = positionOf(table.view);
  const columns = position?.[0]?.length ?? 0;
  if (!position || columns === 0) return null;
  const [first, last] = [lineOf(table.view)[0], lineOf(table.view).at(-1)];
  return (
    <svg
      className={styles.position}
      viewBox={`0 0 ${columns * 21 + 3} ${position.length * 21 + 3}`}
      role="img"
      aria-label={t('final_position')}
    >
      {position.flatMap((row, y) =>
        row.map((cell, x) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their index
            key={`${x}-${y}`}
            cx={x * 21 + 12}
            cy={y * 21 + 12}
            r={cell === null || cell === table.role ? 8.6 : 7}
            className={cell === null ? styles.empty : cell === table.role ? styles.mine : styles.theirs}
          />
        )),
      )}
      {first && last && (
        <line
          className={position[first.row]?.[first.col] === table.role ? styles.lineMine : styles.lineTheirs}
          x1={first.col * 21 + 12}
          y1={first.row * 21 + 12}
          x2={last.col * 21 + 12}
          y2={last.row * 21 + 12}
        />
      )}
    </svg>
  );
}
