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
  const needsPassphrase = useApp(({ shell, identity }) => shell === 'web' && identity?.protection === 'passphrase');
  const [busy, setBusy] = useState(false);
  const [pendingInstall, setPendingInstall] = useState<{ action: Install; problem: Problem | null } | null>(null);
  const run = (action: Install, passphrase: string | null) => {
    setBusy(true);
    return action(passphrase)
      .finally(() => setBusy(false))
      .then(
        () => setPendingInstall(null),
        (error) => {
          const problem = asProblem(error);
          // Any other problem is shown where the action was started.
          setPendingInstall(problem.code === 'wrong_passphrase' ? { action, problem } : null);
        },
      );
  };
  return {
    install: (action) => (needsPassphrase ? setPendingInstall({ action, problem: null }) : void run(action, null)),
    dialog: pendingInstall && (
      <ProtectedDialog title={t('install.title')} onClose={() => setPendingInstall(null)}>
        <PassphraseForm
          lead={t('install.lead')}
          confirmLabel={t('install.do')}
          busy={busy}
          problem={pendingInstall.problem}
          onPassphrase={(passphrase) => void run(pendingInstall.action, passphrase)}
          onClose={() => setPendingInstall(null)}
        />
      </ProtectedDialog>
    ),
  };
}
