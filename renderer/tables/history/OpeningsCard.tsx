import { useTranslation } from 'react-i18next';
import { type GameHistory, openingMax } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { gamesIn } from '../../../shared/tables/history.ts';
import { useLabels } from '../../core/use-labels.ts';
import { Card } from '../../ui/Card.tsx';
import { Segments } from '../../ui/Segments.tsx';
import styles from './GamePage.module.css';
import { TallyTable } from './TallyTable.tsx';

interface OpeningsCardProps {
  history: GameHistory;
  /** How many moves tell openings apart. */
  depth: number;
  onDepth(depth: number): void;
}

const depths = Array.from({ length: openingMax }, (_, index) => String(index + 1));

/** The first moves, and how the games went on. */
export function OpeningsCard({ history, depth, onDepth }: OpeningsCardProps) {
  const { t } = useTranslation('history');
  const labels = useLabels(history.game.protocol_id);
  const rows = history.openings.map(({ moves, tally }) => ({
    key: JSON.stringify(moves),
    title: moves.map(({ by_me, text }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the moves of an opening keep their places
      <span key={index}>
        {index > 0 && ' '}
        <span className={styles.move}>
          <span className="small dim">{t(by_me ? 'opening.you' : 'opening.they')}</span>{' '}
          {escapeInvisible(labels.text(text))}
        </span>
      </span>
    )),
    tally,
  }));
  if (rows.length > 0 && gamesIn(history.other_openings) > 0)
    rows.push({ key: 'others', title: [<span key={0}>{t('opening.others')}</span>], tally: history.other_openings });
  return (
    <Card
      title={t('opening.title')}
      smallTitle
      headerEnd={
        <Segments
          label={t('opening.depth')}
          value={String(depth)}
          options={depths.map((value) => ({ value, label: value }))}
          onChange={(value) => onDepth(Number(value))}
        />
      }
    >
      {rows.length === 0 ? (
        <p className="small dim">{t('opening.none', { count: depth })}</p>
      ) : (
        <TallyTable caption={t('opening.title')} heading={t('opening.moves')} rows={rows} />
      )}
    </Card>
  );
}
