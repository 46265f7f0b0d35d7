import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioSeat } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Answer } from '../../../shared/tables/hooks.ts';
import { typedAnswer, typedProblem } from '../../../shared/tables/typed-answer.ts';
import type { Problem } from '../../core/problem.ts';
import { useTypedProblemText } from '../../tables/typed-problem-text.ts';
import { Button } from '../../ui/Button.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import styles from './AnswerBar.module.css';

interface AnswerBarProps {
  seat: StudioSeat;
  ask: StudioSeat['ask'];
  isPast: boolean;
  /** Whether the button is the window's primary one; only one is, even while both seats have a question. */
  primary: boolean;
  picked: Answer | null;
  problem: Problem | null;
  onPick(answer: Answer | null): void;
  onPlay(answer: Answer): void;
}

/** Takes the place of the decision bar of a table: the board or the list here picks an answer, the button plays it. */
export function AnswerBar({ seat, ask, isPast, primary, picked, problem, onPick, onPlay }: AnswerBarProps) {
  const { t } = useTranslation('studio');
  const problemText = useProblemText();
  const outcome = useOutcome(seat);
  const [isRefused, setIsRefused] = useState(false);
  if (problem) {
    return (
      <p className={`row ${styles.answer}`} data-answer tabIndex={-1} role="alert">
        {problemText(problem).sentence} {problem.message}
      </p>
    );
  }
  const renderNote = (text: string) => (
    <p className={`row ${styles.answer}`} data-answer tabIndex={-1}>
      {text}
    </p>
  );
  if (isPast) return renderNote(t('answer.back'));
  if (outcome !== null) return renderNote(outcome);
  if (!ask) return renderNote(t('answer.waiting'));
  if (seat.control_mode === 'autonomous') {
    return renderNote(picked === null ? t('answer.hooks') : t('answer.hooks_say', { label: labelOf(ask, picked) }));
  }
  return (
    <form
      className={`row ${styles.answer}`}
      data-answer
      tabIndex={-1}
      data-ask={ask.key}
      onSubmit={(event) => {
        event.preventDefault();
        setIsRefused(picked === null);
        if (picked !== null) onPlay(picked);
      }}
      onKeyDown={(event) => {
        // After a pick on the board the bar itself has the focus.
        if (event.key === 'Enter' && event.target === event.currentTarget) event.currentTarget.requestSubmit();
      }}
    >
      <span className="truncate" title={escapeInvisible(ask.prompt)}>
        {escapeInvisible(ask.prompt)}
      </span>
      <AnswerInput key={ask.key} ask={ask} picked={picked} onPick={onPick} />
      <span className={`small ${styles.problem}`} role="alert">
        {isRefused && picked === null && t('answer.nothing')}
      </span>
      <Button
        variant={primary ? 'brass' : 'wood'}
        size="sm"
        type="submit"
        aria-disabled={picked === null}
        data-action="studio-play"
      >
        {t('answer.play')}
      </Button>
    </form>
  );
}

interface ChoiceProps {
  ask: NonNullable<StudioSeat['ask']>;
  picked: Answer | null;
  onPick(answer: Answer | null): void;
}

/** All legal decisions, for trying a protocol without its board. */
function AnswerInput({ ask, picked, onPick }: ChoiceProps) {
  const { t } = useTranslation('studio');
  const [text, setText] = useState('');
  const problemText = useTypedProblemText();
  const { choices, entry } = ask;
  const problem = entry ? typedProblem(entry, text) : null;
  const noteId = useId();
  const pickedIndex = choices.findIndex(({ value }) => value === picked);
  return (
    <>
      {choices.length > 0 && (
        <select
          aria-label={t('answer.pick')}
          value={pickedIndex < 0 ? '' : String(pickedIndex)}
          onChange={(event) => onPick(choices[Number(event.currentTarget.value)]?.value ?? null)}
        >
          {pickedIndex < 0 && <option value="">{t('answer.pick')}</option>}
          {choices.map(({ value, label }, index) => (
            <option key={String(value)} value={String(index)}>
              {escapeInvisible(label)}
            </option>
          ))}
        </select>
      )}
      {entry && (
        <input
          aria-label={t('answer.type')}
          placeholder={t('answer.type')}
          value={text}
          autoComplete="off"
          dir="auto"
          aria-invalid={problem !== null}
          aria-describedby={noteId}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onPick(typedAnswer(entry, event.currentTarget.value));
          }}
        />
      )}
      {entry && (
        <span id={noteId} className={`small ${styles.problem}`} role="alert">
          {problem && problemText(problem)}
        </span>
      )}
    </>
  );
}

function labelOf(ask: NonNullable<StudioSeat['ask']>, answer: Answer): string {
  return escapeInvisible(ask.choices.find(({ value }) => value === answer)?.label ?? String(answer));
}

function useOutcome({ outcome }: StudioSeat): string | null {
  const { t } = useTranslation('studio');
  if (!outcome) return null;
  if (!outcome.completed)
    return t('over.failed', { reason: escapeInvisible(outcome.reason ?? outcome.problem?.message ?? '') });
  const reason = escapeInvisible(outcome.reason ?? '');
  if (outcome.winner === null) return t('over.none', { reason });
  if (outcome.winner === 'draw') return t('over.draw', { reason });
  return t(`over.${outcome.winner}`, { reason });
}
