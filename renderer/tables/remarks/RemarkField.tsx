import { IconSend } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { characterCount } from '../../../shared/json/utf8.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import { remarkText } from '../../../shared/tables/remarks.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { Button } from '../../ui/Button.tsx';
import fieldStyles from '../../ui/field-classes.module.css';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { useDraft } from '../drafts.ts';
import styles from './Remarks.module.css';

/** Fewer characters left are counted. */
const countedLeft = 60;

interface RemarkFieldProps {
  table: Table;
  busy: boolean;
  /** The user has just asked for it. */
  takesFocus: boolean;
  onSay(saying: { text: string }): Promise<boolean>;
}

/** A short text of one line to the other side. What is typed while it is being sent is the next one. */
export function RemarkField({ table, busy, takesFocus, onSay }: RemarkFieldProps) {
  const { t } = useTranslation('tables');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  // The field goes with the panel and with the connection.
  const draft = useDraft(table.table_id);
  const { text } = draft;
  const label = t('remarks.field', { peer: isolatedName(table.peer.nickname) });
  const left = budgets.remarks.characters - characterCount(text.trim());
  const isEmpty = text.trim() === '';
  const sayable = remarkText(text);
  const [isRefused, setIsRefused] = useState(false);
  const send = async () => {
    setIsRefused(isEmpty);
    if (sayable === null || busy) return;
    draft.set('');
    if (!(await onSay({ text: sayable }))) draft.set((typed) => (typed === '' ? sayable : `${sayable} ${typed}`));
  };
  return (
    <form
      className="col gap1"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={styles.field}>
        <input
          ref={field}
          // Empty, it leaves the key to the bar, which says that it opens the result. During the game it could play a move.
          data-leaves-enter={(isEmpty && isOver(table)) || undefined}
          className={fieldStyles.input}
          type="text"
          dir="auto"
          value={text}
          placeholder={label}
          aria-label={label}
          aria-invalid={!isEmpty && sayable === null}
          aria-describedby={`${id}-left ${id}-problem`}
          autoComplete="off"
          onChange={(event) => {
            setIsRefused(false);
            draft.set(event.currentTarget.value);
          }}
        />
        <Button
          type="submit"
          variant="quiet"
          iconOnly
          aria-label={t('remarks.send')}
          title={t('remarks.send')}
          aria-disabled={busy || sayable === null || undefined}
        >
          <IconSend size={18} stroke={1.75} aria-hidden="true" />
        </Button>
      </div>
      {draft.problem && <ProblemLine problem={draft.problem} />}
      {isRefused && (
        <p className="micro bad" role="alert">
          {t('entry.empty.words')}
        </p>
      )}
      {left < countedLeft && (
        <p id={`${id}-left`} className={`micro ${left < 0 ? 'bad' : 'faint'}`} role="status">
          {left < 0 ? t('entry.over', { count: -left }) : t('entry.left', { count: left })}
        </p>
      )}
      {left >= 0 && !isEmpty && sayable === null && (
        <p id={`${id}-problem`} className="micro bad" role="status">
          {t('remarks.hidden')}
        </p>
      )}
    </form>
  );
}
