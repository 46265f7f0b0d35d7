import { IconCards } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { readPlayedGames } from '../../../shared/bridge/read-all.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { gamesIn } from '../../../shared/tables/history.ts';
import { useBridge } from '../../core/context.tsx';
import { useLabelBook } from '../../core/use-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { useRereading } from '../list/use-table-rows.ts';
import { useHistoryKey } from './history-key.ts';
import { historyPath } from './history-path.ts';
import { TallyTable } from './TallyTable.tsx';

/** The games that this identity has played, with how they ended; each links to its page. */
export function GamesPage() {
  const { t } = useTranslation('history');
  const [, navigate] = useLocation();
  const bridge = useBridge();
  const book = useLabelBook();
  const queryKey = useHistoryKey('games');
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => readPlayedGames(bridge) });
  useRereading();
  // Conversations have no winner.
  const games = data?.filter(({ tally }) => gamesIn(tally) > 0);
  return (
    <Page title={t('title')} action={<Button onClick={() => navigate('/tables')}>{t('to_tables')}</Button>}>
      {error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : !games ? (
        <SkeletonRows rows={6} />
      ) : games.length === 0 ? (
        <EmptyState
          icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('none.title')}
          actions={<Button onClick={() => navigate('/')}>{t('none.to_lobby')}</Button>}
        >
          {t('none.body')}
        </EmptyState>
      ) : (
        <div className="col">
          <TallyTable
            caption={t('title')}
            heading={t('game')}
            rows={games.map(({ protocol_id, name, tally }) => ({
              key: protocol_id,
              title: (
                <Link href={historyPath(protocol_id)}>{escapeInvisible(book.labelsFor(protocol_id).name(name))}</Link>
              ),
              tally,
            }))}
          />
          <p className="small dim measure">{t('about')}</p>
        </div>
      )}
    </Page>
  );
}
