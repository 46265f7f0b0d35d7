import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { ProtectedDialog } from '../ui/ProtectedDialog.tsx';
import { PassphraseForm } from './PassphraseForm.tsx';
import { RecoveryPhraseQuiz } from './RecoveryPhraseQuiz.tsx';
import { RecoveryPhraseShown } from './RecoveryPhraseShown.tsx';

/** The recovery phrase: asks for the passphrase if there is one, shows the words, then quizzes three of them. */
export function RecoveryPhraseDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const hasPassphrase = useApp((app) => app.identity?.protection === 'passphrase');
  const [words, setWords] = useState<string[] | null>(null);
  const [quizzing, setQuizzing] = useState(false);
  const { busy, problem, run } = useAction();

  const loadWords = (passphrase: string | null) =>
    run(async () => setWords((await bridge.identity.recovery_phrase({ passphrase })).words));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the dialog opens
  useEffect(() => {
    if (!hasPassphrase) void loadWords(null);
  }, []);

  const title = words === null ? t('words.title_guarded') : quizzing ? t('words.title_quiz') : t('words.title');
  return (
    <ProtectedDialog title={title} onClose={onClose}>
      {words === null && hasPassphrase && (
        <PassphraseForm
          lead={t('words.guarded')}
          confirmLabel={t('words.show')}
          busy={busy}
          problem={problem}
          onPassphrase={(passphrase) => void loadWords(passphrase)}
          onClose={onClose}
        />
      )}
      {words === null && !hasPassphrase && problem && <ProblemLine problem={problem} />}
      {words !== null && !quizzing && (
        <RecoveryPhraseShown words={words} onNext={() => setQuizzing(true)} onClose={onClose} />
      )}
      {words !== null && quizzing && <RecoveryPhraseQuiz onBack={() => setQuizzing(false)} onClose={onClose} />}
    </ProtectedDialog>
  );
}
