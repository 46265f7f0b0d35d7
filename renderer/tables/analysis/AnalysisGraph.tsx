import { useTranslation } from 'react-i18next';
import type { Role } from '../../../shared/tables/hooks.ts';
import styles from './AnalysisGraph.module.css';
import { type Review, worthAt } from './review.ts';

/** Sizes in SVG units. */
const width = 364;
const height = 96;
const edge = 8;

interface AnalysisGraphProps {
  review: Review;
  side: Role;
  stop: number;
  /** Null if it is the user. */
  nameOfSide: string | null;
}

/** What each position was worth to `side`, which is above the line; with dots at marked moves and a line at the stop shown. */
export function AnalysisGraph({ review, side, stop, nameOfSide }: AnalysisGraphProps) {
  const { t } = useTranslation('analysis');
  const { t: tApp } = useTranslation();
  const { moves, reviewed } = review;
  const x = (at: number) => edge + (at * (width - 2 * edge)) / Math.max(1, moves.length);
  const y = (worth: number) => height / 2 - worth * (height / 2 - edge);
  const points = Array.from({ length: moves.length + 1 }, (_, at) => {
    const worth = worthAt(review, at, side);
    return worth === null ? null : { at, x: x(at), y: y(worth) };
  });
  /** A line ends where a position was not judged. */
  const path = points
    .map((point, at) => (point === null ? '' : `${points[at - 1] ? 'L' : 'M'}${point.x} ${point.y}`))
    .join('');
  const marked = moves.flatMap(({ number }, at) => {
    const mark = reviewed.get(number)?.mark;
    const point = points[at];
    return mark && point ? [{ number, mark, ...point }] : [];
  });
  const marks = marked.map(({ at, mark }) =>
    t('marked', { place: t('place', { number: at + 1, count: moves.length }), mark: t(`mark.${mark}`) }),
  );
  const sentences = marks.length === 0 ? '' : marks.reduce((first, second) => tApp('sentences', { first, second }));
  return (
    <svg
      className={styles.graph}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={
        nameOfSide === null ? t('graph', { marks: sentences }) : t('graph_of', { name: nameOfSide, marks: sentences })
      }
    >
      <line className={styles.even} x1={0} x2={width} y1={height / 2} y2={height / 2} />
      <line className={styles.now} x1={x(stop)} x2={x(stop)} y1={2} y2={height - 2} />
      <path className={styles.worth} d={path} />
      {marked.map(({ number, mark, x, y }) => (
        <circle key={number} className={styles[mark]} cx={x} cy={y} r={5} />
      ))}
    </svg>
  );
}
