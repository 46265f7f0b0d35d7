import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonMatch } from '../../shared/bridge/contract.ts';
import { useApp } from '../core/context.tsx';
import { usePeopleSearch } from '../core/people-search.ts';
import { asProblem } from '../core/problem.ts';
import { useNobodyFound } from '../people/use-nobody-found.ts';
import { duplicateNames, isDuplicate } from '../ui/duplicate-names.ts';
import { textFieldClass } from '../ui/field-classes.ts';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import styles from './RecipientField.module.css';

interface RecipientFieldProps {
  label: string;
  onPick(publicKey: string): void;
  ref?: Ref<HTMLInputElement>;
}

const debounceMs = 120;

/** A combobox of people by name or public key. */
export function RecipientField({ label, onPick, ref }: RecipientFieldProps) {
  const { t } = useTranslation('inbox');
  const ownKey = useApp((app) => app.identity?.public_key);
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text, debounceMs);
  const [activeIndex, setActiveIndex] = useState(0);
  const id = useId();
  const { data: found, error, isFetched } = usePeopleSearch(query);
  const data = found?.people ?? [];
  const nobodyFound = useNobodyFound(found?.everybody ?? false);
  const people = data.filter(({ house, blocked }) => !house && !blocked);
  const duplicates = duplicateNames(people.map(({ public_key, name }) => ({ public_key, nickname: name })));
  const clampedIndex = Math.min(activeIndex, people.length - 1);
  const hasNoMatch = isFetched && !error && query === text && text.trim() !== '' && people.length === 0;
  const emptyReason =
    text.trim().toLowerCase() === ownKey ? 'own' : data.some(({ house }) => house) ? 'house' : 'nobody';

  const onKeyDown = (event: KeyboardEvent) => {
    const lastIndex = people.length - 1;
    const nextIndex = {
      ArrowDown: clampedIndex >= lastIndex ? 0 : clampedIndex + 1,
      ArrowUp: clampedIndex <= 0 ? lastIndex : clampedIndex - 1,
    }[event.key];
    if (nextIndex !== undefined) {
      event.preventDefault();
      setActiveIndex(Math.max(0, nextIndex));
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const person = people[clampedIndex];
      // Results may still belong to an earlier text.
      if (person && query === text) onPick(person.public_key);
    }
  };
  return (
    <div className={`${styles.recipient} col`}>
      <label htmlFor={id} className="small strong dim">
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        className={textFieldClass}
        role="combobox"
        aria-expanded={people.length > 0}
        aria-controls={`${id}-people`}
        aria-autocomplete="list"
        aria-activedescendant={people[clampedIndex] ? `${id}-${people[clampedIndex].public_key}` : undefined}
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
        {people.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, as for every combobox
          <div
            key={person.public_key}
            id={`${id}-${person.public_key}`}
            className={`${styles.person} row`}
            role="option"
            tabIndex={-1}
            aria-selected={index === clampedIndex}
            data-person={person.public_key}
            onPointerMove={() => setActiveIndex(index)}
            onClick={() => onPick(person.public_key)}
          >
            <Identicon publicKey={person.public_key} size={26} />
            <b className="truncate">
              <PeerName name={person.name} />
            </b>
            {isDuplicate(duplicates, person.name) && (
              <span className="mono micro faint">{shortHash(person.public_key)}</span>
            )}
            {person.rating !== null && <span className="small faint">{person.rating}</span>}
            <MatchSource person={person} />
          </div>
        ))}
      </div>
      {error && <ProblemLine problem={asProblem(error)} />}
      {hasNoMatch && (
        <p
          className={`small ${emptyReason === 'own' ? 'bad' : 'dim'}`}
          role={emptyReason === 'own' ? 'alert' : 'status'}
        >
          {emptyReason === 'nobody' ? nobodyFound : t(`compose.none.${emptyReason}`)}
        </p>
      )}
    </div>
  );
}

/** The strongest reason why a person was found. */
function MatchSource({ person: { sources } }: { person: PersonMatch }) {
  const { t } = useTranslation('inbox');
  return <span className="end small faint nowrap">{t(`compose.source.${sources[0] ?? 'key'}`)}</span>;
}
