import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { type Moment, waitsForUser } from '../../shared/notices/moments.ts';
import { waitingTables } from '../../shared/tables/waiting-tables.ts';
import { mainClock } from '../core/clock.ts';
import { useApp, useNotices, useTables } from '../core/context.tsx';
import { setAlertTitle } from '../core/window-title.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { MomentCard, MomentPicture } from './MomentCard.tsx';
import styles from './Moments.module.css';
import { useMomentsPlace } from './MomentsPlace.tsx';
import { momentClocks } from './moment-clocks.ts';
import { useMomentText } from './moment-text.ts';
import { OneLine } from './OneLine.tsx';
import { useAcceptance } from './use-acceptance.ts';
import { useHeldBack, useHeldLine, useKeptOrder } from './use-entry.ts';
import { useFittingCards } from './use-fitting-cards.ts';
import { useMomentCard } from './use-moment-card.ts';
import { useCardMoments, useNovelties } from './use-moments.ts';
import { useUnfolding } from './use-unfolding.ts';
import { otherWaitingTables, tableNames, tableOnPage, turnTitle, useFocused, useWarnings } from './waiting-tables.ts';

/** Cards shown at once, where they fit; the others are folded. */
const cardsMax = 3;

/**
 * What happened to the user, in every room, until it is acted on, closed, seen in its place, or lapsed: cards where the page has a place
 * for them (MomentsPlace), otherwise one line in the place of the search field, or in the bar under a board in a low window. It moves nothing
 * that the user is about to press. Renders the window's title and badge too.
 */
export function Moments() {
  const { t } = useTranslation('notices');
  const [path] = useLocation();
  const sectionRef = useRef<HTMLElement>(null);
  const cardsRef = useRef<HTMLDivElement>(null);
  const moments = useKeptOrder(sectionRef, useCardMoments());
  const unlisted = useNotices()?.unlisted ?? 0;
  const isNarrow = useMediaQuery('(max-width: 1099px)') ?? false;
  const isLow = useMediaQuery('(max-height: 499px)') ?? false;
  const bar = useMomentsPlace({ isBar: true });
  const column = useMomentsPlace();
  const inColumn = isNarrow ? null : column;
  const isPresent = moments.length > 0;
  const isColumnHeld = useHeldBack(sectionRef, inColumn, {
    isPresent: isPresent && inColumn !== null,
    retries: false,
    around: inColumn?.parentElement ?? null,
    count: moments.length,
  });
  const place = isColumnHeld ? null : inColumn;
  const inBar = place === null && isLow ? bar : null;
  const isCompact = place === null;
  const isLine = isPresent && isCompact && inBar === null;
  const isRowHeld = useHeldLine(sectionRef, { path, isLow, isPresent: isLine });
  useTurnAlerts(path);
  const ids = moments.map(({ id }) => id);
  const fitting = useFittingCards(sectionRef, cardsRef, { ids: isCompact ? [] : ids, max: cardsMax });
  const canUnfold = isCompact ? moments.length > 0 : moments.length > fitting;
  const { isUnfolded, toggle } = useUnfolding(sectionRef, {
    where: `${path} ${place ? 'column' : inBar ? 'bar' : 'row'}`,
    entries: canUnfold ? ids : [],
    isOver: isCompact,
  });
  const cards = isUnfolded ? moments : isCompact ? [] : moments.slice(0, fitting);
  const [first] = moments;
  const section = first && (
    <section
      ref={sectionRef}
      className={styles.place}
      hidden={isRowHeld}
      data-region="moments"
      data-compact={(isCompact && inBar === null) || undefined}
      data-bar={inBar !== null || undefined}
      data-table={tableOnPage(path) === null ? undefined : ''}
      aria-label={t('moments.label')}
    >
      {isCompact && (
        <CompactMoment
          key={first.id}
          moment={first}
          others={moments.length - 1 + unlisted}
          inBar={inBar !== null}
          isUnfolded={isUnfolded}
          onUnfold={toggle}
        />
      )}
      <div ref={cardsRef} className={styles.cards}>
        {cards.map((moment) => (
          <MomentCard key={moment.id} moment={moment} />
        ))}
        {isUnfolded && unlisted > 0 && (
          <p className={`${styles.unlisted} small dim`}>{t('moments.unlisted', { count: unlisted })}</p>
        )}
      </div>
      {!isCompact && canUnfold && (
        <Button size="sm" className={styles.more ?? ''} aria-expanded={isUnfolded} onClick={toggle}>
          {isUnfolded ? t('moments.fewer') : t('moments.more', { count: moments.length - fitting + unlisted })}
          {isUnfolded ? (
            <IconChevronUp size={14} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
          )}
        </Button>
      )}
    </section>
  );
  return (
    <>
      <Announcer moments={moments} path={path} />
      {section && ((place ?? inBar) ? createPortal(section, (place ?? inBar) as HTMLElement) : section)}
    </>
  );
}

interface CompactMomentProps {
  moment: Moment;
  others: number;
  /** In the bar under a board there is room for one button, which unfolds the cards. */
  inBar: boolean;
  isUnfolded: boolean;
  onUnfold(): void;
}

