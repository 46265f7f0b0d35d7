import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { isDialogOpen, isTyping, useWindowKeys } from '../../core/keys.ts';
import { shortcuts, useShortcuts } from '../../core/shortcuts.ts';
import { Button } from '../../ui/Button.tsx';
import { useCopy } from '../../ui/clipboard.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useDraft } from '../drafts.ts';
import { useTablePanel } from '../panel/use-table-panel.ts';
import { askToLeave } from '../play/table-keys.ts';
import { fileNameOf } from '../record.ts';
import { useSeats } from '../seats.ts';
import { AgentStrip } from './AgentStrip.tsx';
import { ChatBand } from './ChatBand.tsx';
import { ChatEnd } from './ChatEnd.tsx';
import { ChatNarrator } from './ChatNarrator.tsx';
import { ChatPanel } from './ChatPanel.tsx';
import styles from './ChatTable.module.css';
import { Composer } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { OutgoingRow } from './OutgoingRow.tsx';
import { useOutbox } from './outbox.ts';
import { conversationText } from './text-export.ts';
import { type Messages, useMessages } from './use-messages.ts';
import { useUnread } from './use-unread.ts';

/** A chat, from its first message to long after its end: the conversation, the field, and the person beside it. */
export function ChatTable({ table }: { table: Table }) {
  const { t } = useTranslation('chat');
  const panel = useTablePanel(['moves', 'rules', 'checks']);
  const conversation = useMessages(table);
  const { messages, leftBy } = conversation;
  const unread = useUnread(table, messages);
  const draft = useDraft(table.table_id);
  const outbox = useOutbox(table);
  const field = useRef<HTMLTextAreaElement>(null);
  const opened = useRef(false);
  const { nameOf } = useSeats(table);
  const copy = useCopy();
  const hasEnded = isOver(table);
  useFieldKeys(field);
  // Whoever opens a conversation writes. Without a field, reading starts at the heading, also for those who were typing at the end.
  useEffect(() => {
    const { activeElement } = document;
    if (hasEnded && activeElement !== document.body && activeElement?.checkVisibility() && opened.current) return;
    opened.current = true;
    (field.current ?? document.getElementById('table-title'))?.focus({ preventScroll: true });
  }, [hasEnded]);

  const textOfAll = () => conversationText(messages, (by) => nameOf(by));
  const canExport = messages.length > 0 && !conversation.isReading;
  const obstacle = table.control_mode === 'autonomous' ? t('agent.takes_over') : null;
  return (
    <div className={styles.table}>
      <ChatBand
        table={table}
        panel={panel}
        onCopy={canExport ? () => copy(textOfAll()) : null}
        onSave={canExport ? () => saveFile(fileNameOf(table, 'txt'), textOfAll()) : null}
      />
      <div className={styles.talk}>
        <Conversation
          table={table}
          messages={messages}
          unread={unread}
          head={<Head conversation={conversation} />}
          foot={
            outbox.outgoing.length > 0 && (
              <ol>
                {outbox.outgoing.map((message) => (
                  <OutgoingRow key={message.id} message={message} isOver={hasEnded} onRetry={outbox.retry} />
                ))}
              </ol>
            )
          }
        />
        <div className={styles.foot}>
          {table.connection.quiet_since !== null && !hasEnded && (
            <p className={`${styles.quiet} small`} role="status">
              {t(table.connection.returning ? 'returning' : 'quiet', { peer: isolatedName(table.peer.nickname) })}
            </p>
          )}
          {hasEnded ? (
            <ChatEnd table={table} leftBy={leftBy} draft={escapeInvisible(draft.text)} />
          ) : (
            <>
              <AgentStrip
                table={table}
                onEdit={(text) => {
                  draft.set(text);
                  field.current?.focus();
                }}
              />
              <Composer
                table={table}
                text={draft.text}
                field={field}
                obstacle={obstacle}
                onChange={draft.set}
                onSend={(text) => {
                  outbox.send(text);
                  draft.set('');
                }}
              />
            </>
          )}
          {draft.problem && <ProblemLine problem={draft.problem} />}
        </div>
      </div>
      <ChatPanel table={table} panel={panel} />
      <ChatNarrator table={table} messages={messages} />
    </div>
  );
}

/** Before the first message: that there is none, or what became of the earlier ones. */
function Head({ conversation: { messages, isReading, problem, retry } }: { conversation: Messages }) {
  const { t } = useTranslation('chat');
  const { t: tApp } = useTranslation();
  if (problem)
    return (
      <div className="row wrap">
        <ProblemLine problem={problem} />
        <Button size="sm" onClick={retry}>
          {tApp('try_now')}
        </Button>
      </div>
    );
  if (isReading) return <p className={`${styles.note} small faint`}>{t('reading')}</p>;
  return messages.length === 0 ? <p className={`${styles.note} small dim`}>{t('empty')}</p> : null;
}

/** `/` goes to the field; the shortcut to leave asks first, as at any table. */
function useFieldKeys(field: React.RefObject<HTMLTextAreaElement | null>): void {
  const isShortcut = useShortcuts();
  useWindowKeys((event) => {
    if (isDialogOpen() || event.defaultPrevented) return;
    const leaves = isShortcut(event, shortcuts.table.resign);
    const types = event.key === '/' && !event.ctrlKey && !event.altKey && !event.metaKey && !isTyping(event.target);
    if (!leaves && !types) return;
    event.preventDefault();
    if (leaves) askToLeave();
    else field.current?.focus();
  });
}
