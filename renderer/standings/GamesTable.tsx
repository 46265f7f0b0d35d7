import { useTranslation } from 'react-i18next';
import { dayAndTime, signed } from '../look/format.ts';
import { PersonLink } from '../look/PersonLink.tsx';
import { type Families, familyName } from './families.ts';
import type { LinePoint } from './line.ts';
import styles from './Profile.module.css';

/** The line as a table, the newest game first. */
export function GamesTable({ points, families }: { points: readonly LinePoint[]; families: Families }) {
  const { t, i18n } = useTranslation('standings');
  return (
    <div className={styles.tablebox}>
      <table className={styles.table}>
        <caption className="offscreen">{t('history.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('col.game')}</th>
            <th scope="col" className={styles.number}>
              {t('col.points')}
            </th>
            <th scope="col" className={styles.number}>
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
                    {familyName(families, game.family)}, {dayAndTime(i18n.language, game.decided_at)}
                  </span>
                </td>
                <td className={styles.number}>
                  {game.reason === 'capped' ? <span className="faint">{t('capped')}</span> : signed(game.delta)}
                </td>
                <td className={`${styles.number} strong`}>{value}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
