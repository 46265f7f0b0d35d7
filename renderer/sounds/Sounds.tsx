import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useLive } from '../core/context.tsx';
import { tableOnPage, useWarnings } from '../notices/waiting-tables.ts';
import { type Cue, cueOf, notesOf, playsWhenHidden } from './cues.ts';
import { playNotes } from './player.ts';

/** Plays the window's sounds. Renders nothing. */
export function Sounds() {
  const { app, tables, bridge } = useLive();
  const [path] = useLocation();
  const latestPath = useRef(path);
  latestPath.current = path;
  const playCue = useRef((cue: Cue) => {
    if (!document.hidden || playsWhenHidden(cue)) playNotes(notesOf(cue, app.getState().settings.sounds));
  });
  useWarnings(() => playCue.current('warning'));
  useEffect(() => {
    const unsubscribeTables = tables.subscribe((current, previous) => {
      const cue = cueOf(previous, current, document.hasFocus() ? tableOnPage(latestPath.current) : null);
      if (cue) playCue.current(cue);
    });
    const unsubscribeInbox = bridge.inbox.on('changed', ({ arrived_count }) => {
      if (arrived_count > 0) playCue.current('message');
    });
    return () => {
      unsubscribeTables();
      unsubscribeInbox();
    };
  }, [tables, bridge]);
  return null;
}
