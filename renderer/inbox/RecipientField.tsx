import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import { shortHash } from '../look/format.ts';
import { PeerName } from '../look/PeerName.tsx';
import { Quilt } from '../look/Quilt.tsx';
import { usePeople } from './asking.ts';
import styles from './Inbox.module.css';
import { findPeople, isKey } from './people.ts';

interface RecipientFieldProps {
  onPick(publicKey: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** Somebody by name or key: what is typed narrows the people known here, a whole key finds everybody. */
export function RecipientField({ onPick, ref }: RecipientFieldProps) {
  const { t } = useTranslation('inbox');
  const ownKey = useApp((app) => app.identity?.public_key);
  const people = usePeople();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const typedKey = isKey(text) ? text.trim().toLowerCase() : null;
  const own = typedKey !== null && typedKey === ownKey;
  const found = findPeople(people, text);
  const shown =
    typedKey !== null && !own && found.length === 0
      ? [{ public_key: typedKey, nickname: t('compose.by_key'), from: 'key' as const }]
      : found;
  const chosen = Math.min(at, shown.length - 1);

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
      if (person) onPick(person.public_key);
    }
  };
  return (
    <div className={styles.recipient}>
      <label htmlFor={id} className="small strong dim">
        {t('compose.to')}
      </label>
      <input
        ref={ref}
        id={id}
        className={styles.field}
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
        {shown.map(({ public_key, nickname, from }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, as for every combobox
          <div
            key={public_key}
            id={`${id}-${public_key}`}
            className={styles.person}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            data-person={public_key}
            onPointerMove={() => setAt(index)}
            onClick={() => onPick(public_key)}
          >
            <Quilt publicKey={public_key} size={26} />
            <b className="cut">{from === 'key' ? nickname : <PeerName name={nickname} />}</b>
            <span className="mono micro faint">{shortHash(public_key)}</span>
            <span className="end small faint nowrap">{t(`compose.from.${from}`)}</span>
          </div>
        ))}
      </div>
      {own ? (
        <p className="small bad" role="alert">
          {t('compose.own')}
        </p>
      ) : (
        shown.length === 0 &&
        text.trim() !== '' && (
          <p className="small dim" role="status">
            {t('compose.nobody')}
          </p>
        )
      )}
    </div>
  );
}
