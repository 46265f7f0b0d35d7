import { IconCards } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { useTables } from '../app/context.tsx';
import { usePageTitle } from '../app/Page.tsx';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import { Joining } from './Joining.tsx';
import { Narrator } from './Narrator.tsx';
import { PlayingTable } from './PlayingTable.tsx';
import { ResultPage } from './ResultPage.tsx';

const Replay = lazy(() => import('./Replay.tsx').then((module) => ({ default: module.Replay })));
const Compare = lazy(() => import('./Compare.tsx').then((module) => ({ default: module.Compare })));

/** A table that never got as far as a first move. */
const neverBegan = (table: Table) =>
  table.phase === 'joining' || (table.phase === 'failed' && table.steps.some((step) => step.state !== 'done'));

interface TablePageProps {
  tableId: string;
  /** What of it: its record gone through again, or held against another copy. */
  part?: string | undefined;
  onWords(): void;
}

export function TablePage({ tableId, part, onWords }: TablePageProps) {
  const { t } = useTranslation('tables');
  const { t: frame } = useTranslation();
  const [, go] = useLocation();
  const table = useTables((tables) => tables.get(tableId));
  // Who has watched the game to its end sees the last position until they ask for the result.
  const [watching, setWatching] = useState(table?.phase === 'playing' || table?.phase === 'joining');
  usePageTitle(frame('room.tables'));
  const known = table !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each part is a page of its own
  useEffect(() => {
    if (known) document.getElementById('table-title')?.focus({ preventScroll: true });
  }, [known, part]);

  if (!table) {
    return (
      <div style={{ padding: 24 }}>
        <Empty
          icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('unknown.title')}
          actions={<Button onClick={() => go('/tables')}>{t('unknown.back')}</Button>}
        >
          {t('unknown.body')}
        </Empty>
      </div>
    );
  }
  if (neverBegan(table)) return <Joining table={table} />;
  const over = table.phase !== 'playing';
  const Part = over ? { replay: Replay, compare: Compare }[part ?? ''] : undefined;
  if (Part) {
    return (
      <Suspense>
        <Part table={table} />
      </Suspense>
    );
  }
  return (
    <>
      {over && !watching ? (
        <ResultPage table={table} onWords={onWords} onPosition={() => setWatching(true)} />
      ) : (
        <PlayingTable table={table} onResult={() => setWatching(false)} />
      )}
      <Narrator table={table} />
    </>
  );
}
