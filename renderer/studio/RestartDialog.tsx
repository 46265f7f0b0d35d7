import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioGame, StudioProject } from '../../shared/bridge/contract.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { OptionFields } from '../hosting/OptionFields.tsx';
import { optionForm, readOptions } from '../hosting/options.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { fieldLook } from '../look/fields.ts';
import { Dialog } from '../palette/Dialog.tsx';
import styles from './Studio.module.css';

interface RestartDialogProps {
  project: StudioProject;
  game: StudioGame;
  onClose(): void;
}

/** Another game: which chance, and the options a host would choose. */
export function RestartDialog({ project, game, onClose }: RestartDialogProps) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const form = optionForm((project.spec?.parameters ?? {}) as JsonObject);
  const [seed, setSeed] = useState(game.seed);
  const [texts, setTexts] = useState<{ [name: string]: string }>(() =>
    Object.fromEntries(form.fields.map(({ name, start }) => [name, textOf(game.options[name], start)])),
  );
  const [problem, setProblem] = useState<Problem | null>(null);
  const { options, problems } = readOptions(form, texts);
  const ready = seed.trim() !== '' && Object.keys(problems).length === 0;
  const restart = async () => {
    if (!ready) return;
    try {
      // Options that no field can hold stay as they are.
      const others = Object.fromEntries(Object.entries(game.options).filter(([name]) => form.others.includes(name)));
      await bridge.studio.restart({
        project_id: project.project_id,
        seed: seed.trim(),
        options: { ...others, ...options },
      });
      onClose();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <Dialog label={t('restart.title')} size={460} onClose={onClose}>
      <form
        className={styles.restart}
        onSubmit={(event) => {
          event.preventDefault();
          void restart();
        }}
      >
        <h2>{t('restart.title')}</h2>
        <div className="row" style={{ alignItems: 'flex-end' }}>
          <TextInput
            className="grow"
            label={t('restart.seed')}
            description={t('restart.seed_note')}
            classNames={fieldLook}
            value={seed}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={(event) => setSeed(event.currentTarget.value)}
          />
          <Button onClick={() => setSeed(crypto.randomUUID().slice(0, 6))}>{t('restart.other')}</Button>
        </div>
        {form.fields.length > 0 && (
          <OptionFields
            form={form}
            texts={texts}
            problems={problems}
            onChange={(name, text) => setTexts({ ...texts, [name]: text })}
          />
        )}
        {problem && <ProblemLine problem={problem} />}
        <div className="row">
          <Button onClick={onClose}>{t('restart.cancel')}</Button>
          <Button className="end" look="primary" type="submit" aria-disabled={!ready}>
            {t('restart.button')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function textOf(value: unknown, start: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : start;
}
