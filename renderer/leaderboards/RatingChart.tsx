import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../ui/format.ts';
import styles from './RatingChart.module.css';
import { axisValues, type ChartBox, type ChartPoint, nearestIndex, placePoints } from './rating-chart.ts';

const height = 172;
const margins = { left: 42, right: 14, top: 26, bottom: 26 };
/** Dots of more games would overlap, so they are omitted. */
const maxDots = 40;

/** The chart of a rating. The pointer or the arrow keys select a game, which the caption describes. */
export function RatingChart({ points }: { points: readonly ChartPoint[] }) {
  const { t, i18n } = useTranslation('leaderboards');
  const { ref, width } = useElementSize<HTMLDivElement>();
  const lastIndex = points.length - 1;
  const [pickedIndex, setPickedIndex] = useState<number | null>(null);
  const selectedIndex = Math.min(pickedIndex ?? lastIndex, lastIndex);

  const values = points.map(({ value }) => value);
  const chartBox: ChartBox = { width: Math.max(width, 200), height, ...margins };
  const { points: coordinates, y } = placePoints(points, chartBox);
  const selectedPoint = coordinates[selectedIndex] ?? { x: 0, y: 0 };
  const spanDates = [points[1]?.at ?? null, points.at(-1)?.at ?? null] as const;
  const description = points[selectedIndex]?.text ?? '';

  const onKeyDown = (event: KeyboardEvent) => {
    const targetIndex = {
      ArrowLeft: selectedIndex - 1,
      ArrowDown: selectedIndex - 1,
      ArrowRight: selectedIndex + 1,
      ArrowUp: selectedIndex + 1,
      Home: 0,
      End: lastIndex,
    }[event.key];
    if (targetIndex === undefined) return;
    event.preventDefault();
    setPickedIndex(Math.max(0, Math.min(lastIndex, targetIndex)));
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
        aria-valuemax={lastIndex}
        aria-valuenow={selectedIndex}
        aria-valuetext={description}
        data-testid="rating-line"
        onKeyDown={onKeyDown}
        onPointerMove={({ clientX, currentTarget }) =>
          setPickedIndex(nearestIndex(coordinates, clientX - currentTarget.getBoundingClientRect().left))
        }
        onPointerLeave={() => setPickedIndex(null)}
        onBlur={() => setPickedIndex(null)}
      >
        <svg width={chartBox.width} height={height} viewBox={`0 0 ${chartBox.width} ${height}`} aria-hidden="true">
          {axisValues(values).map((value) => (
            <g key={value}>
              <line className={styles.grid} x1={margins.left} x2={chartBox.width} y1={y(value)} y2={y(value)} />
              <text className={styles.axis} x={margins.left - 8} y={y(value) + 4} textAnchor="end">
                {value}
              </text>
            </g>
          ))}
          <path className={styles.line} d={path} />
          {points.length <= maxDots &&
            coordinates.map((point) => <circle key={point.x} className={styles.dot} cx={point.x} cy={point.y} r="3" />)}
          {selectedIndex !== lastIndex && (
            <line
              className={styles.cursor}
              x1={selectedPoint.x}
              x2={selectedPoint.x}
              y1={margins.top - 8}
              y2={height - margins.bottom}
            />
          )}
          <circle className={styles.latest} cx={coordinates[lastIndex]?.x} cy={coordinates[lastIndex]?.y} r="5.5" />
          {selectedIndex !== lastIndex && (
            <circle className={styles.selected} cx={selectedPoint.x} cy={selectedPoint.y} r="5" />
          )}
          <text
            className={styles.value}
            x={Math.min(Math.max(selectedPoint.x, margins.left + 14), chartBox.width - 18)}
            y={Math.max(13, selectedPoint.y - 11)}
            textAnchor="middle"
          >
            {points[selectedIndex]?.value}
          </text>
          <text className={styles.axis} x={margins.left} y={height - 5}>
            {spanDates[0] !== null && formatDay(i18n.language, spanDates[0])}
          </text>
          <text className={styles.axis} x={chartBox.width} y={height - 5} textAnchor="end">
            {spanDates[1] !== null && formatDay(i18n.language, spanDates[1])}
          </text>
        </svg>
      </div>
      <figcaption className="small dim">
        {pickedIndex === null
          ? t('history.sum', {
              count: lastIndex,
              from: values[0],
              to: values.at(-1),
              best: Math.max(...values),
            })
          : description}
      </figcaption>
    </figure>
  );
}
