import {
  IconArrowRight,
  IconChevronLeft,
  IconChevronRight,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import bar from '../replay/ReplayBar.module.css';
import styles from './AnalysisBar.module.css';

interface AnalysisBarProps {
  sentence: string;
  detail: string;
  stop: number;
  lastStop: number;
  onSelectStop(stop: number): void;
  /** The next stop with a mark; null if there is none. */
  nextMistake: number | null;
}

/** Says what the analysis found at the stop shown, and goes to others. */
export function AnalysisBar({ sentence, detail, stop, lastStop, onSelectStop, nextMistake }: AnalysisBarProps) {
  const { t } = useTranslation('analysis');
  const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  const steps = [
    { label: t('first'), Icon: IconPlayerSkipBack, to: 0 },
    { label: t('back'), Icon: IconChevronLeft, to: stop - 1 },
    { label: t('forward'), Icon: IconChevronRight, to: stop + 1 },
    { label: t('last'), Icon: IconPlayerSkipForward, to: lastStop },
  ];
  return (
    <section className={`${bar.bar} ${styles.bar} on-wood`} data-region="decision" aria-label={t('bar')} tabIndex={-1}>
      <div className={bar.steps}>
        {steps.map(({ label, Icon, to }) => (
          <Button
            key={label}
            variant="wood"
            iconOnly
            aria-label={label}
            disabled={to < 0 || to > lastStop || to === stop}
            onClick={() => onSelectStop(to)}
          >
            <Icon {...iconProps} />
          </Button>
        ))}
      </div>
      <div className={bar.text} role="status">
        <div className={`${bar.sentence} ${styles.words}`} data-testid="analysis-sentence">
          {sentence}
        </div>
        <div className={`${bar.detail} ${styles.words}`} data-testid="analysis-detail">
          {detail}
        </div>
      </div>
      <Button
        variant="wood"
        data-action="next-mistake"
        disabled={nextMistake === null}
        onClick={() => nextMistake !== null && onSelectStop(nextMistake)}
      >
        {t('next')}
        <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
      </Button>
    </section>
  );
}
