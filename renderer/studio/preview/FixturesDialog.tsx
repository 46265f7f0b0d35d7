import { TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fixtureNamePattern, type StudioProject } from '../../../shared/bridge/contract.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledDialog } from '../../ui/Dialog.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { fieldClasses } from '../../ui/field-classes.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import styles from './FixturesDialog.module.css';

/** The saved games of a project: files in its folder, each with a seed, options and answers. */
export function FixturesDialog({ project, onClose }: { project: StudioProject; onClose(): void }) {
  const { t } = useTranslation('studio');
  const { studio } = useBridge();
  const [name, setName] = useState('');
  const { project_id, fixtures, game } = project;
  const save = useMutation({
    mutationFn: () => studio.save_fixture({ project_id, name }),
    onSuccess: () => setName(''),
  });
  const load = useMutation({
    mutationFn: (fixture: string) => studio.load_fixture({ project_id, name: fixture }),
    onSuccess: onClose,
  });
  const remove = useMutation({
    mutationFn: (fixture: string) => studio.delete_fixture({ project_id, name: fixture }),
  });
  const error = save.error ?? load.error ?? remove.error;
  const ready = fixtureNamePattern.test(name) && game !== null;
  const exists = fixtures.some((fixture) => fixture.name === name);
  return (
    <TitledDialog title={t('fixtures.title')} size={520} onClose={onClose}>
      <form
        className="col gap4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !save.isPending) save.mutate();
        }}
      >
        <p className="small dim">{t('fixtures.about')}</p>
        {fixtures.length > 0 && (
          <ul className={styles.list}>
            {fixtures.map((fixture) => (
              <li key={fixture.name} className="row" data-fixture={fixture.name}>
                <span className="grow">
                  <b className="mono">{fixture.name}</b>{' '}
                  <span className="small dim">
                    {t('fixtures.answers', { count: fixture.answers, seed: fixture.seed })}
                  </span>
                </span>
                <Button size="sm" onClick={() => load.mutate(fixture.name)}>
                  {t('fixtures.load')}
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  iconOnly
                  aria-label={t('fixtures.delete', { name: fixture.name })}
                  title={t('fixtures.delete', { name: fixture.name })}
                  onClick={() => remove.mutate(fixture.name)}
                >
                  <IconTrash size={17} stroke={1.75} aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <TextInput
          label={t('fixtures.name')}
          description={t('fixtures.name_note')}
          classNames={fieldClasses}
          value={name}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error && <ProblemLine problem={asProblem(error)} />}
        <DialogActions>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button className="end" variant="primary" type="submit" aria-disabled={!ready}>
            {t(exists ? 'fixtures.replace' : 'fixtures.save')}
          </Button>
        </DialogActions>
      </form>
    </TitledDialog>
  );
}
