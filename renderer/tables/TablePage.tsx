import { IconCards } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
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

/** A table that never got as far as a first move. */
const neverBegan = (table: Table) =>
  table.phase === 'joining' || (table.phase === 'failed' && table.steps.some((step) => step.state !== 'done'));

export function TablePage({ tableId, onWords }: { tableId: string; onWords(): void }) {
  const { t } = useTranslation('tables');
  const { t: frame } = useTranslation();
  const [, go] = useLocation();
  const table = useTables((tables) => tables.get(tableId));
  // Who has watched the game to its end sees the last position until they ask for the result.
  const [watching, setWatching] = useState(table?.phase === 'playing' || table?.phase === 'joining');
  usePageTitle(frame('room.tables'));
  const known = table !== undefined;
  useEffect(() => {
    if (known) document.getElementById('table-title')?.focus({ preventScroll: true });
  }, [known]);

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
