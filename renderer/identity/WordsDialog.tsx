import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { HouseDialog } from '../look/HouseDialog.tsx';
import { AskPassphrase } from './AskPassphrase.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import { WordsQuiz } from './WordsQuiz.tsx';
import { WordsShown } from './WordsShown.tsx';

/** The 24 words: the passphrase first where there is one, then the words, then three of them asked back. */
export function WordsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const guarded = useApp((app) => app.identity?.protection === 'passphrase');
  const [words, setWords] = useState<string[] | null>(null);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const show = async (passphrase: string | null) => {
    setProblem(null);
    try {
      setWords((await bridge.identity.words({ passphrase })).words);
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when the dialog opens
  useEffect(() => {
    if (!guarded) void show(null);
  }, []);

  const title = words === null ? t('words.title_guarded') : asking ? t('words.title_quiz') : t('words.title');
  return (
    <HouseDialog title={title} onClose={onClose}>
      {words === null && guarded && <AskPassphrase problem={problem} onPassphrase={show} onClose={onClose} />}
      {words === null && !guarded && problem && <ProblemLine problem={problem} />}
      {words !== null && !asking && <WordsShown words={words} onNext={() => setAsking(true)} onClose={onClose} />}
      {words !== null && asking && <WordsQuiz onBack={() => setAsking(false)} onClose={onClose} />}
    </HouseDialog>
  );
}
