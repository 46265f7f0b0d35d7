import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Moment } from '../../shared/notices/moments.ts';
import { useLive } from '../core/context.tsx';
import { useNewMoments } from '../notices/use-moments.ts';
import { tableOnPage, useWarnings } from '../notices/waiting-tables.ts';
import { type Cue, cueOf, notesOf, playsWhenHidden } from './cues.ts';
import { playNotes } from './player.ts';

/** What others send; the sounds of tables follow their changes. */
const sentKinds: readonly Moment['kind'][] = ['messages', 'challenge', 'rematch'];

/** Plays the window's sounds. Renders nothing. */
export function Sounds() {
  const { app, tables } = useLive();
  const [path] = useLocation();
  const latestPath = useRef(path);
  latestPath.current = path;
  const playCue = useRef((cue: Cue) => {
    if (!document.hidden || playsWhenHidden(cue)) playNotes(notesOf(cue, app.getState().settings.sounds));
  });
  useWarnings(() => playCue.current('warning'));
  useNewMoments(
    () => playCue.current('message'),
    ({ kind }) => sentKinds.includes(kind),
  );
  useEffect(
    () =>
      tables.subscribe((current, previous) => {
        const cue = cueOf(previous, current, document.hasFocus() ? tableOnPage(latestPath.current) : null);
        if (cue) playCue.current(cue);
      }),
    [tables],
  );
  return null;
}
