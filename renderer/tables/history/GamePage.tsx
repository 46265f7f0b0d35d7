import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { GameHistory } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useBridge } from '../../core/context.tsx';
import { protocolPath } from '../../core/protocol-paths.ts';
import { useLabels } from '../../core/use-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { filteredPath } from '../list/filter.ts';
import { useRereading } from '../list/use-table-rows.ts';
import styles from './GamePage.module.css';
import { useHistoryKey } from './history-key.ts';
import { historyPath } from './history-path.ts';
import { OpeningsCard } from './OpeningsCard.tsx';
import { OpponentsCard } from './OpponentsCard.tsx';
import { OutcomeBar } from './OutcomeBar.tsx';
import { RatingCard } from './RatingCard.tsx';

/** One game in this identity's own records: outcomes, runs, rating, first moves and opponents. */
export function GamePage({ protocolId }: { protocolId: string }) {
  const { t } = useTranslation('history');
  const [, navigate] = useLocation();
  const bridge = useBridge();
  const [depth, setDepth] = useState(2);
  const queryKey = useHistoryKey('game', protocolId, depth);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => bridge.history.game({ protocol_id: protocolId, depth }),
    // With another depth, the rest of the page stays.
    placeholderData: (previous) => previous,
    retry: false,
  });
  useRereading();
  const labels = useLabels(protocolId);
  const toGames = <Button onClick={() => navigate(historyPath())}>{t('all_games')}</Button>;
  if (!data) {
    return (
      <Page title={t('title')} action={toGames}>
        {error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} />}
      </Page>
    );
  }
  return (
    <Page title={escapeInvisible(labels.name(data.game.name))} action={toGames}>
      <div className={styles.cards}>
        <div className="col gap4">
          <SummaryCard history={data} />
          <RatingCard history={data} />
          <OpeningsCard history={data} depth={depth} onDepth={setDepth} />
        </div>
        <OpponentsCard history={data} />
      </div>
    </Page>
  );
}

/** How the games ended, the runs, and where to look further. */
function SummaryCard({ history: { game, longest, current } }: { history: GameHistory }) {
  const { t } = useTranslation('history');
  const { protocol_id, tally } = game;
  const runs = [
    current && current.count > 1 && t(`run.now.${current.end}`, { count: current.count }),
    longest.won > 1 && t('run.longest.won', { count: longest.won }),
    longest.lost > 1 && t('run.longest.lost', { count: longest.lost }),
  ].filter((run) => typeof run === 'string');
  return (
    <Card title={t('outcomes')} smallTitle>
      <OutcomeBar tally={tally} />
      <ul className={styles.runs} data-testid="runs">
        {runs.length === 0 ? <li className="dim">{t('run.none')}</li> : runs.map((run) => <li key={run}>{run}</li>)}
      </ul>
      <p className="row wrap gap4">
        <Link href={filteredPath({ game: protocol_id })}>{t('show_tables')}</Link>
        <Link href={protocolPath(protocol_id)}>{t('show_rules')}</Link>
      </p>
    </Card>
  );
}