/** The most urgent moment as one line, with the answer to a challenge; the cards unfold below it. */
function CompactMoment({ moment, others, inBar, isUnfolded, onUnfold }: CompactMomentProps) {
  const { t } = useTranslation('notices');
  const [, navigate] = useLocation();
  const { text, busy, doing, problem, run, onClose, onKeyDown } = useMomentCard(moment);
  const acceptance = useAcceptance(moment, run);
  const { title, tag = null, open } = text;
  if (inBar)
    return (
      <button
        type="button"
        className={styles.barline}
        data-moment={isUnfolded ? undefined : moment.kind}
        aria-expanded={isUnfolded}
        onClick={onUnfold}
        onKeyDown={onKeyDown}
      >
        <MomentPicture moment={moment} size={18} />
        <OneLine text={title} />
        {tag !== null && <span className={styles.tag}>{tag}</span>}
        {others > 0 && <span>+{others}</span>}
        <IconChevronUp size={15} stroke={1.75} aria-hidden="true" />
      </button>
    );
  const label = others > 0 ? t('moments.more', { count: others }) : t(isUnfolded ? 'moments.fewer' : 'moments.show');
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Delete is an extra; the button closes it too */}
      <div
        className={`${styles.compact} on-wood`}
        data-moment={isUnfolded ? undefined : moment.kind}
        data-tone={waitsForUser(moment) ? 'waits' : undefined}
        onKeyDown={onKeyDown}
      >
        <MomentPicture moment={moment} size={22} />
        <OneLine text={doing === null ? title : t(`moments.doing.${doing}`)} />
        {tag !== null && doing === null && <span className={styles.tag}>{tag}</span>}
        {open !== null && <span className={styles.open}>{open}</span>}
        {acceptance && !isUnfolded ? (
          <Button size="sm" variant="wood" aria-disabled={busy || undefined} onClick={acceptance.accept}>
            {acceptance.label}
          </Button>
        ) : (
          <Button size="sm" variant="wood" data-action="see-moment" onClick={() => navigate(moment.path)}>
            {t('moments.see')}
          </Button>
        )}
        <Button
          size="sm"
          variant="wood"
          iconOnly={others === 0}
          className={styles.others ?? ''}
          aria-expanded={isUnfolded}
          aria-label={label}
          title={label}
          onClick={onUnfold}
        >
          {others > 0 ? `+${others}` : <IconChevronDown size={15} stroke={1.75} aria-hidden="true" />}
        </Button>
        <Button
          size="sm"
          variant="wood"
          iconOnly
          className={styles.bare ?? ''}
          data-action="close-moment"
          aria-label={t('moments.close')}
          onClick={onClose}
        >
          <IconX size={15} stroke={1.75} aria-hidden="true" />
        </Button>
      </div>
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}

/** Tells each moment once to assistive technology, and the last seconds of a turn. The page of a table tells its own (Narrator). */
function Announcer({ moments, path }: { moments: readonly Moment[]; path: string }) {
  const { t } = useTranslation('notices');
  const { t: tApp } = useTranslation();
  const textOf = useMomentText();
  const [told, setTold] = useState<{ ids: readonly string[]; text: string }>({ ids: [], text: '' });
  const [alert, setAlert] = useState('');
  const tell = ([moment, ...more]: readonly [Moment, ...Moment[]]) => {
    if (more.length > 0) return t('announce.several', { count: more.length + 1 });
    return tApp('sentence', { text: textOf(moment, momentClocks()).title });
  };
  useNovelties(
    moments,
    (group) => setTold({ ids: group.map(({ id }) => id), text: tell(group) }),
    () => true,
    true,
  );
  useWarnings((table, seconds) => {
    if (table.table_id !== tableOnPage(path) && seconds <= 10)
      setAlert(t('announce.left', { count: seconds, ...tableNames(table) }));
  });
  return (
    <>
      <div className="offscreen" role="status" data-testid="moment-announcement">
        {/* Readers that walk the page find what is still so. */}
        {moments.some(({ id }) => told.ids.includes(id)) && told.text}
      </div>
      <div className="offscreen" role="alert" data-testid="turn-warned">
        {alert}
      </div>
    </>
  );
}

/** The window's title and badge for tables that wait for the user and that they aren't looking at. */
function useTurnAlerts(path: string): void {
  const { t } = useTranslation('notices');
  const tables = useTables((known) => known);
  const unseen: readonly Table[] = useFocused()
    ? otherWaitingTables(tables.values(), path)
    : waitingTables(tables.values());
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useWarnings(rerender);
  const parts = turnTitle(unseen, mainClock.now());
  const title = parts && t(parts.key, parts);
  const countPrefix = parts !== null && parts.tables > 1 ? `(${parts.tables}) ` : '';
  useEffect(() => setAlertTitle(title === null ? null : countPrefix + title), [title, countPrefix]);
  useEffect(() => () => setAlertTitle(null), []);
  const { length } = unseen;
  const web = useApp((app) => app.shell === 'web');
  useEffect(() => {
    // Rejects if the page is not installed as an app and so has no icon.
    if (web) navigator.setAppBadge?.(length).catch(() => {});
  }, [web, length]);
}
