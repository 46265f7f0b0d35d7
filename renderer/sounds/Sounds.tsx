import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Inbox } from '../../shared/bridge/contract.ts';
import { inboxNotices } from '../../shared/notices/notices.ts';
import { useLive } from '../core/context.tsx';
import { tableOnPage, useWarnings } from '../notices/turns.ts';
import { type Cue, cueOf, notesOf, soundsHidden } from './cues.ts';
import { play } from './player.ts';

/** Plays the window's sounds. Renders nothing. */
export function Sounds() {
  const { app, tables, inbox } = useLive();
  const [path] = useLocation();
  const page = useRef(path);
  page.current = path;
  const sound = useRef((cue: Cue) => {
    if (!document.hidden || soundsHidden(cue)) play(notesOf(cue, app.getState().settings.sounds));
  });
  useWarnings(() => sound.current('warning'));
  useEffect(() => {
    const offTables = tables.subscribe((now, before) => {
      const cue = cueOf(before, now, document.hasFocus() ? tableOnPage(page.current) : null);
      if (cue) sound.current(cue);
    });
    const offInbox = inbox.subscribe((now: Inbox, before: Inbox) => {
      if (before.status === 'loading') return;
      if (inboxNotices(before.messages, now.messages).length > 0) sound.current('message');
    });
    return () => {
      offTables();
      offInbox();
    };
  }, [tables, inbox]);
  return null;
}
