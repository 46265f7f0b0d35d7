import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Hooks.module.css';
import { type Edit, indentEdit, lineCount, newLineEdit, offsetOf, type Place } from './hooks-text.ts';

/** As in Hooks.module.css. */
const lineHeight = 20;

/** Puts the cursor at a place and brings it into view. */
export function goTo(area: HTMLTextAreaElement, place: Place): void {
  const at = offsetOf(area.value, place);
  area.focus();
  area.setSelectionRange(at, at);
  area.scrollTop = Math.max(0, (place.line - 4) * lineHeight);
  area.scrollLeft = 0;
}

/** Replaces all of the text as if it had been typed, so that one step back brings it again. */
export function replaceAll(area: HTMLTextAreaElement, text: string): void {
  apply(area, { from: 0, to: area.value.length, text, select: [0, 0] });
  area.scrollTop = 0;
}

function apply(area: HTMLTextAreaElement, { from, to, text, select }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  // The only way to change a field that its own undo knows of.
  if (text === '') document.execCommand('delete');
  else document.execCommand('insertText', false, text);
  area.setSelectionRange(...select);
}

interface HooksTextProps {
  text: string;
  editable: boolean;
  /** Lines with something wrong. */
  marked: readonly number[];
  area: RefObject<HTMLTextAreaElement | null>;
  describedBy: string;
  onChange(text: string): void;
  onSave(): void;
}

/** The text with the numbers of its lines. Tab indents; after Esc it leaves the field as everywhere else. */
export function HooksText({ text, editable, marked, area, describedBy, onChange, onSave }: HooksTextProps) {
  const { t } = useTranslation('protocols');
  const numbers = useRef<HTMLDivElement>(null);
  const leaving = useRef(false);
  const count = lineCount(text);
  const follow = () => {
    if (numbers.current && area.current) numbers.current.scrollTop = area.current.scrollTop;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may be scrolled elsewhere
  useLayoutEffect(follow, [text]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, currentTarget, shiftKey, nativeEvent } = event;
    if ((event.ctrlKey || event.metaKey || event.altKey) && nativeEvent.code === 'KeyS') {
      event.preventDefault();
      return onSave();
    }
    if (key === 'Escape') {
      leaving.current = true;
      return;
    }
    if (key === 'Shift' || !editable || event.ctrlKey || event.metaKey || event.altKey || nativeEvent.isComposing)
      return;
    const { selectionStart, selectionEnd } = currentTarget;
    if (key === 'Tab' && !leaving.current) {
      event.preventDefault();
      apply(currentTarget, indentEdit(text, selectionStart, selectionEnd, shiftKey));
    } else if (key === 'Enter' && !shiftKey) {
      event.preventDefault();
      apply(currentTarget, newLineEdit(text, selectionStart, selectionEnd));
    }
    leaving.current = false;
  };
  return (
    <div className={styles.text}>
      <div ref={numbers} className={styles.numbers} aria-hidden="true">
        <pre>{Array.from({ length: count }, (_, at) => at + 1).join('\n')}</pre>
        {marked.map((line) => (
          <i key={line} style={{ top: (line - 1) * lineHeight + 8 }}>
            {line}
          </i>
        ))}
      </div>
      <textarea
        ref={area}
        className={styles.area}
        aria-label={t('hooks.file')}
        aria-describedby={describedBy}
        aria-invalid={marked.length > 0}
        value={text}
        readOnly={!editable}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onScroll={follow}
      />
    </div>
  );
}
