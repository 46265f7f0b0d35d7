import { IconArrowDown } from '@tabler/icons-react';
import type { Guide } from '../../../shared/protocol/words.ts';
import styles from './RulesPicture.module.css';
import { cellOf, type PictureCell } from './rules-picture.ts';

/** One rule as a picture: the same cells before and after. The caption says what happens between. */
export function RulesPicture({ picture }: { picture: NonNullable<Guide['picture']> }) {
  return (
    <figure className={styles.picture}>
      <Cells rows={picture.before} />
      <figcaption className={styles.caption}>
        <IconArrowDown size={15} stroke={1.75} aria-hidden="true" />
        {picture.caption}
      </figcaption>
      <Cells rows={picture.after} />
    </figure>
  );
}

/** The side of a cell. */
const side = 28;

function Cells({ rows }: { rows: readonly string[] }) {
  const cells = rows.map((row) => row.split(' ').map(cellOf));
  const starts = cells.map((row) =>
    row.map((_, index) => row.slice(0, index).reduce((sum, { width }) => sum + width, 0)),
  );
  const width = Math.max(...cells.map((row) => row.reduce((sum, cell) => sum + cell.width, 0))) * side;
  const height = cells.length * side;
  return (
    <svg
      className={styles.cells}
      aria-hidden="true"
      width={width + 2}
      height={height + 2}
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
    >
      {cells.flatMap((row, y) =>
        row.map((cell, x) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its place
          <g key={`${y}:${x}`} transform={`translate(${(starts[y]?.[x] ?? 0) * side} ${y * side})`}>
            <Cell {...cell} />
          </g>
        )),
      )}
    </svg>
  );
}

/** The places of a die's dots, in thirds of the cell. */
const dots: Record<number, readonly (readonly [number, number])[]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

const [middle, full] = [side / 2, side];
/** In units of the drawing, which does not grow with the size of texts. */
const textSize = 12.5;

function Cell({ name, width, isNew, counts }: PictureCell) {
  const ring = counts || isNew ? styles.ringed : '';
  const dash = isNew ? '4 3' : undefined;
  switch (name) {
    case '-':
      return null;
    case '.':
      return <path className={styles.place} d={`M0 0h${full}v${full}H0z`} />;
    case 'guest':
    case 'host':
    case 'black':
    case 'white':
      return (
        <>
          <path className={styles.place} d={`M0 0h${full}v${full}H0z`} />
          <circle className={styles[name]} cx={middle} cy={middle} r="10" />
          {name === 'guest' && <circle className={styles.guestMark} cx={middle} cy={middle} r="3" />}
          {name === 'host' && <circle className={styles.hostMark} cx={middle} cy={middle} r="5.5" />}
          {ring && <circle className={ring} cx={middle} cy={middle} r="11.5" strokeDasharray={dash} />}
        </>
      );
    case 'water':
    case 'ship':
    case 'hit':
    case 'miss':
      return (
        <>
          <path className={styles.water} d={`M0 0h${full}v${full}H0z`} />
          {(name === 'ship' || name === 'hit') && (
            <path className={styles.ship} d={`M3 3h${full - 6}v${full - 6}H3z`} />
          )}
          {name === 'hit' && <path className={styles.shot} d="M9 9l10 10M19 9L9 19" />}
          {name === 'miss' && <circle className={styles.shot} cx={middle} cy={middle} r="4" />}
          {ring && <path className={ring} d={`M1.5 1.5h${full - 3}v${full - 3}H1.5z`} strokeDasharray={dash} />}
        </>
      );
    case 'dot':
      return <circle className={styles.dot} cx={middle} cy={middle} r="3.5" />;
    case 'h':
    case 'v':
      return (
        <path
          className={isNew ? styles.newLine : styles.line}
          d={
            name === 'h'
              ? `M${-middle + 5} ${middle}H${full + middle - 5}`
              : `M${middle} ${-middle + 5}V${full + middle - 5}`
          }
        />
      );
    case 'box':
      return (
        <path
          className={styles.box}
          d={`M${-middle + 4} ${-middle + 4}h${2 * full - 8}v${2 * full - 8}h${8 - 2 * full}z`}
        />
      );
    default:
      break;
  }
  const die = /^die([1-6]?)$/.exec(name);
  if (die)
    return (
      <>
        <rect className={styles.card} x="2" y="2" width={full - 4} height={full - 4} rx="5" />
        {die[1] === '' ? (
          <text className={styles.text} fontSize={textSize} x={middle} y={middle}>
            ?
          </text>
        ) : (
          dots[Number(die[1])]?.map(([x, y]) => (
            <circle key={`${x}${y}`} className={styles.pip} cx={middle + x * 6} cy={middle + y * 6} r="2.2" />
          ))
        )}
        {ring && <rect className={ring} x="1" y="1" width={full - 2} height={full - 2} rx="6" strokeDasharray={dash} />}
      </>
    );
  const wide = width * full;
  return (
    <>
      <rect
        className={counts || isNew ? styles.chosen : styles.card}
        x="2"
        y="2"
        width={wide - 4}
        height={full - 4}
        rx="6"
      />
      <text className={styles.text} fontSize={textSize} x={wide / 2} y={middle}>
        {name.replaceAll('_', ' ')}
      </text>
    </>
  );
}
