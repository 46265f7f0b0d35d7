import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Inbox } from '../../shared/bridge/contract.ts';
import { isolated, visible } from '../../shared/peer-text.ts';
import { useApp, useLive } from '../core/context.tsx';
import { aboutTable, messageNews, type News, tableNews } from './news.ts';
import { mayNotify } from './permission.ts';
import { useWarnings } from './turns.ts';

/** Notifications of the browser window; the desktop shell has its own. */
export function WebNotices() {
  const web = useApp((app) => app.shell === 'web');
  const account = useApp((app) => `${app.identity?.public_key} ${app.community.embedded ? '' : app.community.url}`);
  return web ? <Watching key={account} /> : null;
}

function Watching() {
  const { t } = useTranslation('notices');
  const [, go] = useLocation();
  const { bridge, app, tables } = useLive();
  const notify = ({ kind, tag, path, who, game }: News, count = 0) => {
    if (!mayNotify() || document.hasFocus()) return;
    const names = { name: who === null ? '' : isolated(who), game: visible(game), count };
    const body = t(
      kind === 'letter' && who === null ? 'notification.letter_unsigned' : `notification.${kind}_body`,
      names,
    );
    // Silent because the window plays its own sounds. A newer notification about the same table replaces the older one.
    const notice = new Notification(t(`notification.${kind}`, { count }), { body, tag, silent: true });
    notice.onclick = () => {
      window.focus();
      go(path);
      notice.close();
    };
  };
  useWarnings((table, seconds) => {
    // One notification per deadline; sound and title cover the last seconds.
    if (seconds === 30 && app.getState().settings.notify_turn)
      notify({ kind: 'warning', ...aboutTable(table) }, seconds);
  });
  const latest = useRef(notify);
  latest.current = notify;
  useEffect(() => {
    const since = Date.now();
    let messages: Inbox['messages'] | null = null;
    const onInbox = (inbox: Inbox) => {
      if (inbox.status === 'loading') return;
      if (messages !== null)
        for (const news of messageNews(messages, inbox.messages, app.getState().settings)) latest.current(news);
      ({ messages } = inbox);
    };
    const offInbox = bridge.inbox.on('changed', onInbox);
    bridge.inbox.list({}).then(
      (inbox) => void (messages === null && onInbox(inbox)),
      () => {},
    );
    const offTables = tables.subscribe((now, before) => {
      for (const news of tableNews(before, now, since, app.getState().settings)) latest.current(news);
    });
    return () => {
      offInbox();
      offTables();
    };
  }, [bridge, app, tables]);
  return null;
}
