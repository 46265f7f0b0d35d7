import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fixtureNamePattern, type StudioGame, type StudioProject } from '../../../shared/bridge/contract.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { fieldClasses } from '../../ui/field-classes.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import styles from './Gallery.module.css';

interface KeepPositionProps {
  project: StudioProject;
  game: StudioGame;
  /** The position that is looked at; null is the current one. */
  frame: number | null;
  onKept(name: string): void;
}

/** Saves the position that the slider is at as a fixture. */
export function KeepPosition({ project: { project_id, fixtures }, game, frame, onKept }: KeepPositionProps) {
  const { t } = useTranslation('studio');
  const { studio } = useBridge();
  const [name, setName] = useState('');
  const at = frame ?? game.frame_count;
  const keep = useMutation({
    mutationFn: (kept: string) => studio.save_fixture({ project_id, name: kept, ...(frame !== null && { frame }) }),
    onSuccess: (_, kept) => {
      setName('');
      onKept(kept);
    },
  });
  const ready = fixtureNamePattern.test(name);
  const exists = fixtures.some((fixture) => fixture.name === name);
  return (
    <form
      className={styles.keep}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !keep.isPending) keep.mutate(name);
      }}
    >
      <TextInput
        label={t('gallery.name', { at, count: game.frame_count })}
        error={name !== '' && !ready && t('fixtures.name_note')}
        classNames={fieldClasses}
        value={name}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" aria-disabled={!ready}>
        {t(exists ? 'gallery.replace' : 'gallery.keep')}
      </Button>
      {keep.error && <ProblemLine problem={asProblem(keep.error)} />}
    </form>
  );
}
