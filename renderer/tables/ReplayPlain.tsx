import { IconRulerMeasure } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { TextButton } from '../look/TextButton.tsx';
import styles from './PlainView.module.css';
import { Talk } from './Talk.tsx';
import { ViewParts } from './ViewParts.tsx';

interface ReplayPlainProps {
  /** As it stood then. */
  table: Table;
  /** What was on the table was kept. */
  seen: boolean;
  onBoard: (() => void) | null;
}

/** The plain view of a place in a replay: the same as in play, and nothing to answer. */
export function ReplayPlain({ table, seen, onBoard }: ReplayPlainProps) {
  const { t } = useTranslation('record');
  const { t: tables } = useTranslation('tables');
  const talks = table.protocol.mode === 'free' || table.talk.length > 0;
  return (
    <section className={styles.sheet} aria-label={tables('plain.label')} data-region="board" tabIndex={-1}>
      <div className={styles.top}>
        <IconRulerMeasure size={20} stroke={1.75} aria-hidden="true" />
        <span className="grow">
          <b>{tables('plain.drawn')}</b>{' '}
          <span className="dim">{onBoard ? tables('plain.same_state') : t('replay.plain')}</span>
        </span>
        {onBoard && <TextButton onClick={onBoard}>{tables('plain.to_board')}</TextButton>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <div className={`${styles.see} ${styles.alone}`} tabIndex={0}>
        <h2>{t('replay.then')}</h2>
        {talks && <Talk table={table} />}
        {seen ? <ViewParts view={table.view} role={table.role} /> : <p className="dim measure">{t('replay.unseen')}</p>}
      </div>
    </section>
  );
}
