import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isolatedName } from '../../shared/peer-text.ts';
import { attempt } from '../core/attempt.ts';
import { useTables } from '../core/context.tsx';
import { isDialogOpen, useWindowKeys } from '../core/keys.ts';
import { shortcuts, useShortcuts } from '../core/shortcuts.ts';
import { toast } from '../core/toast.ts';
import { formatList } from '../ui/format.ts';
import { usePlayState, usePlayWish, useStartPlay } from './use-play.ts';

/** Follows a search to its next table, says which seats were gone, and handles the shortcut. Renders nothing. */
export function PlayFollower() {
  const { t, i18n } = useTranslation('play');
  const [path, navigate] = useLocation();
  const play = usePlayState();
  const wish = usePlayWish(null);
  const start = useStartPlay();
  const isInGame = useTables((tables) => tables.get(path.replace('/tables/', ''))?.phase === 'playing');
  const matchesShortcut = useShortcuts();
  /** The table that the search was joining last, and how many missed seats this window has told of. */
  const seen = useRef<{ table_id: string | null; told: number }>({ table_id: null, told: 0 });

  useWindowKeys((event) => {
    if (event.repeat || isInGame || isDialogOpen() || !matchesShortcut(event, shortcuts.everywhere.start_play)) return;
    event.preventDefault();
    attempt(() => start(wish));
  });

  useEffect(() => {
    if (play === null) {
      seen.current = { table_id: null, told: 0 };
      return;
    }
    const { table_id, missed } = play;
    if (table_id === null) return;
    const page = `/tables/${table_id}`;
    if (seen.current.table_id !== null && seen.current.table_id !== table_id)
      if (path === `/tables/${seen.current.table_id}`) navigate(page, { replace: true });
    seen.current.table_id = table_id;
    const newlyMissed = missed.slice(seen.current.told);
    if (path !== page || newlyMissed.length === 0) return;
    seen.current.told = missed.length;
    const names = newlyMissed.map(({ nickname }) => isolatedName(nickname));
    toast(t('missed', { count: names.length, names: formatList(i18n.language, names) }));
  }, [play, path, navigate, t, i18n.language]);
  return null;
}
