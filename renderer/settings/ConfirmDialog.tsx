import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { ProtectedDialog } from '../ui/ProtectedDialog.tsx';
import type { useFormCheck } from '../ui/use-form-check.ts';

interface ConfirmDialogProps {
  title: string;
  lead?: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  busy: boolean;
  problem: Problem | null;
  /** Whether all required input is given. */
  ready: boolean;
  /** With fields: the check that shows what is wrong with them. */
  formCheck?: ReturnType<typeof useFormCheck>;
  /** Between the two buttons. */
  extraAction?: ReactNode;
  onConfirm(): void;
  onClose(): void;
  children?: ReactNode;
}

/** A protected dialog with a form; the initial focus is on Cancel. */
export function ConfirmDialog({
  title,
  lead,
  confirmLabel,
  danger = false,
  busy,
  problem,
  ready,
  formCheck,
  extraAction,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation('settings');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    formCheck?.check(event.currentTarget, ready);
    if (ready && !busy) onConfirm();
  };
  return (
    <ProtectedDialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate className="col gap4">
        {lead && <div className="dim measure">{lead}</div>}
        {children}
        {problem && <ProblemLine problem={problem} />}
        <DialogActions>
          <Button variant="quiet" data-autofocus={true} onClick={onClose}>
            {t('cancel')}
          </Button>
          {extraAction}
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            className="end"
            aria-disabled={(!ready && !formCheck) || busy || undefined}
          >
            {busy ? t('working') : confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </ProtectedDialog>
  );
}
