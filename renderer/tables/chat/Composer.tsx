import { IconSend } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { textEntryMaxBytes } from '../../../shared/tables/hooks.ts';
import { roomFor, typedProblem } from '../../../shared/tables/typed-answer.ts';
import { useApp } from '../../core/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { useTypedProblemText } from '../typed-problem-text.ts';
import styles from './Composer.module.css';
import { composerAction } from './composer-keys.ts';

interface ComposerProps {
  table: Table;
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Why nothing can be sent now; null if something can. */
  obstacle: string | null;
  onChange(text: string): void;
  onSend(text: string): void;
}

/** Fewer characters left are counted. */
const countedLeft = 100;

/** The field for a message, always in the same place. It grows upwards, from two lines to eight. */
export function Composer({ table, text, field, obstacle, onChange, onSend }: ComposerProps) {
  const { t } = useTranslation('chat');
  const { t: tTables } = useTranslation('tables');
  const enterSends = useApp((app) => app.settings.enter_sends);
  const problemText = useTypedProblemText();
  const [isRefused, setIsRefused] = useState(false);
  const id = useId();
  // Between two messages the table asks for nothing, and the limit stays as it was.
  const asked = table.ask?.entry?.type === 'text' ? table.ask.entry.max_bytes : null;
  const [maxBytes, setMaxBytes] = useState(asked ?? textEntryMaxBytes);
  if (asked !== null && asked !== maxBytes) setMaxBytes(asked);
  const { left, over } = roomFor(text, maxBytes);
  const problem = typedProblem({ type: 'text', max_bytes: maxBytes }, text);
  const reason = problem ? problemText(problem) : obstacle;
  const isEmpty = text.trim() === '';

  const send = () => {
    field.current?.focus();
    setIsRefused(isEmpty || reason !== null);
    if (!isEmpty && reason === null) onSend(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const action = composerAction(event.nativeEvent, enterSends);
    if (action === null) return;
    event.preventDefault();
    if (action === 'send') send();
  };
  return (
    <section className={styles.composer} data-region="decision" aria-label={t('composer')} tabIndex={-1}>
      <div className={styles.paper} data-wrong={problem !== null || undefined}>
        <textarea
          ref={field}
          rows={2}
          dir="auto"
          value={text}
          placeholder={t('placeholder')}
          aria-label={t('field', { peer: isolatedName(table.peer.nickname) })}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-note ${id}-count`}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setIsRefused(false);
            onChange(event.currentTarget.value);
          }}
        />
        <Button
          variant="primary"
          size="lg"
          className={styles.send ?? ''}
          data-action="send"
          aria-disabled={isEmpty || reason !== null || undefined}
          aria-describedby={`${id}-count`}
          onClick={send}
        >
          <IconSend size={18} stroke={1.75} aria-hidden="true" />
          <span className={styles.word}>{t('send')}</span>
        </Button>
      </div>
      <div className={`${styles.notes} row micro faint`}>
        <span id={`${id}-note`} className={styles.hint} hidden={isRefused}>
          {t(enterSends ? 'enter_sends' : 'enter_breaks')}
        </span>
        <span className="bad" role="alert">
          {isRefused && (isEmpty ? tTables('entry.empty.words') : reason)}
        </span>
        <span id={`${id}-count`} className="end">
          {over > 0 && !isRefused && (
            <span className="bad" data-testid="characters-left">
              {tTables('entry.over', { count: over })}
            </span>
          )}
          {over === 0 && left < countedLeft && (
            <span data-testid="characters-left">{tTables('entry.left', { count: left })}</span>
          )}
          {over === 0 && left >= countedLeft && <span className={styles.hint}>{t('kept')}</span>}
        </span>
      </div>
    </section>
  );
}
