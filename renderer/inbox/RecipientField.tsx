import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonMatch } from '../../shared/bridge/contract.ts';
import { useApp } from '../core/context.tsx';
import { usePeopleSearch } from '../core/people-search.ts';
import { duplicateNames, isDuplicate } from '../ui/duplicate-names.ts';
import { textField } from '../ui/field-classes.ts';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import styles from './RecipientField.module.css';

interface RecipientFieldProps {
  onPick(publicKey: string): void;
  ref?: Ref<HTMLInputElement>;
}

const debounceMs = 120;

/** A combobox of people by name or public key. */
export function RecipientField({ onPick, ref }: RecipientFieldProps) {
  const { t } = useTranslation('inbox');
  const ownKey = useApp((app) => app.identity?.public_key);
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text, debounceMs);
  const [activeIndex, setActiveIndex] = useState(0);
  const id = useId();
  const { data = [], isFetched } = usePeopleSearch(query);
  const shown = data.filter(({ house, blocked }) => !house && !blocked);
  const duplicates = duplicateNames(shown.map(({ public_key, name }) => ({ public_key, nickname: name })));
  const active = Math.min(activeIndex, shown.length - 1);
  const nothingFound = isFetched && query === text && text.trim() !== '' && shown.length === 0;
  const emptyReason =
    text.trim().toLowerCase() === ownKey ? 'own' : data.some(({ house }) => house) ? 'house' : 'nobody';

  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    const target = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setActiveIndex(Math.max(0, target));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const person = shown[active];
      // Results may still belong to an earlier text.
      if (person && query === text) onPick(person.public_key);
    }
  };
  return (
    <div className={`${styles.recipient} col`}>
      <label htmlFor={id} className="small strong dim">
        {t('compose.to')}
      </label>
      <input
        ref={ref}
        id={id}
        className={textField}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-people`}
        aria-autocomplete="list"
        aria-activedescendant={shown[active] ? `${id}-${shown[active].public_key}` : undefined}
        placeholder={t('compose.to_note')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActiveIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-people`} className={styles.people} role="listbox" aria-label={t('compose.people')} tabIndex={-1}>
        {shown.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, as for every combobox
          <div
            key={person.public_key}
            id={`${id}-${person.public_key}`}
            className={`${styles.person} row`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            data-person={person.public_key}
            onPointerMove={() => setActiveIndex(index)}
            onClick={() => onPick(person.public_key)}
          >
            <Identicon publicKey={person.public_key} size={26} />
            <b className="cut">
              <PeerName name={person.name} />
            </b>
            {isDuplicate(duplicates, person.name) && (
              <span className="mono micro faint">{shortHash(person.public_key)}</span>
            )}
            {person.rating !== null && <span className="small faint">{person.rating}</span>}
            <Source person={person} />
          </div>
        ))}
      </div>
      {nothingFound && (
        <p
          className={`small ${emptyReason === 'own' ? 'bad' : 'dim'}`}
          role={emptyReason === 'own' ? 'alert' : 'status'}
        >
          {t(`compose.none.${emptyReason}`)}
        </p>
      )}
    </div>
  );
}

/** The strongest reason why a person was found. */
function Source({ person: { sources } }: { person: PersonMatch }) {
  const { t } = useTranslation('inbox');
  return <span className="end small faint nowrap">{t(`compose.source.${sources[0] ?? 'key'}`)}</span>;
}
