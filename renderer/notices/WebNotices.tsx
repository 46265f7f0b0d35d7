import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { inboxNotices, type Notice, tableNotices, warningNotice } from '../../shared/notices/notices.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { useApp, useLive } from '../core/context.tsx';
import { mayNotify } from './permission.ts';
import { useWarnings } from './waiting-tables.ts';

/** Browser notifications; the desktop shell shows its own. */
export function WebNotices() {
  const web = useApp((app) => app.shell === 'web');
  const account = useApp((app) => `${app.identity?.public_key} ${app.community.embedded ? '' : app.community.url}`);
  return web ? <Notifier key={account} /> : null;
}

function Notifier() {
  const { t } = useTranslation('notices');
  const [, navigate] = useLocation();
  const { bridge, app, tables } = useLive();
  const notify = ({ text, name, game, path, setting }: Notice) => {
    if (!app.getState().settings[setting] || !mayNotify() || document.hasFocus()) return;
    const values = { name: isolatedName(name), game: escapeInvisible(game) };
    const body = t(`notification.${text}.body`, values);
    // Silent because the window plays its own sounds. A newer notification about the same table, or inbox, replaces the older one.
    const notification = new Notification(t(`notification.${text}.title`, values), { body, tag: path, silent: true });
    notification.onclick = () => {
      window.focus();
      navigate(path);
      notification.close();
    };
  };
  useWarnings((table, seconds) => {
    // One notification per deadline; sound and title cover the last seconds.
    if (seconds === 30) notify(warningNotice(table));
  });
  const latestNotify = useRef(notify);
  latestNotify.current = notify;
  useEffect(() => {
    const mountedAt = Date.now();
    const unsubscribeInbox = bridge.inbox.on('changed', ({ arrived }) => {
      const [newest] = inboxNotices(arrived);
      if (newest) latestNotify.current(newest);
    });
    const unsubscribeTables = tables.subscribe((now, before) => {
      for (const table of now.values()) {
        const previousTable = before.get(table.table_id) ?? null;
        // Older tables are new to the window only because they have just been loaded.
        if (previousTable === null && table.started_at < mountedAt) continue;
        for (const notice of tableNotices(previousTable, table)) latestNotify.current(notice);
      }
    });
    return () => {
      unsubscribeInbox();
      unsubscribeTables();
    };
  }, [bridge, tables]);
  return null;
}
