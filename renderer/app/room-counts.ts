import { useTranslation } from 'react-i18next';
import { useTables } from '../core/context.tsx';
import type { RoomId } from '../core/rooms.ts';
import { useInboxStatus } from '../inbox/queries.ts';

type RoomCounts = { readonly [room in RoomId]?: { count: number; text: string } };

/** What waits in each room: running tables and new messages. */
export function useRoomCounts(): RoomCounts {
  const { t } = useTranslation();
  const runningTables = useTables(
    (tables) => [...tables.values()].filter((table) => table.phase === 'playing' || table.phase === 'joining').length,
  );
  const { unread } = useInboxStatus();
  return {
    tables: { count: runningTables, text: t('tables_running', { count: runningTables }) },
    inbox: { count: unread, text: t('messages_new', { count: unread }) },
  };
}
