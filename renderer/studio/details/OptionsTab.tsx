import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioGame, StudioProject } from '../../../shared/bridge/contract.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { OptionFields } from '../../hosting/OptionFields.tsx';
import { createOptionForm, readOptions } from '../../hosting/option-form.ts';
import { Button } from '../../ui/Button.tsx';
import { fieldClasses } from '../../ui/field-classes.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import styles from './OptionsTab.module.css';

interface OptionsTabProps {
  project: StudioProject;
  game: StudioGame;
}

/** The seed and the options of the game; a change of them starts a new one. */
export function OptionsTab({ project, game }: OptionsTabProps) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const form = createOptionForm((project.spec?.parameters ?? {}) as JsonObject);
  const [seed, setSeed] = useState(game.seed);
  const [texts, setTexts] = useState<{ [name: string]: string }>(() =>
    Object.fromEntries(form.fields.map(({ name, initial }) => [name, textOf(game.options[name], initial)])),
  );
  const { options, problems } = readOptions(form, texts);
  const ready = seed.trim() !== '' && Object.keys(problems).length === 0;
  const restart = useMutation({
    mutationFn: () => {
      // The form has no fields for some types of options; their values are kept.
      const otherOptions = Object.fromEntries(
        Object.entries(game.options).filter(([name]) => form.otherNames.includes(name)),
      );
      return bridge.studio.restart({
        project_id: project.project_id,
        seed: seed.trim(),
        options: { ...otherOptions, ...options },
      });
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !restart.isPending) restart.mutate();
      }}
    >
      <div className={`row ${styles.seed}`}>
        <TextInput
          className="grow"
          label={t('restart.seed')}
          description={t('restart.seed_note')}
          classNames={fieldClasses}
          value={seed}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSeed(event.currentTarget.value)}
        />
        <Button onClick={() => setSeed(crypto.randomUUID().slice(0, 6))}>{t('restart.other')}</Button>
      </div>
      {form.fields.length > 0 ? (
        <OptionFields
          form={form}
          protocolId={project.protocol_id ?? ''}
          texts={texts}
          problems={problems}
          onChange={(name, text) => setTexts({ ...texts, [name]: text })}
        />
      ) : (
        <p className="small dim">{t('restart.no_options')}</p>
      )}
      {restart.error && <ProblemLine problem={asProblem(restart.error)} />}
      <Button variant="primary" type="submit" aria-disabled={!ready}>
        {t('restart.title')}
      </Button>
    </form>
  );
}

function textOf(value: unknown, initial: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : initial;
}
