import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { communityClock, useClock } from '../core/clock.ts';
import { Button } from '../ui/Button.tsx';
import { formatDay } from '../ui/format.ts';
import { daysBetween, groupByDay, type Message, messageId } from './conversations.ts';
import { useDeleteMessage } from './delete-with-undo.ts';
import { MessageItem } from './MessageItem.tsx';
import { scrollerAround } from './scroller.ts';
import styles from './Thread.module.css';

/** Within this distance from the end, in pixels, new messages are scrolled into view. */
const followDistance = 40;

interface ThreadProps {
  person: { name: string; house: boolean };
  /** Oldest first. */
  messages: readonly Message[];
  /** Loads messages before these; null if there are none. */
  onEarlier: (() => void) | null;
}

/** Messages by day. Up and Down move between them; Delete deletes the focused one. */
export function Thread({ person, messages, onEarlier }: ThreadProps) {
  const { t } = useTranslation('inbox');
  const remove = useDeleteMessage();
  const container = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  useScrollToEnd(
    container,
    messages.findLast(({ kind }) => kind === 'sent'),
  );
  useSteadyScroll(container, messages[0]);

  const ids = messages.map(messageId);
  const tabStop = focusedId !== null && ids.includes(focusedId) ? focusedId : ids.at(-1);
  const focusOn = (id: string | undefined) =>
    container.current?.querySelector<HTMLElement>(`[data-message="${id}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    const index = ids.indexOf((event.target as HTMLElement).dataset.message ?? '');
    if (index < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: ids.length - 1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      focusOn(ids[Math.min(ids.length - 1, Math.max(0, target))]);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      const message = messages[index];
      focusOn(ids[index + 1] ?? ids[index - 1]);
      if (message) remove(message);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus between the messages
    <div className={`${styles.thread} col gap3`} ref={container} onKeyDown={onKeyDown}>
      <p className="small faint">{t(person.house ? 'thread.note_house' : 'thread.note')}</p>
      {onEarlier && <EarlierButton onEarlier={onEarlier} />}
      {groupByDay(messages).map(({ day, messages: dayMessages }) => (
        <DaySection key={new Date(day).setHours(0, 0, 0, 0)} day={day}>
          {dayMessages.map((message) => (
            <MessageItem
              key={messageId(message)}
              message={message}
              name={person.name}
              tabIndex={messageId(message) === tabStop ? 0 : -1}
              onFocus={() => setFocusedId(messageId(message))}
              onDelete={() => remove(message)}
            />
          ))}
        </DaySection>
      ))}
      <p className="offscreen" aria-live="polite">
        <ArrivalAnnouncement message={messages.at(-1)} />
      </p>
    </div>
  );
}

function scrollToEnd(content: Element | null): void {
  const scroller = scrollerAround(content);
  if (scroller) scroller.scrollTop = scroller.scrollHeight;
}

/** Opens at the newest message and follows new ones while scrolled to the end; sent messages are always shown. */
function useScrollToEnd(container: RefObject<HTMLElement | null>, lastSent: Message | undefined): void {
  useEffect(() => {
    const content = container.current;
    const pane = content?.closest('[data-scroller]')?.parentElement;
    if (!content || !pane) return;
    let isAtEnd = true;
    const update = () => {
      const scroller = scrollerAround(content);
      if (scroller) isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < followDistance;
    };
    // Invitations grow once their table is loaded, and the composer while something is typed.
    const observer = new ResizeObserver(() => {
      if (isAtEnd) scrollToEnd(content);
    });
    pane.addEventListener('scroll', update, { passive: true, capture: true });
    for (const part of [content, pane, ...pane.children]) observer.observe(part);
    return () => {
      pane.removeEventListener('scroll', update, { capture: true });
      observer.disconnect();
    };
  }, [container]);

  const sentId = lastSent && messageId(lastSent);
  const scrolledToId = useRef(sentId);
  useEffect(() => {
    if (sentId === scrolledToId.current) return;
    scrolledToId.current = sentId;
    scrollToEnd(container.current);
  }, [container, sentId]);
}

/** Keeps what is on screen in its place when earlier messages are added above it; the browser's own way fails at the very top. */
function useSteadyScroll(container: RefObject<HTMLElement | null>, first: Message | undefined): void {
  const firstId = first && messageId(first);
  const before = useRef<{ id: string | undefined; top: number }>({ id: firstId, top: 0 });
  useLayoutEffect(() => {
    const scroller = scrollerAround(container.current);
    if (!scroller) return;
    const topOf = (id: string | undefined) =>
      container.current?.querySelector<HTMLElement>(`[data-message="${id}"]`)?.offsetTop;
    const { id, top } = before.current;
    const newTop = id === firstId ? undefined : topOf(id);
    if (newTop !== undefined) scroller.scrollTop += newTop - top;
    before.current = { id: firstId, top: topOf(firstId) ?? 0 };
  });
}

/** Loads earlier messages when it is pressed, or scrolled into view. */
function EarlierButton({ onEarlier }: { onEarlier(): void }) {
  const { t } = useTranslation('inbox');
  const button = useRef<HTMLDivElement>(null);
  const latest = useRef(onEarlier);
  latest.current = onEarlier;
  useEffect(() => {
    const scroller = scrollerAround(button.current);
    if (!scroller || !button.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // Not before the thread has been scrolled to its end.
        if (entry?.isIntersecting && scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop > 0)
          latest.current();
      },
      { root: scroller },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={button} className="row">
      <Button size="sm" onClick={onEarlier}>
        {t('thread.earlier')}
      </Button>
    </div>
  );
}

function DaySection({ day, children }: { day: number; children: React.ReactNode }) {
  const { t, i18n } = useTranslation('inbox');
  const now = useClock(true, 60_000, communityClock);
  const daysAgo = daysBetween(day, now);
  const name =
    daysAgo === 0 ? t('thread.today') : daysAgo === 1 ? t('thread.yesterday') : formatDay(i18n.language, day);
  return (
    <section aria-label={name}>
      <h3 className={`${styles.day} row gap3`}>
        <span>{name}</span>
      </h3>
      <ol className="col gap3">{children}</ol>
    </section>
  );
}

/** Announces messages that arrive while the conversation is open. */
function ArrivalAnnouncement({ message }: { message: Message | undefined }) {
  const { t } = useTranslation('inbox');
  const initialId = useRef(message && messageId(message));
  if (!message || messageId(message) === initialId.current) return null;
  return t(message.kind === 'sent' ? 'thread.sent' : 'thread.arrived');
}
