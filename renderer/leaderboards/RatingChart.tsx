import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../shared/peer-text.ts';
import { day, dayAndTime, signed } from '../ui/format.ts';
import styles from './RatingChart.module.css';
import { axisValues, type Box, nearest, pointsIn, type RatingPoint } from './rating-chart.ts';

const height = 172;
const margins = { left: 42, right: 14, top: 26, bottom: 26 };
/** Dots of more games would overlap, so they are omitted. */
const maxDots = 40;

/** The chart of a rating. The pointer or the arrow keys select a game, which the caption describes. */
export function RatingChart({ points }: { points: RatingPoint[] }) {
  const { t, i18n } = useTranslation('leaderboards');
  const { ref, width } = useElementSize<HTMLDivElement>();
  const last = points.length - 1;
  const [picked, setPicked] = useState<number | null>(null);
  const at = Math.min(picked ?? last, last);

  const values = points.map(({ value }) => value);
  const box: Box = { width: Math.max(width, 200), height, ...margins };
  const { points: coordinates, y } = pointsIn(points, box);
  const current = coordinates[at] ?? { x: 0, y: 0 };
  const textOf = ({ game, value }: RatingPoint) =>
    game === null
      ? t('history.before', { rating: value })
      : t(game.reason === 'capped' ? 'history.point_capped' : 'history.point', {
          when: dayAndTime(i18n.language, game.decided_at),
          outcome: t(`outcome.${game.outcome}`),
          name: isolated(game.opponent_nickname),
          delta: signed(game.delta),
          rating: value,
        });
  const spanDates = [points[1]?.game?.decided_at, points.at(-1)?.game?.decided_at];
  const description = points[at] ? textOf(points[at]) : '';

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    setPicked(Math.max(0, Math.min(last, to)));
  };
  const path = coordinates
    .map((point, index) => `${index ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
    .join('');
  return (
    <figure className={styles.chart}>
      <div
        ref={ref}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={t('history.along')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={description}
        data-testid="rating-line"
        onKeyDown={onKeyDown}
        onPointerMove={({ clientX, currentTarget }) =>
          setPicked(nearest(coordinates, clientX - currentTarget.getBoundingClientRect().left))
        }
        onPointerLeave={() => setPicked(null)}
        onBlur={() => setPicked(null)}
      >
        <svg width={box.width} height={height} viewBox={`0 0 ${box.width} ${height}`} aria-hidden="true">
          {axisValues(values).map((value) => (
            <g key={value}>
              <line className={styles.grid} x1={margins.left} x2={box.width} y1={y(value)} y2={y(value)} />
              <text className={styles.axis} x={margins.left - 8} y={y(value) + 4} textAnchor="end">
                {value}
              </text>
            </g>
          ))}
          <path className={styles.line} d={path} />
          {points.length <= maxDots &&
            coordinates.map((point) => <circle key={point.x} className={styles.dot} cx={point.x} cy={point.y} r="3" />)}
          {at !== last && (
            <line
              className={styles.cursor}
              x1={current.x}
              x2={current.x}
              y1={margins.top - 8}
              y2={height - margins.bottom}
            />
          )}
          <circle className={styles.now} cx={coordinates[last]?.x} cy={coordinates[last]?.y} r="5.5" />
          {at !== last && <circle className={styles.here} cx={current.x} cy={current.y} r="5" />}
          <text
            className={styles.value}
            x={Math.min(Math.max(current.x, margins.left + 14), box.width - 18)}
            y={Math.max(13, current.y - 11)}
            textAnchor="middle"
          >
            {points[at]?.value}
          </text>
          <text className={styles.axis} x={margins.left} y={height - 5}>
            {spanDates[0] !== undefined && day(i18n.language, spanDates[0])}
          </text>
          <text className={styles.axis} x={box.width} y={height - 5} textAnchor="end">
            {spanDates[1] !== undefined && day(i18n.language, spanDates[1])}
          </text>
        </svg>
      </div>
      <figcaption className="small dim">
        {picked === null
          ? t('history.sum', {
              count: last,
              from: values[0],
              to: values.at(-1),
              best: Math.max(...values),
            })
          : description}
      </figcaption>
    </figure>
  );
}
