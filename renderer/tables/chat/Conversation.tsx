import { IconArrowDown } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { ChatMessage } from '../../../shared/tables/moves.ts';
import { useClock, wallTimeOf } from '../../core/clock.ts';
import { daysBetween } from '../../inbox/conversations.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDate } from '../../ui/format.ts';
import { useSeats } from '../seats.ts';
import styles from './Conversation.module.css';
import { MessageRow } from './MessageRow.tsx';
import { blocksOf, type Row, rowsOf } from './rows.ts';
import type { Unread } from './use-unread.ts';
import { useVisibleBlocks } from './use-visible-blocks.ts';

/** Within this distance from the end, in pixels, new messages are scrolled into view. */
const followDistance = 40;
/** How long the line where reading stopped stays in view. */
const newShownMs = 3000;

interface ConversationProps {
  table: Table;
  messages: readonly ChatMessage[];
  unread: Unread;
  /** Before the first message. */
  head?: ReactNode;
  /** Messages that are on their way, as items of a list. */
  foot?: ReactNode;
}

/** The messages of a table, the newest at the foot; only those near the view are rendered. */
export function Conversation({ table, messages, unread, head, foot }: ConversationProps) {
  const { t } = useTranslation('chat');
  const { isOwn, personAt } = useSeats(table);
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const blocks = useMemo(
    () => blocksOf(rowsOf(messages, unread.first, unread.count)),
    [messages, unread.first, unread.count],
  );
  const newBlock = blocks.find(({ rows }) => rows.some(({ kind }) => kind === 'new'))?.id ?? null;
  const { visible, above, below } = useVisibleBlocks(scroller, list, blocks, newBlock);
  const { isAtEnd, toEnd } = useEnd(scroller, messages, isOwn);
  const arrived = useArrivedBelow(messages, isAtEnd, isOwn);

  const rowElement = (row: Row) => {
    if (row.kind === 'day') return <DayLine key={row.key} at={row.at} />;
    if (row.kind === 'new') return <NewLine key={row.key} count={row.count} onSeen={unread.clear} />;
    const { message, starts, timed } = row;
    const writer = isOwn(message.by) ? null : personAt(message.by);
    return <MessageRow key={row.key} message={message} writer={writer} starts={starts} timed={timed} />;
  };
  return (
    <div className={styles.frame}>
      <section
        ref={scroller}
        className={styles.scroller}
        data-region="board"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
        aria-label={t('log', { peer: isolatedName(table.peer.nickname) })}
      >
        <div className={styles.column}>
          {head}
          <div ref={list} data-testid="talk">
            <div style={{ height: above }} />
            {visible.map(({ id, rows }) => (
              <ol key={id} data-block={id} className={styles.block}>
                {rows.map(rowElement)}
              </ol>
            ))}
            <div style={{ height: below }} />
          </div>
          {foot}
        </div>
      </section>
      {!isAtEnd && (
        <Button size="sm" className={styles.newest ?? ''} data-action="to-newest" onClick={toEnd}>
          <IconArrowDown size={15} stroke={1.75} aria-hidden="true" />
          {arrived === 0 ? t('to_newest') : t('to_new', { count: arrived })}
        </Button>
      )}
    </div>
  );
}

/**
 * Opens at the newest message, or where reading stopped if that is above, and follows new ones while scrolled to the end. Own messages
 * are always shown.
 */
function useEnd(
  scroller: RefObject<HTMLElement | null>,
  messages: readonly ChatMessage[],
  isOwn: (role: Role) => boolean,
): { isAtEnd: boolean; toEnd(): void } {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const follows = useRef(true);
  const isOpened = useRef(false);
  const toEnd = () => {
    const view = scroller.current;
    if (!view) return;
    follows.current = true;
    view.scrollTop = view.scrollHeight;
    setIsAtEnd(true);
  };
  const last = messages.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new message
  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view || !last) return;
    if (follows.current || isOwn(last.by)) toEnd();
    if (isOpened.current) return;
    isOpened.current = true;
    const line = view.querySelector('[data-new]')?.getBoundingClientRect();
    const { top } = view.getBoundingClientRect();
    if (line === undefined || line.top >= top) return;
    follows.current = false;
    view.scrollTop += line.top - top;
  }, [last?.number]);
  useEffect(() => {
    const view = scroller.current;
    const column = view?.firstElementChild;
    if (!view || !column) return;
    const sizes = () => [view.clientWidth, view.clientHeight, view.scrollHeight].join(' ');
    let known = sizes();
    // The composer below grows, rows get their real heights, and the window its size.
    const settle = () => {
      known = sizes();
      if (follows.current) view.scrollTop = view.scrollHeight;
    };
    const update = () => {
      // A change of the sizes moves what is in view too, and is nobody's wish to leave the end.
      if (sizes() !== known) return settle();
      follows.current = view.scrollHeight - view.scrollTop - view.clientHeight < followDistance;
      setIsAtEnd(follows.current);
    };
    const observer = new ResizeObserver(settle);
    view.addEventListener('scroll', update, { passive: true });
    observer.observe(view);
    observer.observe(column);
    return () => {
      view.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [scroller]);
  return { isAtEnd, toEnd };
}

/** The number of messages of the other side that came since the end was last in view. */
function useArrivedBelow(messages: readonly ChatMessage[], isAtEnd: boolean, isOwn: (role: Role) => boolean): number {
  const newest = messages.at(-1)?.number ?? 0;
  const [seen, setSeen] = useState(newest);
  if (isAtEnd && seen !== newest) setSeen(newest);
  if (isAtEnd) return 0;
  let count = 0;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (!message || message.number <= seen) break;
    if (!isOwn(message.by)) count += 1;
  }
  return count;
}

function DayLine({ at }: { at: number }) {
  const { t, i18n } = useTranslation('chat');
  const days = daysBetween(at, wallTimeOf(useClock(true, 60_000)));
  return (
    <li className={styles.day}>
      <span>{days === 0 ? t('today') : days === 1 ? t('yesterday') : formatDate(i18n.language, at)}</span>
    </li>
  );
}

/** Goes away once it was in view for a while. */
function NewLine({ count, onSeen }: { count: number; onSeen(): void }) {
  const { t } = useTranslation('chat');
  const line = useRef<HTMLLIElement>(null);
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    if (!line.current) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
    let isInView = false;
    const update = () => {
      stop();
      if (isInView && document.hasFocus()) timer = setTimeout(() => latest.current(), newShownMs);
    };
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false;
      update();
    });
    observer.observe(line.current);
    window.addEventListener('focus', update);
    window.addEventListener('blur', stop);
    return () => {
      stop();
      observer.disconnect();
      window.removeEventListener('focus', update);
      window.removeEventListener('blur', stop);
    };
  }, []);
  return (
    <li ref={line} className={`${styles.day} ${styles.new}`} data-new>
      <span>{t('new', { count })}</span>
    </li>
  );
}
