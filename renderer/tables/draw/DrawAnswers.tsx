import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeldBack } from '../../notices/use-entry.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './DrawAnswers.module.css';
import type { Drawing } from './use-draw.ts';

interface DrawAnswersProps {
  drawing: Drawing;
  isAsked: boolean;
  /** The other side can't be told now. */
  isOutOfReach: boolean;
}

/**
 * The answers to the other side's offer of a draw. Enter presses neither: it plays the move. They have a place of their own at the start of the
 * bar, away from the buttons for the move, and enter it once they move nothing that the user is about to press.
 */
export function DrawAnswers({ drawing, isAsked, isOutOfReach }: DrawAnswersProps) {
  const { t } = useTranslation('tables');
  const ref = useRef<HTMLDivElement>(null);
  const isHeldBack = useHeldBack(ref, 'bar', { isPresent: isAsked, retries: true });
  const isBlocked = drawing.guarded || drawing.busy || isOutOfReach;
  if (!isAsked) return null;
  return (
    <div ref={ref} className={styles.answers} hidden={isHeldBack}>
      {(['decline', 'accept'] as const).map((action) => (
        <Button
          key={action}
          variant="wood"
          size="lg"
          data-action={`${action}-draw`}
          aria-disabled={isBlocked}
          onClick={() => isOutOfReach || drawing.act(action)}
        >
          {t(`draw.${action}`)}
        </Button>
      ))}
    </div>
  );
}
