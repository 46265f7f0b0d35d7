import { type KeyboardEvent, useState } from 'react';
import type { Moment } from '../../shared/notices/moments.ts';
import { useAction } from '../core/use-action.ts';
import { useMomentClocks } from './moment-clocks.ts';
import { useMomentText } from './moment-text.ts';
import { useCloseMoment } from './use-moments.ts';

/** What takes a while, and is said in the card meanwhile: `moments.doing.<doing>` in the texts. */
export type Doing = 'joining' | 'opening';

const hasClock = ({ kind }: Moment) => ['challenge', 'rematch', 'turn', 'quiet'].includes(kind);

/** What a card and the compact line of a moment share: its words as time passes, and closing it by button or Delete. */
export function useMomentCard(moment: Moment) {
  const now = useMomentClocks(hasClock(moment), 500);
  const text = useMomentText()(moment, now);
  const close = useCloseMoment();
  const { busy, problem, run: runAction } = useAction();
  const [named, setNamed] = useState<Doing | null>(null);
  const run = (action: () => Promise<unknown>, doing: Doing | null = null) => {
    if (!busy) setNamed(doing);
    return runAction(action);
  };
  const onClose = () => void run(() => close(moment));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return;
    event.preventDefault();
    onClose();
  };
  return { text, busy, doing: busy ? named : null, problem, run, onClose, onKeyDown };
}
