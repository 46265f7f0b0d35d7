import { IconRulerMeasure } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import type { Answer } from '../../shared/tables/hooks.ts';
import { isolated } from '../look/peer-text.ts';
import { TextButton } from '../look/TextButton.tsx';
import { Choices } from './Choices.tsx';
import { Entry } from './Entry.tsx';
import { useOutcomeWords } from './outcome-words.ts';
import styles from './PlainView.module.css';
import { Talk } from './Talk.tsx';
import { ViewParts } from './ViewParts.tsx';

interface PlainViewProps {
  table: Table;
  picked: Answer | null;
  onPick(answer: Answer | null): void;
  /** Back to the board, where there is one. */
  onBoard: (() => void) | null;
  /** There is a board, but this browser would let it reach the network. */
  uncontained: boolean;
}

/** Drawn by Parlor from what the hooks say: the same state as any board, and how a person checks a lying one. */
export function PlainView({ table, picked, onPick, onBoard, uncontained }: PlainViewProps) {
  const { t } = useTranslation('tables');
  const peer = isolated(table.peer.nickname);
  const outcome = useOutcomeWords();
  const playing = table.phase === 'playing';
  const sealing = table.protocol.mode === 'simultaneous_round';
  return (
    <section className={styles.sheet} aria-label={t('plain.label')} data-region="board" tabIndex={-1}>
      <div className={styles.top}>
        <IconRulerMeasure size={20} stroke={1.75} aria-hidden="true" />
        <span className="grow">
          <b>{t('plain.drawn')}</b>{' '}
          <span className="dim">
            {t(onBoard ? 'plain.same_state' : uncontained ? 'plain.uncontained' : 'plain.no_board')}
          </span>
        </span>
        {onBoard && <TextButton onClick={onBoard}>{t('plain.to_board')}</TextButton>}
      </div>
      <div className={styles.body}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
        <div className={styles.see} tabIndex={0}>
          <h2>{t('plain.see')}</h2>
          {(table.protocol.mode === 'free' || table.talk.length > 0) && <Talk table={table} />}
          <ViewParts view={table.view} role={table.role} />
        </div>
        <div className={styles.answer}>
          {table.ask ? (
            <>
              <div>
                <h2>{table.ask.prompt}</h2>
                {sealing && <p className="small dim">{t('plain.sealed', { peer })}</p>}
              </div>
              {table.ask.entry && <Entry ask={{ ...table.ask, entry: table.ask.entry }} onPick={onPick} />}
              {table.ask.choices.length > 0 && <Choices ask={table.ask} picked={picked} onPick={onPick} />}
            </>
          ) : (
            <>
              <h2>{t(playing ? 'plain.nothing_asked' : 'plain.over')}</h2>
              <p className="small dim">{playing ? t('plain.wait', { peer }) : outcome(table).long}</p>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
