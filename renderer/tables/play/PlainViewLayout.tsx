import { IconRulerMeasure } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { ChatLog } from '../ChatLog.tsx';
import { ViewParts } from '../ViewParts.tsx';
import styles from './PlainViewLayout.module.css';

interface PlainViewLayoutProps {
  /** Why no board is shown; null if one can be. */
  note: string | null;
  children: ReactNode;
}

/** The layout of the plain view, for a running table and a replay. */
export function PlainViewLayout({ note, children }: PlainViewLayoutProps) {
  const { t } = useTranslation('tables');
  return (
    <section className={`grow ${styles.sheet}`} aria-label={t('plain.label')} data-region="board" tabIndex={-1}>
      {note !== null && (
        <p className={styles.note}>
          <IconRulerMeasure size={20} stroke={1.75} aria-hidden="true" />
          {note}
        </p>
      )}
      {children}
    </section>
  );
}

/** The state of a table: its chat and the hooks' view, or `children` instead of the view. */
export function PlainState({ title, table, children }: { title: string; table: Table; children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <div className={`${styles.state} ${styles.scrolls}`} tabIndex={0}>
      <h2>{title}</h2>
      {(table.protocol.mode === 'free' || table.talk.length > 0) && <ChatLog table={table} />}
      {children ?? (
        <ViewParts
          view={table.view}
          role={table.role}
          protocolId={table.protocol.protocol_id}
          peer={isolatedName(table.peer.nickname)}
        />
      )}
    </div>
  );
}
