import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { honestLoserShare, kFactor } from '../../../shared/community/rating.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { useCommunityName } from '../../core/community-name.ts';
import { Card } from '../../ui/Card.tsx';
import { formatPoints } from '../../ui/format.ts';
import styles from './PointsCard.module.css';
import { ResultTag } from './ResultTag.tsx';
import { formulaOf, whyOf } from './rating-formula.ts';

/** The rating change, with the formula filled in. */
export function PointsCard({ table, result }: { table: Table; result: NonNullable<Table['result']> }) {
  const { t } = useTranslation('tables');
  const community = useCommunityName();
  const peer = isolatedName(table.peer.nickname);
  const { rating, state, outcome } = result;
  const values = { peer, community };
  const stateText =
    state === 'pending' && table.peer_by_hand ? t('report.pending.by_hand', values) : t(`report.${state}.long`, values);
  return (
    <Card title={t('points.title')} headerEnd={<ResultTag state={state} />}>
      {rating ? (
        <>
          <div className={styles.numbers}>
            <div>
              <div className="micro faint">{t('points.before')}</div>
              <div className={styles.before}>{rating.mine.before}</div>
            </div>
            <IconArrowRight size={22} stroke={1.75} className="faint" aria-hidden="true" />
            <div>
              <div className="micro faint">{t('points.after')}</div>
              <div className={styles.after} data-testid="rating-after">
                {rating.mine.after}
              </div>
            </div>
            <span className={styles.delta} data-none={rating.mine.delta === 0 || undefined} data-testid="rating-delta">
              {formatPoints(rating.mine.delta)}
            </span>
            <span className="end small dim" style={{ textAlign: 'right' }}>
              {t('points.theirs', { peer, before: rating.theirs.before, after: rating.theirs.after })}
              {rating.applied && (
                <>
                  <br />
                  <b className="good">{formatPoints(rating.theirs.delta)}</b>{' '}
                  {t(`points.theirs_${outcome}` as 'points.theirs_won')}
                </>
              )}
            </span>
          </div>
          {rating.applied && outcome !== 'none' ? (
            <Formula
              own={rating.mine.before}
              opponent={rating.theirs.before}
              outcome={outcome}
              delta={rating.mine.delta}
            />
          ) : null}
          <p className="small faint" style={{ marginTop: 'var(--s2)' }}>
            {rating.applied && outcome !== 'none'
              ? t(`points.why.${whyOf(outcome, rating.mine.before, rating.theirs.before)}`, values)
              : stateText}
          </p>
        </>
      ) : (
        <p>{stateText}</p>
      )}
    </Card>
  );
}

interface FormulaProps {
  own: number;
  opponent: number;
  outcome: 'won' | 'lost' | 'drawn';
  delta: number;
}

function Formula({ own, opponent, outcome, delta }: FormulaProps) {
  const { t } = useTranslation('tables');
  const { expected, raw } = formulaOf(own, opponent, outcome);
  const filled = (value: string | number) => <span className={styles.filled}>{value}</span>;
  if (raw === null) {
    return (
      <div className={styles.formula}>
        {t('points.draw_is')} {filled(formatPoints(delta))}
      </div>
    );
  }
  return (
    <div className={styles.formula}>
      <div>
        {t('points.expected')} = 1 / (1 + 10
        <sup>
          ({filled(opponent)} − {filled(own)}) / 400
        </sup>
        ) = {filled(expected)}
      </div>
      <div>
        {t(`points.you_${outcome}` as 'points.you_won')} = {kFactor} ×{' '}
        {outcome === 'won' ? (
          <>(1 − {filled(expected)})</>
        ) : (
          <>
            {filled(expected)} × {honestLoserShare}
          </>
        )}{' '}
        = {t('points.rounded', { raw })} {filled(formatPoints(delta))}
      </div>
    </div>
  );
}
