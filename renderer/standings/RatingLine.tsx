import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { day, dayAndTime, signed } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import { type Box, gridOf, type LinePoint, nearest, placed } from './line.ts';
import styles from './Profile.module.css';

const height = 172;
const margins = { left: 42, right: 14, top: 26, bottom: 26 };
/** Above so many games their dots would be one band. */
const dots = 40;

/** One felt line and a brass dot for now. Pointer and arrow keys go along it game by game. */
export function RatingLine({ points }: { points: LinePoint[] }) {
  const { t, i18n } = useTranslation('standings');
  const { ref, width } = useElementSize<HTMLDivElement>();
  const last = points.length - 1;
  const [picked, setPicked] = useState<number | null>(null);
  const at = Math.min(picked ?? last, last);

  const values = points.map(({ value }) => value);
  const box: Box = { width: Math.max(width, 200), height, ...margins };
  const { points: places, y } = placed(points, box);
  const here = places[at] ?? { x: 0, y: 0 };
  const words = ({ game, value }: LinePoint) =>
    game === null
      ? t('history.before', { rating: value })
      : t(game.reason === 'capped' ? 'history.point_capped' : 'history.point', {
          when: dayAndTime(i18n.language, game.decided_at),
          outcome: t(`outcome.${game.outcome}`),
          name: isolated(game.opponent_nickname),
          delta: signed(game.delta),
          rating: value,
        });
  const ends = [points[1]?.game?.decided_at, points.at(-1)?.game?.decided_at];
  const said = points[at] ? words(points[at]) : '';

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    setPicked(Math.max(0, Math.min(last, to)));
  };
  const path = places.map((place, index) => `${index ? 'L' : 'M'}${place.x.toFixed(1)} ${place.y.toFixed(1)}`).join('');
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
        aria-valuetext={said}
        data-testid="rating-line"
        onKeyDown={onKeyDown}
        onPointerMove={({ clientX, currentTarget }) =>
          setPicked(nearest(places, clientX - currentTarget.getBoundingClientRect().left))
        }
        onPointerLeave={() => setPicked(null)}
        onBlur={() => setPicked(null)}
      >
        <svg width={box.width} height={height} viewBox={`0 0 ${box.width} ${height}`} aria-hidden="true">
          {gridOf(values).map((value) => (
            <g key={value}>
              <line className={styles.grid} x1={margins.left} x2={box.width} y1={y(value)} y2={y(value)} />
              <text className={styles.axis} x={margins.left - 8} y={y(value) + 4} textAnchor="end">
                {value}
              </text>
            </g>
          ))}
          <path className={styles.line} d={path} />
          {points.length <= dots &&
            places.map((place) => <circle key={place.x} className={styles.dot} cx={place.x} cy={place.y} r="3" />)}
          {at !== last && (
            <line className={styles.cursor} x1={here.x} x2={here.x} y1={margins.top - 8} y2={height - margins.bottom} />
          )}
          <circle className={styles.now} cx={places[last]?.x} cy={places[last]?.y} r="5.5" />
          {at !== last && <circle className={styles.here} cx={here.x} cy={here.y} r="5" />}
          <text
            className={styles.value}
            x={Math.min(Math.max(here.x, margins.left + 14), box.width - 18)}
            y={Math.max(13, here.y - 11)}
            textAnchor="middle"
          >
            {points[at]?.value}
          </text>
          <text className={styles.axis} x={margins.left} y={height - 5}>
            {ends[0] !== undefined && day(i18n.language, ends[0])}
          </text>
          <text className={styles.axis} x={box.width} y={height - 5} textAnchor="end">
            {ends[1] !== undefined && day(i18n.language, ends[1])}
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
          : said}
      </figcaption>
    </figure>
  );
}
