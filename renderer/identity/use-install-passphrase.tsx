import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { asProblem, type Problem } from '../core/problem.ts';
import { ProtectedDialog } from '../ui/ProtectedDialog.tsx';
import { PassphraseForm } from './PassphraseForm.tsx';

/** Gets the passphrase, or null where none is required; rejects with `wrong_passphrase`. */
type Install = (passphrase: string | null) => Promise<unknown>;

/** Installs player code. In a browser, first asks again for the passphrase of the key, if it has one. */
export function useInstallPassphrase(): { dialog: ReactNode; install(action: Install): void } {
  const { t } = useTranslation('identity');
  const guarded = useApp(({ shell, identity }) => shell === 'web' && identity?.protection === 'passphrase');
  const [waiting, setWaiting] = useState<{ action: Install; problem: Problem | null } | null>(null);
  const run = (action: Install, passphrase: string | null) =>
    action(passphrase).then(
      () => setWaiting(null),
      (error) => {
        const problem = asProblem(error);
        // Any other problem is shown where the action was started.
        setWaiting(problem.code === 'wrong_passphrase' ? { action, problem } : null);
      },
    );
  return {
    install: (action) => (guarded ? setWaiting({ action, problem: null }) : void run(action, null)),
    dialog: waiting && (
      <ProtectedDialog title={t('install.title')} onClose={() => setWaiting(null)}>
        <PassphraseForm
          lead={t('install.lead')}
          confirmLabel={t('install.do')}
          problem={waiting.problem}
          onPassphrase={(passphrase) => void run(waiting.action, passphrase)}
          onClose={() => setWaiting(null)}
        />
      </ProtectedDialog>
    ),
  };
}
