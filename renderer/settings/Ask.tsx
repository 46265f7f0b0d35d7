import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { HouseDialog } from '../look/HouseDialog.tsx';
import styles from './Settings.module.css';

interface AskProps {
  title: string;
  lead?: ReactNode;
  /** On the button that does it. */
  does: string;
  danger?: boolean;
  busy: boolean;
  problem: Problem | null;
  /** What is given is enough. */
  ready: boolean;
  /** Stands between the two buttons. */
  beside?: ReactNode;
  onDo(): void;
  onClose(): void;
  children?: ReactNode;
}

/** Parlor asks for a secret or a consent: with the house sign, the way out first. */
export function Ask({
  title,
  lead,
  does,
  danger = false,
  busy,
  problem,
  ready,
  beside,
  onDo,
  onClose,
  children,
}: AskProps) {
  const { t } = useTranslation('settings');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) onDo();
  };
  return (
    <HouseDialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate className={styles.form}>
        {lead && <div className="dim measure">{lead}</div>}
        {children}
        {problem && <ProblemLine problem={problem} />}
        <div className={styles.foot}>
          <Button look="quiet" data-autofocus={true} onClick={onClose}>
            {t('cancel')}
          </Button>
          {beside}
          <Button
            type="submit"
            look={danger ? 'danger' : 'primary'}
            className="end"
            aria-disabled={!ready || busy || undefined}
          >
            {busy ? t('working') : does}
          </Button>
        </div>
      </form>
    </HouseDialog>
  );
}
