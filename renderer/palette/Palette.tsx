import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readJoinLink } from '../../shared/community/join-links.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import styles from './Palette.module.css';
import { usePeopleCommands } from './people-commands.ts';
import { type Command, findCommands } from './search.ts';

interface PaletteProps {
  commands: Command[];
  /** Called with a pasted link or id of a table. */
  onLink(text: string): void;
  onClose(): void;
}

/** Focuses on mount, so that no key typed right after the shortcut is lost. */
const focusOnMount = (field: HTMLInputElement | null) => field?.focus();

/** The command palette: type to search, choose with Up and Down, run with Enter. */
export function Palette({ commands, onLink, onClose }: PaletteProps) {
  const { t } = useTranslation('palette');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const pasted: Command[] = readJoinLink(text)
    ? [{ id: 'pasted', group: 'tables', label: t('open_pasted'), run: () => onLink(text) }]
    : [];
  const people = usePeopleCommands(text);
  const shown = [...pasted, ...findCommands([...commands, ...people], text)];
  const chosen = Math.min(at, shown.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  });

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    // The focus is restored first, so that the command may move it.
    setTimeout(command.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    const target = {
      ArrowDown: chosen >= last ? 0 : chosen + 1,
      ArrowUp: chosen <= 0 ? last : chosen - 1,
      PageDown: Math.min(last, chosen + 8),
      PageUp: Math.max(0, chosen - 8),
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, target));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(shown[chosen]);
    }
  };

  return (
    <Dialog label={t('title')} size={620} onClose={onClose}>
      <input
        ref={focusOnMount}
        className={styles.input}
        data-autofocus
        role="combobox"
        aria-label={t('title')}
        aria-expanded={shown.length > 0}
        aria-controls="commands"
        aria-autocomplete="list"
        aria-activedescendant={shown[chosen] ? `command-${shown[chosen].id}` : undefined}
        placeholder={t('hint')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list} ref={list} id="commands" role="listbox" aria-label={t('title')} tabIndex={-1}>
        {shown.map((command, index) => (
          <Fragment key={command.id}>
            {text === '' && command.group !== shown[index - 1]?.group && (
              <div className={styles.group} role="presentation">
                {t(`group.${command.group}`)}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys, as in every combobox */}
            <div
              role="option"
              id={`command-${command.id}`}
              aria-selected={index === chosen}
              tabIndex={-1}
              className={`${styles.option} row gap3`}
              onPointerMove={() => index !== chosen && setAt(index)}
              onClick={() => run(command)}
            >
              <span className="grow cut">{command.label}</span>
              {command.note && <span className="small dim nowrap">{command.note}</span>}
              {command.keys && <Kbd>{command.keys}</Kbd>}
            </div>
          </Fragment>
        ))}
      </div>
      {shown.length === 0 && (
        <p className={`${styles.none} dim`} role="status">
          {t('none')}
        </p>
      )}
    </Dialog>
  );
}
