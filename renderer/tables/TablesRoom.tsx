import { IconCards, IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { setQuery, useQuery } from '../app/address.ts';
import { useHosting, useTables } from '../app/context.tsx';
import { dialogOpen, useModifier, useWindowKeys } from '../app/keys.ts';
import { inOrder } from '../app/live.ts';
import { Page } from '../app/Page.tsx';
import { hostingSheetOf } from '../hosting/asked.ts';
import { HostedRows } from '../hosting/HostedRows.tsx';
import { HostingSheet } from '../hosting/HostingSheet.tsx';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import { SearchField } from '../look/SearchField.tsx';
import { SheetPlace } from '../look/Sheet.tsx';
import { ends, filtered, filterOf, isActive } from './filter.ts';
import { TableList } from './TableList.tsx';
import styles from './TablesRoom.module.css';

/** Running tables and the ones that are over, with how they ended. */
export function TablesRoom() {
  const { t } = useTranslation('tables');
  const { t: frame } = useTranslation();
  const { t: hosting } = useTranslation('hosting');
  const [, go] = useLocation();
  const tables = useTables((known) => known);
  const query = useQuery();
  const search = useRef<HTMLInputElement>(null);
  const withModifier = useModifier();
  const { running, over } = inOrder(tables);
  const waiting = useHosting().length;
  const sheet = hostingSheetOf(query);
  const filter = filterOf(query);
  const shown = filtered(over, filter);
  const now = filtered(running, { ...filter, end: 'all' });

  useWindowKeys((event) => {
    if (dialogOpen() || event.shiftKey || event.code !== 'KeyF' || !withModifier(event)) return;
    event.preventDefault();
    search.current?.focus();
  });
  const host = (
    <Button look="primary" data-action="host" onClick={() => setQuery({ host: '', mine: null })}>
      <IconPlus size={17} stroke={1.75} aria-hidden="true" />
      {hosting('host')}
    </Button>
  );
  const clear = () => setQuery({ q: null, end: null }, { replace: true });
  return (
    <SheetPlace sheet={sheet && <HostingSheet {...sheet} />}>
      <Page title={frame('room.tables')} action={host}>
        {tables.size > 0 && (
          <search className={styles.filters} aria-label={t('filter.label')}>
            <SearchField
              ref={search}
              label={t('filter.text')}
              value={filter.text}
              maxLength={200}
              onChange={(text) => setQuery({ q: text || null }, { replace: true })}
            />
            {ends.map((end) => (
              <button
                key={end}
                type="button"
                className={styles.chip}
                aria-pressed={filter.end === end}
                onClick={() => setQuery({ end: end === 'all' ? null : end }, { replace: true })}
              >
                {t(`filter.end.${end}`)}
              </button>
            ))}
          </search>
        )}
        {waiting > 0 && (
          <section>
            <h2 className={styles.title}>{hosting('waiting')}</h2>
            <HostedRows openId={sheet?.mine ?? null} card />
          </section>
        )}
        {tables.size === 0 && waiting === 0 && (
          <Empty
            icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
            title={t('none.title')}
            actions={<Button onClick={() => go('/')}>{t('none.to_lobby')}</Button>}
          >
            {t('none.body')}
          </Empty>
        )}
        {now.length > 0 && <TableList title={t('running')} tables={now} />}
        {shown.length > 0 && <TableList title={t('over')} tables={shown} />}
        {tables.size > 0 && shown.length + now.length === 0 && isActive(filter) && (
          <Empty
            icon={<IconCards size={28} stroke={1.5} className="good" aria-hidden="true" />}
            title={t('none_fit.title')}
            actions={<Button onClick={clear}>{t('none_fit.clear')}</Button>}
          >
            {t('none_fit.body', { count: tables.size })}
          </Empty>
        )}
      </Page>
    </SheetPlace>
  );
}
