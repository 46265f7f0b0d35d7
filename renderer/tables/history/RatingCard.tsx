import { useTranslation } from 'react-i18next';
import type { GameHistory } from '../../../shared/bridge/contract.ts';
import { RatingChart } from '../../leaderboards/RatingChart.tsx';
import type { ChartPoint } from '../../leaderboards/rating-chart.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDayTime, formatPoints } from '../../ui/format.ts';

/** The rating after each game that counted. */
export function RatingCard({ history: { ratings } }: { history: GameHistory }) {
  const { t, i18n } = useTranslation('history');
  const [first] = ratings;
  const points: ChartPoint[] = ratings.map(({ at, delta, after }) => ({
    value: after,
    at,
    text: t('rating.point', { when: formatDayTime(i18n.language, at), delta: formatPoints(delta), rating: after }),
  }));
  if (first) {
    const before = first.after - first.delta;
    points.unshift({ value: before, at: null, text: t('rating.before', { rating: before }) });
  }
  return (
    <Card title={t('rating.title')} smallTitle>
      {first ? <RatingChart points={points} /> : <p className="small dim">{t('rating.none')}</p>}
      {first && <p className="small dim measure">{t('rating.about')}</p>}
    </Card>
  );
}
