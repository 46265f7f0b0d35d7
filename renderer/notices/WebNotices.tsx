import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Inbox } from '../../shared/bridge/contract.ts';
import { useApp, useLive } from '../app/context.tsx';
import { isolated, visible } from '../look/peer-text.ts';
import { mayNotify } from './leave.ts';
import { type News, newsOfLetters, newsOfTables } from './news.ts';

/** In a browser the page itself gives notice, where a click allowed it; the desktop's shell does so in its own way. */
export function WebNotices() {
  const web = useApp((app) => app.shell === 'web');
  const seat = useApp((app) => `${app.identity?.public_key} ${app.community.embedded ? '' : app.community.url}`);
  return web ? <Watching key={seat} /> : null;
}

function Watching() {
  const { t } = useTranslation('settings');
  const [, go] = useLocation();
  const { bridge, app, tables } = useLive();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words and the way do not change with the language alone
  useEffect(() => {
    const since = Date.now();
    const tell = ({ kind, tag, path, who, game }: News) => {
      if (!mayNotify() || document.hasFocus()) return;
      const names = { name: who === null ? '' : isolated(who), game: visible(game) };
      const body = t(kind === 'letter' && who === null ? 'told.letter_unsigned' : `told.${kind}_body`, names);
      const notice = new Notification(t(`told.${kind}`), { body, tag });
      notice.onclick = () => {
        window.focus();
        go(path);
        notice.close();
      };
    };
    let letters: Inbox['letters'] | null = null;
    const hear = (inbox: Inbox) => {
      if (inbox.status === 'loading') return;
      if (letters !== null)
        for (const news of newsOfLetters(letters, inbox.letters, app.getState().settings)) tell(news);
      ({ letters } = inbox);
    };
    const offInbox = bridge.inbox.on('changed', hear);
    bridge.inbox.list({}).then(
      (inbox) => void (letters === null && hear(inbox)),
      () => {},
    );
    const offTables = tables.subscribe((now, before) => {
      for (const news of newsOfTables(before, now, since, app.getState().settings)) tell(news);
    });
    return () => {
      offInbox();
      offTables();
    };
  }, []);
  return null;
}
