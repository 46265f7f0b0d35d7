import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import styles from './Pane.module.css';

interface PaneProps {
  /** Before the title. */
  picture?: ReactNode;
  title: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  foot?: ReactNode;
  onClose(): void;
  /** A field in the pane takes the initial focus instead of the title. */
  focusField?: boolean;
  children: ReactNode;
}

/** The pane beside the list; in a narrow window it covers the list and has a back button. */
export function Pane({ picture, title, badge, note, actions, foot, onClose, focusField = false, children }: PaneProps) {
  const { t } = useTranslation('inbox');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!focusField) heading.current?.focus({ preventScroll: true });
  }, [focusField]);
  return (
    <aside className={styles.pane} aria-labelledby={id} data-region="sheet" tabIndex={-1}>
      <header className={`${styles.head} row wrap`}>
        <div className={`${styles.subject} grow row`}>
          <Button variant="quiet" size="sm" iconOnly className={styles.back} aria-label={t('back')} onClick={onClose}>
            <IconArrowLeft size={17} stroke={1.75} aria-hidden="true" />
          </Button>
          {picture}
          <div className={`${styles.words} grow`}>
            <div className="row wrap">
              <h2 id={id} ref={heading} tabIndex={-1} className="truncate">
                {title}
              </h2>
              {badge}
            </div>
            {note && <div className={`${styles.note} row wrap small dim`}>{note}</div>}
          </div>
        </div>
        {actions && <div className={`${styles.actions} row wrap`}>{actions}</div>}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard */}
      <div className={`${styles.body} col gap3`} data-scroller tabIndex={0}>
        {children}
      </div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </aside>
  );
}

/** Shown when the address names something that doesn't exist, or no longer does, or that could not be loaded. */
export function MissingPane({ problem, onClose }: { problem: Problem; onClose(): void }) {
  const { t } = useTranslation('inbox');
  const { t: tApp } = useTranslation();
  const isGone = problem.code === 'not_found';
  return (
    <Pane title={isGone ? t('gone.title') : tApp('room.inbox')} onClose={onClose}>
      {isGone ? <p className="dim">{t('gone.body')}</p> : <ProblemLine problem={problem} />}
      <p>
        <Button onClick={onClose}>{t('back')}</Button>
      </p>
    </Pane>
  );
}

/** Placeholder while nothing is open. */
export function EmptyPane({ text }: { text: string | null }) {
  return <div className={`${styles.pane} ${styles.pick}`}>{text && <p className="faint">{text}</p>}</div>;
}
