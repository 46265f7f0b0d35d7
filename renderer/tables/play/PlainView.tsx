import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import type { Answer } from '../../../shared/tables/hooks.ts';
import { AnswerInput } from '../AnswerInput.tsx';
import { useOutcomeText } from '../outcome-text.ts';
import { questionOf } from './bar-state.ts';
import { Choices } from './Choices.tsx';
import styles from './PlainView.module.css';
import layout from './PlainViewLayout.module.css';
import { PlainState, PlainViewLayout } from './PlainViewLayout.tsx';

interface PlainViewProps {
  table: Table;
  pickedAnswer: Answer | null;
  onPick(answer: Answer | null): void;
  typed: { text: string; type(text: string): void };
  onTypeProblem(reason: string | null): void;
  /** Whether there is a board to switch to. */
  hasBoard: boolean;
  /** There is a board, but this browser can't keep it off the network. */
  uncontained: boolean;
}

/** Parlor's own rendering of the hooks' view: the same state as any board, so that users can verify a board. */
export function PlainView({
  table,
  pickedAnswer,
  onPick,
  typed,
  onTypeProblem,
  hasBoard,
  uncontained,
}: PlainViewProps) {
  const { t } = useTranslation('tables');
  const question = questionOf(table);
  const peer = isolatedName(table.peer.nickname);
  const outcome = useOutcomeText();
  const isPlaying = table.phase === 'playing';
  const isSimultaneous = table.protocol.mode === 'simultaneous_round';
  return (
    <PlainViewLayout note={hasBoard ? null : t(uncontained ? 'plain.uncontained' : 'plain.no_board')}>
      <div className={`${styles.body} ${layout.scrolls}`}>
        <PlainState title={t('plain.see')} table={table} />
        {/* Focusable as a scroll container: without choices nothing inside takes the focus. */}
        <div className={`${styles.answer} ${layout.scrolls}`} tabIndex={question ? undefined : 0}>
          {question ? (
            <>
              <div>
                <h2>{table.ask ? question.prompt : t('plain.ahead')}</h2>
                {!table.ask && <p className="small dim">{t('plain.ahead_note', { peer })}</p>}
                {isSimultaneous && <p className="small dim">{t('plain.sealed', { peer })}</p>}
              </div>
              {table.ask?.entry && <AnswerInput entry={table.ask.entry} text={typed.text} onType={typed.type} />}
              {question.choices.length > 0 && (
                <Choices
                  ask={question}
                  view={table.view}
                  pickedAnswer={pickedAnswer}
                  onPick={onPick}
                  onTypeProblem={onTypeProblem}
                />
              )}
            </>
          ) : (
            <>
              <h2>{t(isPlaying ? 'plain.nothing_asked' : 'plain.over')}</h2>
              <p className="small dim">{isPlaying ? t('plain.wait', { peer }) : outcome(table).long}</p>
            </>
          )}
        </div>
      </div>
    </PlainViewLayout>
  );
}
