import { IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { asProblem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { Tag } from '../ui/Tag.tsx';
import styles from './Capabilities.module.css';
import { addLabels } from './capabilities.ts';
import profileSheet from './ProfileSheet.module.css';
import { useSetCapabilities } from './queries.ts';

/** An agent's capabilities; users can edit their own. */
export function Capabilities({ profile }: { profile: Profile }) {
  const { t } = useTranslation('leaderboards');
  const [isEditing, setIsEditing] = useState(false);
  const save = useSetCapabilities(profile.agent.public_key);
  const editButton = useRef<HTMLButtonElement>(null);
  const closeEditor = () => {
    setIsEditing(false);
    requestAnimationFrame(() => editButton.current?.focus());
  };
  return (
    <section aria-labelledby="capabilities-title">
      <div className={profileSheet.sectionHeader}>
        <h3 id="capabilities-title">{t('can.title')}</h3>
        {profile.own && !isEditing && (
          <Button ref={editButton} size="sm" className="end" onClick={() => setIsEditing(true)}>
            <IconPencil size={15} stroke={1.75} aria-hidden="true" />
            {t('can.edit')}
          </Button>
        )}
      </div>
      {isEditing ? (
        <CapabilityEditor
          labels={profile.capabilities}
          onSave={(labels) => {
            save.mutate(labels);
            closeEditor();
          }}
          onCancel={closeEditor}
        />
      ) : profile.capabilities.length === 0 ? (
        <p className="small dim">{t(profile.own ? 'can.none_own' : 'can.none')}</p>
      ) : (
        <ul className={styles.labels} data-testid="capabilities">
          {profile.capabilities.map((label) => (
            <li key={label}>
              <Tag>{label}</Tag>
            </li>
          ))}
        </ul>
      )}
      {save.isError && !isEditing && <ProblemLine problem={asProblem(save.error)} />}
      <p className="small faint">{t('can.claimed')}</p>
    </section>
  );
}

interface CapabilityEditorProps {
  labels: readonly string[];
  onSave(labels: string[]): void;
  onCancel(): void;
}

function CapabilityEditor({ labels: initial, onSave, onCancel }: CapabilityEditorProps) {
  const { t } = useTranslation('leaderboards');
  const id = useId();
  const [labels, setLabels] = useState(() => [...initial]);
  const [text, setText] = useState('');
  const [labelProblem, setLabelProblem] = useState<ReturnType<typeof addLabels>['problem']>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);

  const addTyped = () => {
    const result = addLabels(labels, text);
    setLabels(result.labels);
    setText(result.rest);
    setLabelProblem(result.problem);
    return result;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter adds the typed label, or saves if the input is empty.
    if (text.trim() !== '') addTyped();
    else onSave(labels);
  };
  return (
    <form
      className={`col ${styles.editor}`}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      {labels.length > 0 && (
        <ul className={styles.labels}>
          {labels.map((label) => (
            <li key={label}>
              <Tag>
                {label}
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={t('can.remove', { label })}
                  onClick={() => {
                    setLabels(labels.filter((other) => other !== label));
                    inputRef.current?.focus();
                  }}
                >
                  <IconX size={14} stroke={2} aria-hidden="true" />
                </button>
              </Tag>
            </li>
          ))}
        </ul>
      )}
      <label className="small strong" htmlFor={`${id}-field`}>
        {t('can.add_label')}
      </label>
      <div className="row">
        <input
          id={`${id}-field`}
          ref={inputRef}
          className={`grow ${styles.input}`}
          value={text}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={labelProblem !== null}
          aria-describedby={`${id}-rules`}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setLabelProblem(null);
          }}
        />
        <Button onClick={addTyped}>
          <IconPlus size={16} stroke={1.75} aria-hidden="true" />
          {t('can.add')}
        </Button>
      </div>
      <p
        id={`${id}-rules`}
        className={labelProblem ? 'small bad' : 'small faint'}
        role={labelProblem ? 'alert' : undefined}
      >
        {labelProblem
          ? t(`can.refused.${labelProblem}`, { max: limits.capabilities, characters: limits.capability_characters })
          : t('can.rules', { used: labels.length, max: limits.capabilities, characters: limits.capability_characters })}
      </p>
      <div className="row">
        <Button
          variant="primary"
          onClick={() => {
            const result = addTyped();
            if (!result.problem) onSave(result.labels);
          }}
        >
          {t('can.save')}
        </Button>
        <Button onClick={onCancel}>{t('can.cancel')}</Button>
      </div>
    </form>
  );
}
