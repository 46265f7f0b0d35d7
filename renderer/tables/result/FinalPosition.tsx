import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { useLabels } from '../../core/use-labels.ts';
import { SeatPiece } from '../../ui/SeatPiece.tsx';
import { lineOf, positionOf } from '../view-shape.ts';
import styles from './FinalPosition.module.css';

/** Units of the drawing from one cell to the next, and around the position. */
const cellSize = 21;
const padding = 3;
const pieceSize = 19;
const center = (index: number) => index * cellSize + (cellSize + padding) / 2;

/**
 * A thumbnail of the last position: the pieces of both seats as on Parlor's boards where the game has these, else the user's filled and
 * the peer's as rings.
 */
export function FinalPosition({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const { pieces } = useLabels(table.protocol.protocol_id);
  const position = positionOf(table.view);
  const columns = position?.[0]?.length ?? 0;
  if (!position || columns === 0) return null;
  const [first, last] = [lineOf(table.view)[0], lineOf(table.view).at(-1)];
  return (
    <svg
      className={styles.position}
      viewBox={`0 0 ${columns * cellSize + padding} ${position.length * cellSize + padding}`}
      role="img"
      aria-label={t('final_position')}
    >
      {position.flatMap((row, y) =>
        row.map((cell, x) =>
          pieces && (cell === 'guest' || cell === 'host') ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their index
            <g key={`${x}-${y}`} transform={`translate(${center(x) - pieceSize / 2} ${center(y) - pieceSize / 2})`}>
              <SeatPiece seat={cell} size={pieceSize} />
            </g>
          ) : (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their index
              key={`${x}-${y}`}
              cx={center(x)}
              cy={center(y)}
              r={cell === null || cell === table.role ? 8.6 : 7}
              className={cell === null ? styles.empty : cell === table.role ? styles.mine : styles.theirs}
            />
          ),
        ),
      )}
      {first && last && (
        <line
          className={pieces || position[first.row]?.[first.col] === table.role ? styles.lineMine : styles.lineTheirs}
          x1={center(first.col)}
          y1={center(first.row)}
          x2={center(last.col)}
          y2={center(last.row)}
        />
      )}
    </svg>
  );
}
