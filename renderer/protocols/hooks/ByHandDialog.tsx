import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { ProtectedDialog } from '../../ui/ProtectedDialog.tsx';

interface ByHandDialogProps {
  /** If it rejects, the dialog shows the error. */
  onPlay(): Promise<void>;
  onClose(): void;
}

/** Warns that this side does not referee a game played by hand. */
export function ByHandDialog({ onPlay, onClose }: ByHandDialogProps) {
  const { t } = useTranslation('tables');
  const installation = useMutation({ mutationFn: onPlay });
  return (
    <ProtectedDialog title={t('by_hand.title')} onClose={onClose}>
      <p className="dim measure" style={{ marginTop: 'var(--s2)' }}>
        {t('by_hand.body')}
      </p>
      <p className="measure" style={{ marginTop: 'var(--s2)' }}>
        <b>{t('by_hand.no_referee')}</b>
      </p>
      {installation.error && <ProblemLine problem={asProblem(installation.error)} />}
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {t('by_hand.not')}
        </Button>
        <Button className="end" variant="primary" onClick={() => installation.mutate()}>
          {t('by_hand.do')}
        </Button>
      </DialogActions>
    </ProtectedDialog>
  );
}
