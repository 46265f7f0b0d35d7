import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { day } from '../ui/format.ts';
import { useNow } from '../ui/use-now.ts';
import { byDay, type Conversation, daysBetween, type Message, messageId } from './conversations.ts';
import { useDeleteMessage } from './delete-with-undo.ts';
import { MessageItem } from './MessageItem.tsx';
import styles from './Thread.module.css';

/** Within this distance from the end, in pixels, new messages are scrolled into view. */
const nearEnd = 40;

/** Messages by day. Up and Down move between them; Delete deletes the focused one. */
export function Thread({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const remove = useDeleteMessage();
  const { messages } = conversation;
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  useScrollToEnd(
    box,
    messages.findLast(({ kind }) => kind === 'sent'),
  );

  const ids = messages.map(messageId);
  const tabStop = focused !== null && ids.includes(focused) ? focused : ids.at(-1);
  const focusOn = (id: string | undefined) =>
    box.current?.querySelector<HTMLElement>(`[data-message="${id}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    const at = ids.indexOf((event.target as HTMLElement).dataset.message ?? '');
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: ids.length - 1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      focusOn(ids[Math.min(ids.length - 1, Math.max(0, target))]);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      const message = messages[at];
      focusOn(ids[at + 1] ?? ids[at - 1]);
      if (message) remove(message);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus between the messages
    <div className={`${styles.thread} col gap3`} ref={box} onKeyDown={onKeyDown}>
      <p className="small faint">{t(conversation.house ? 'thread.note_house' : 'thread.note')}</p>
      {byDay(messages).map(({ from, messages: ofDay }) => (
        <DaySection key={messageId(ofDay[0]!)} at={from}>
          {ofDay.map((message) => (
            <MessageItem
              key={messageId(message)}
              message={message}
              name={conversation.name}
              tabIndex={messageId(message) === tabStop ? 0 : -1}
              onFocus={() => setFocused(messageId(message))}
              onDelete={() => remove(message)}
            />
          ))}
        </DaySection>
      ))}
      <p className="offscreen" aria-live="polite">
        <Newest message={messages.at(-1)} />
      </p>
    </div>
  );
}

/** Opens at the newest message and follows new ones while scrolled to the end; sent messages are always shown. */
function useScrollToEnd(box: RefObject<HTMLElement | null>, lastSent: Message | undefined): void {
  useEffect(() => {
    const content = box.current;
    const scroller = content?.closest('[data-scroller]');
    if (!content || !scroller) return;
    let isAtEnd = true;
    const update = () => {
      isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearEnd;
    };
    // Invitations grow once their table is loaded.
    const observer = new ResizeObserver(() => {
      if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
    });
    scroller.addEventListener('scroll', update, { passive: true });
    observer.observe(content);
    return () => {
      scroller.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [box]);

  const sentId = lastSent && messageId(lastSent);
  const shown = useRef(sentId);
  useEffect(() => {
    if (sentId === shown.current) return;
    shown.current = sentId;
    box.current?.querySelector(`[data-message="${sentId}"]`)?.scrollIntoView({ block: 'end' });
  }, [box, sentId]);
}

function DaySection({ at, children }: { at: number; children: React.ReactNode }) {
  const { t, i18n } = useTranslation('inbox');
  const now = useNow(true, 60_000);
  const ago = daysBetween(at, now);
  const name = ago === 0 ? t('thread.today') : ago === 1 ? t('thread.yesterday') : day(i18n.language, at);
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
function Newest({ message }: { message: Message | undefined }) {
  const { t } = useTranslation('inbox');
  const first = useRef(message && messageId(message));
  if (!message || messageId(message) === first.current) return null;
  return t(message.kind === 'sent' ? 'thread.sent' : 'thread.arrived');
}
