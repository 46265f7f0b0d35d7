import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, type Problem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { HouseDialog } from '../look/HouseDialog.tsx';

interface ByHandDialogProps {
  /** Writes the player, and goes on; what it rejects with is shown here. */
  onPlay(): Promise<void>;
  onClose(): void;
}

/** The sheet before rules that no code here knows are played by hand: there is no referee on this side. */
export function ByHandDialog({ onPlay, onClose }: ByHandDialogProps) {
  const { t } = useTranslation('tables');
  const [problem, setProblem] = useState<Problem | null>(null);
  const play = async () => {
    setProblem(null);
    try {
      await onPlay();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <HouseDialog title={t('by_hand.title')} onClose={onClose}>
      <p className="dim measure" style={{ marginTop: 6 }}>
        {t('by_hand.body')}
      </p>
      <p className="measure" style={{ marginTop: 10 }}>
        <b>{t('by_hand.no_referee')}</b>
      </p>
      {problem && <ProblemLine problem={problem} />}
      <div className="row" style={{ marginTop: 20 }}>
        <Button data-autofocus onClick={onClose}>
          {t('by_hand.not')}
        </Button>
        <Button className="end" look="primary" onClick={() => void play()}>
          {t('by_hand.do')}
        </Button>
      </div>
    </HouseDialog>
  );
}
