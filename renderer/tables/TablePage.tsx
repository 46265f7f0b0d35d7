import { IconCards } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { failedToJoin, isOver } from '../../shared/tables/rematch.ts';
import { lazyPart, prepareWhenIdle } from '../core/lazy-part.ts';
import { asProblem } from '../core/problem.ts';
import { useTable } from '../core/use-table.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { usePageTitle } from '../ui/Page.tsx';
import { ProblemState } from '../ui/ProblemState.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { isConversation } from './chat/is-conversation.ts';
import { FailedJoin } from './join/FailedJoin.tsx';
import { Narrator } from './play/Narrator.tsx';
import { PlayingTable } from './play/PlayingTable.tsx';
import { RemarkNarrator } from './remarks/RemarkNarrator.tsx';
import { ResultPage } from './result/ResultPage.tsx';

const Analysis = lazyPart(
  ['analysis', 'record', 'tables'],
  async () => (await import('./analysis/Analysis.tsx')).Analysis,
);
const ChatTable = lazyPart(
  ['chat', 'inbox', 'record', 'afterwards', 'tables'],
  async () => (await import('./chat/ChatTable.tsx')).ChatTable,
);
const Replay = lazyPart(['record', 'tables'], async () => (await import('./replay/Replay.tsx')).Replay);
const CompareRecords = lazyPart(
  ['record', 'tables'],
  async () => (await import('./compare/CompareRecords.tsx')).CompareRecords,
);

interface TablePageProps {
  tableId: string;
  /** Shows the replay, the analysis, or the comparison with another copy of the record. */
  part?: string | undefined;
  onRecoveryPhrase(): void;
}

/** The page of a table: joining, the game, its result, the replay, the analysis or the comparison, as its phase and `part` require. */
export function TablePage({ tableId, part, onRecoveryPhrase }: TablePageProps) {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const [, navigate] = useLocation();
  const { table, error, retry } = useTable(tableId);
  // A user who watched the end of the game keeps seeing the last position until they open the result.
  const [keepsWatching, setKeepsWatching] = useState(table?.phase === 'playing' || table?.phase === 'joining');
  const exists = table !== undefined;
  // Nothing is prepared while joining, when the table's board loads.
  const joined = exists && table.phase !== 'joining';
  useEffect(() => (joined ? prepareWhenIdle([Replay, CompareRecords]) : undefined), [joined]);
  const isChat = exists && isConversation(table);
  usePageTitle(isChat ? t('talk.title') : tApp('room.tables'));
  // Nothing else is loaded for it while joining.
  useEffect(() => (isChat ? prepareWhenIdle([ChatTable]) : undefined), [isChat]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each part is a separate page
  useEffect(() => {
    // A conversation gives the focus to its field.
    if (exists && !(isChat && joined)) document.getElementById('table-title')?.focus({ preventScroll: true });
  }, [exists, part]);

  if (!table && !error) return <SkeletonRows rows={6} />;
  if (!table && asProblem(error).code !== 'not_found') return <ProblemState error={error} onRetry={retry} />;
  if (!table) {
    return (
      <div style={{ padding: 'var(--s5)' }}>
        <EmptyState
          icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('unknown.title')}
          actions={<Button onClick={() => navigate('/tables')}>{t('unknown.back')}</Button>}
        >
          {t('unknown.body')}
        </EmptyState>
      </div>
    );
  }
  if (failedToJoin(table)) return <FailedJoin table={table} />;
  const hasEnded = isOver(table);
  const Part = hasEnded ? { replay: Replay, analysis: Analysis, compare: CompareRecords }[part ?? ''] : undefined;
  if (Part) return <Part table={table} />;
  if (isChat && joined) return <ChatTable key={table.table_id} table={table} />;
  return (
    <>
      {hasEnded && !keepsWatching ? (
        <ResultPage table={table} onRecoveryPhrase={onRecoveryPhrase} onShowPosition={() => setKeepsWatching(true)} />
      ) : (
        <PlayingTable table={isChat ? { ...table, board: null } : table} onResult={() => setKeepsWatching(false)} />
      )}
      {table.phase !== 'joining' && (
        <>
          <Narrator table={table} />
          <RemarkNarrator table={table} />
        </>
      )}
    </>
  );
}
