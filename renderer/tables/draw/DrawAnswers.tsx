import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import type { Drawing } from './use-draw.ts';

/** The answers to the other side's offer of a draw. Enter presses neither: it plays the move. */
export function DrawAnswers({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation('tables');
  const isBlocked = drawing.guarded || drawing.busy;
  return (['decline', 'accept'] as const).map((action) => (
    <Button
      key={action}
      variant="wood"
      size="lg"
      data-action={`${action}-draw`}
      aria-disabled={isBlocked}
      onClick={() => drawing.act(action)}
    >
      {t(`draw.${action}`)}
    </Button>
  ));
}
