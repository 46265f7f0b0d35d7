import { useTranslation } from 'react-i18next';
import { type Families, familyName } from '../core/families.ts';
import { formatDayTime, formatPoints } from '../ui/format.ts';
import { PersonLink } from '../ui/PersonLink.tsx';
import profileTable from './ProfileTable.module.css';
import type { RatingPoint } from './rating-chart.ts';

/** The rating history as a table, newest first. */
export function GamesTable({ points, families }: { points: readonly RatingPoint[]; families: Families }) {
  const { t, i18n } = useTranslation('leaderboards');
  return (
    <div className={profileTable.tableBox}>
      <table className={profileTable.table}>
        <caption className="offscreen">{t('history.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('col.game')}</th>
            <th scope="col" className={profileTable.number}>
              {t('col.points')}
            </th>
            <th scope="col" className={profileTable.number}>
              {t('col.rating')}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ game, value }) => {
            if (game === null) return null;
            const opponent = { public_key: game.opponent_public_key, nickname: game.opponent_nickname };
            return (
              <tr key={game.session_id}>
                <td>
                  <span className="row wrap">
                    {t(`outcome_word.${game.outcome}`)} <PersonLink person={opponent} className="strong" />
                  </span>
                  <span className="micro faint block">
                    {familyName(families, game.family)} · {formatDayTime(i18n.language, game.decided_at)}
                  </span>
                </td>
                <td className={profileTable.number}>
                  {game.reason === 'capped' ? <span className="faint">{t('capped')}</span> : formatPoints(game.delta)}
                </td>
                <td className={`${profileTable.number} strong`}>{value}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
