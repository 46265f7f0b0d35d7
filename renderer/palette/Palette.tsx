import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parsePastedLink } from '../../shared/community/join-links.ts';
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
  const [selectedIndex, setSelectedIndex] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const linkCommands: Command[] = parsePastedLink(text)
    ? [{ id: 'pasted', group: 'tables', label: t('open_pasted'), run: () => onLink(text) }]
    : [];
  const people = usePeopleCommands(text);
  const results = [...linkCommands, ...findCommands([...commands, ...people.commands], text)];
  const activeIndex = Math.min(selectedIndex, results.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  });

  const runCommand = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    // Once the palette is gone, since a command may open a dialog of its own.
    setTimeout(command.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const lastIndex = results.length - 1;
    const nextIndex = {
      ArrowDown: activeIndex >= lastIndex ? 0 : activeIndex + 1,
      ArrowUp: activeIndex <= 0 ? lastIndex : activeIndex - 1,
      PageDown: Math.min(lastIndex, activeIndex + 8),
      PageUp: Math.max(0, activeIndex - 8),
    }[event.key];
    if (nextIndex !== undefined) {
      event.preventDefault();
      setSelectedIndex(Math.max(0, nextIndex));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      runCommand(results[activeIndex]);
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
        aria-expanded={results.length > 0}
        aria-controls="commands"
        aria-autocomplete="list"
        aria-activedescendant={results[activeIndex] ? `command-${results[activeIndex].id}` : undefined}
        placeholder={t('hint')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setSelectedIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list} ref={list} id="commands" role="listbox" aria-label={t('title')} tabIndex={-1}>
        {results.map((command, index) => (
          <Fragment key={command.id}>
            {text === '' && command.group !== results[index - 1]?.group && (
              <div className={styles.group} role="presentation">
                {t(`group.${command.group}`)}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys, as in every combobox */}
            <div
              role="option"
              id={`command-${command.id}`}
              aria-selected={index === activeIndex}
              tabIndex={-1}
              className={`${styles.option} row gap3`}
              onPointerMove={() => index !== activeIndex && setSelectedIndex(index)}
              onClick={() => runCommand(command)}
            >
              <span className="grow truncate">{command.label}</span>
              {command.note && <span className="small dim nowrap">{command.note}</span>}
              {command.keys && <Kbd>{command.keys}</Kbd>}
            </div>
          </Fragment>
        ))}
      </div>
      {results.length === 0 && (
        <p className={`${styles.none} col dim`} role="status">
          {t('none')}
          {people.nobody !== null && <span className="small">{people.nobody}</span>}
        </p>
      )}
    </Dialog>
  );
}
