import type { KeyboardEvent } from 'react';
import type { Moment } from '../../shared/notices/moments.ts';
import { useAction } from '../core/use-action.ts';
import { useMomentClocks } from './moment-clocks.ts';
import { useMomentText } from './moment-text.ts';
import { useCloseMoment } from './use-moments.ts';

const hasClock = ({ kind }: Moment) => ['challenge', 'rematch', 'turn', 'quiet'].includes(kind);

/** What a card and the compact line of a moment share: its words as time passes, and closing it by button or Delete. */
export function useMomentCard(moment: Moment) {
  const now = useMomentClocks(hasClock(moment), 500);
  const text = useMomentText()(moment, now);
  const close = useCloseMoment();
  const { busy, problem, run } = useAction();
  const onClose = () => void run(() => close(moment));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return;
    event.preventDefault();
    onClose();
  };
  return { text, busy, problem, run, onClose, onKeyDown };
}
