import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundPerson } from '../../shared/bridge/contract.ts';
import { useApp } from '../core/context.tsx';
import { useFoundPeople } from '../core/people.ts';
import { duplicateNames, isDuplicate } from '../ui/duplicate-names.ts';
import { textField } from '../ui/fields.ts';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import styles from './RecipientField.module.css';

interface RecipientFieldProps {
  onPick(publicKey: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** Milliseconds. */
const debounceMs = 120;

/** A combobox of people by name or public key. */
export function RecipientField({ onPick, ref }: RecipientFieldProps) {
  const { t } = useTranslation('inbox');
  const ownKey = useApp((app) => app.identity?.public_key);
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text, debounceMs);
  const [at, setAt] = useState(0);
  const id = useId();
  const { data = [], isFetched } = useFoundPeople(query);
  const shown = data.filter(({ house, blocked }) => !house && !blocked);
  const doubled = duplicateNames(shown.map(({ public_key, name }) => ({ public_key, nickname: name })));
  const chosen = Math.min(at, shown.length - 1);
  const isNone = isFetched && query === text && text.trim() !== '' && shown.length === 0;
  const reason = text.trim().toLowerCase() === ownKey ? 'own' : data.some(({ house }) => house) ? 'house' : 'nobody';

  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    const target = {
      ArrowDown: chosen >= last ? 0 : chosen + 1,
      ArrowUp: chosen <= 0 ? last : chosen - 1,
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, target));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const person = shown[chosen];
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
        aria-activedescendant={shown[chosen] ? `${id}-${shown[chosen].public_key}` : undefined}
        placeholder={t('compose.to_note')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
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
            aria-selected={index === chosen}
            data-person={person.public_key}
            onPointerMove={() => setAt(index)}
            onClick={() => onPick(person.public_key)}
          >
            <Identicon publicKey={person.public_key} size={26} />
            <b className="cut">
              <PeerName name={person.name} />
            </b>
            {isDuplicate(doubled, person.name) && (
              <span className="mono micro faint">{shortHash(person.public_key)}</span>
            )}
            {person.rating !== null && <span className="small faint">{person.rating}</span>}
            <Reason person={person} />
          </div>
        ))}
      </div>
      {isNone && (
        <p className={`small ${reason === 'own' ? 'bad' : 'dim'}`} role={reason === 'own' ? 'alert' : 'status'}>
          {t(`compose.none.${reason}`)}
        </p>
      )}
    </div>
  );
}

/** Why a person was found: the strongest reason. */
function Reason({ person: { sources } }: { person: FoundPerson }) {
  const { t } = useTranslation('inbox');
  return <span className="end small faint nowrap">{t(`compose.source.${sources[0] ?? 'key'}`)}</span>;
}
