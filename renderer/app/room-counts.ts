import { useTranslation } from 'react-i18next';
import { useInbox, useTables } from '../core/context.tsx';
import type { RoomId } from '../core/rooms.ts';
import { usePendingRemovals } from '../core/toast.ts';
import { unreadCount, withoutRemoved } from '../inbox/inbox-filters.ts';

type RoomCounts = { readonly [room in RoomId]?: { count: number; text: string } };

/** What waits in each room: running tables and new messages. */
export function useRoomCounts(): RoomCounts {
  const { t } = useTranslation();
  const runningTables = useTables(
    (tables) => [...tables.values()].filter((table) => table.phase === 'playing' || table.phase === 'joining').length,
  );
  const inbox = useInbox((state) => state);
  const removedKeys = usePendingRemovals();
  const unread = unreadCount(withoutRemoved(inbox, removedKeys).messages);
  return {
    tables: { count: runningTables, text: t('tables_running', { count: runningTables }) },
    inbox: { count: unread, text: t('messages_new', { count: unread }) },
  };
}
