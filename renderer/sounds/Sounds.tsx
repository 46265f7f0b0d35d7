import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Inbox } from '../../shared/bridge/contract.ts';
import { inboxNotices } from '../../shared/notices/notices.ts';
import { useLive } from '../core/context.tsx';
import { tableOnPage, useWarnings } from '../notices/waiting-tables.ts';
import { type Cue, cueOf, notesOf, playsWhenHidden } from './cues.ts';
import { play } from './player.ts';

/** Plays the window's sounds. Renders nothing. */
export function Sounds() {
  const { app, tables, inbox } = useLive();
  const [path] = useLocation();
  const page = useRef(path);
  page.current = path;
  const playCue = useRef((cue: Cue) => {
    if (!document.hidden || playsWhenHidden(cue)) play(notesOf(cue, app.getState().settings.sounds));
  });
  useWarnings(() => playCue.current('warning'));
  useEffect(() => {
    const unsubscribeTables = tables.subscribe((now, before) => {
      const cue = cueOf(before, now, document.hasFocus() ? tableOnPage(page.current) : null);
      if (cue) playCue.current(cue);
    });
    const unsubscribeInbox = inbox.subscribe((now: Inbox, before: Inbox) => {
      if (before.status === 'loading') return;
      if (inboxNotices(before.messages, now.messages).length > 0) playCue.current('message');
    });
    return () => {
      unsubscribeTables();
      unsubscribeInbox();
    };
  }, [tables, inbox]);
  return null;
}
