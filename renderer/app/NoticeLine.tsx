import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconX, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import moments from '../notices/Moments.module.css';
import { useMomentsPlace } from '../notices/MomentsPlace.tsx';
import { useHeldLine } from '../notices/use-entry.ts';
import { useUnfolding } from '../notices/use-unfolding.ts';
import { tableOnPage } from '../notices/waiting-tables.ts';
import { Button } from '../ui/Button.tsx';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import styles from './NoticeLine.module.css';

interface NoticeLineProps {
  Icon: TablerIcon;
  title: string;
  body: ReactNode;
  /** The first thing to do, in the line where it has room. */
  action?: ReactNode;
  /** What unfolds below the words, such as further actions. */
  children?: ReactNode;
  onDismiss?: (() => void) | undefined;
  /** All words are shown at once, also where the line has no room for them. */
  unfolds?: boolean;
}

/**
 * What is wrong with the window, its clock or its community, as one line in the place of the search field, so that no page moves. Its words
 * and actions unfold. In a low window it is in the bar under a board, like the line of moments.
 */
export function NoticeLine(props: NoticeLineProps) {
  const { Icon, title, body, action, children, onDismiss, unfolds = false } = props;
  const { t } = useTranslation();
  const [path] = useLocation();
  const section = useRef<HTMLElement>(null);
  const isLow = useMediaQuery('(max-height: 499px)', false, { getInitialValueInEffect: false });
  const bar = useMomentsPlace({ isBar: true });
  const inBar = isLow ? bar : null;
  const isHeld = useHeldLine(section, { path, isLow, isPresent: inBar === null });
  const { isUnfolded, toggle } = useUnfolding(section, {
    where: `${path} ${inBar ? 'bar' : 'row'}`,
    entries: [title],
    isOver: true,
    unfolds,
  });
  const Chevron = isUnfolded || inBar ? IconChevronUp : IconChevronDown;
  const words = (
    <>
      <b>{title}</b>
      <SentenceSpace />
      {body}
    </>
  );
  const label = t(isUnfolded ? 'notice.less' : 'notice.more');
  const line = (
    <section
      ref={section}
      className={`${moments.place} ${styles.notice}`}
      hidden={isHeld}
      data-region="notice"
      data-compact={inBar === null || undefined}
      data-bar={inBar !== null || undefined}
      data-table={tableOnPage(path) === null ? undefined : ''}
      aria-label={t('notice.label')}
    >
      {inBar ? (
        <>
          <button type="button" className={moments.barline} aria-expanded={isUnfolded} title={title} onClick={toggle}>
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            <b className="truncate">{title}</b>
            <Chevron size={15} stroke={1.75} aria-hidden="true" />
          </button>
          <span className="offscreen" role="alert">
            {words}
          </span>
        </>
      ) : (
        <div className={`${moments.compact} on-wood`} data-tone="waits">
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          <span className={`${styles.words} truncate`} role="alert" title={title}>
            {words}
          </span>
          {action && <span className={styles.action}>{action}</span>}
          <Button
            size="sm"
            variant="wood"
            iconOnly
            aria-expanded={isUnfolded}
            aria-label={label}
            title={label}
            onClick={toggle}
          >
            <Chevron size={15} stroke={1.75} aria-hidden="true" />
          </Button>
          {onDismiss && <DismissButton onDismiss={onDismiss} />}
        </div>
      )}
      {isUnfolded && (
        <div className={`${moments.cards} ${styles.cards}`}>
          <div className={styles.card}>
            <p>{words}</p>
            {children}
            {inBar && (action || onDismiss) && (
              <div className="row wrap">
                {action}
                {onDismiss && <Button onClick={onDismiss}>{t('dismiss')}</Button>}
              </div>
            )}
          </div>
        </div>
      )}
    </section>
  );
  return inBar ? createPortal(line, inBar) : line;
}

function DismissButton({ onDismiss }: { onDismiss(): void }) {
  const { t } = useTranslation();
  return (
    <Button
      size="sm"
      variant="wood"
      iconOnly
      className={moments.bare ?? ''}
      aria-label={t('dismiss')}
      onClick={onDismiss}
    >
      <IconX size={15} stroke={1.75} aria-hidden="true" />
    </Button>
  );
}
