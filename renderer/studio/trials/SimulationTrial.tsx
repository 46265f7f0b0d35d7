import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SimulationRun, SimulationSettings } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { roles } from '../../../shared/tables/hooks.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { fieldClasses } from '../../ui/field-classes.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Select } from '../../ui/Select.tsx';
import { TrialProgress } from './TrialProgress.tsx';
import styles from './Trials.module.css';

/** Of games. */
const counts: readonly SimulationSettings['games'][] = [10, 100, 1000];

interface SimulationTrialProps {
  projectId: string;
  /** Of the saved files. */
  rulesHash: string | null;
  run: SimulationRun | null;
}

/** Plays many games, and shows their results and lengths. */
export function SimulationTrial({ projectId, rulesHash, run }: SimulationTrialProps) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const [settings, setSettings] = useState<SimulationSettings>(
    run?.settings ?? { games: 100, seed: '1', host: 'random', guest: 'random' },
  );
  const start = useMutation({
    mutationFn: () => bridge.studio.start_simulation({ project_id: projectId, ...settings }),
  });
  const { games, seed } = settings;
  const isReady = rulesHash !== null && seed.trim() !== '' && !start.isPending && run?.state !== 'running';
  return (
    <>
      <form
        className={styles.settings}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) start.mutate();
        }}
      >
        <Select
          label={t('trial.simulation.games')}
          value={String(games)}
          options={counts.map((count) => ({
            value: String(count),
            label: t('trial.simulation.count', { count }),
          }))}
          onChange={(value) => setSettings({ ...settings, games: Number(value) as SimulationSettings['games'] })}
        />
        {roles.map((role) => (
          <Select
            key={role}
            label={t('trial.simulation.answers', { seat: t(`role.${role}`) })}
            value={settings[role]}
            options={(['random', 'hooks'] as const).map((value) => ({
              value,
              label: t(`trial.simulation.${value}`, { seat: t(`role.${role}`) }),
            }))}
            onChange={(value) => setSettings({ ...settings, [role]: value })}
          />
        ))}
        <TextInput
          className={styles.seed ?? ''}
          label={t('restart.seed')}
          classNames={fieldClasses}
          value={seed}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSettings({ ...settings, seed: event.currentTarget.value })}
        />
        {run?.state !== 'running' && (
          <Button type="submit" aria-disabled={!isReady}>
            {t('trial.simulation.start', { count: games })}
          </Button>
        )}
      </form>
      {start.error && <ProblemLine problem={asProblem(start.error)} />}
      {run && <TrialProgress projectId={projectId} kind="simulation" run={run} rulesHash={rulesHash} />}
      {run && run.played > 0 && <Results run={run} />}
    </>
  );
}

function Results({ run }: { run: SimulationRun }) {
  const { t, i18n } = useTranslation('studio');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const { played, settings, results, failures } = run;
  return (
    <>
      <table className={styles.results}>
        <caption className="small dim">
          {t('trial.simulation.played', { played, games: settings.games, seed: escapeInvisible(settings.seed) })}
        </caption>
        <thead>
          <tr>
            {(['result', 'share', 'shortest', 'median', 'longest'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`trial.simulation.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map(({ result, games, shortest, median, longest }) => (
            <tr key={result} data-result={result}>
              <th scope="row">{t(`trial.result.${result}`)}</th>
              <td>
                {games} ({percent.format(games / played)})
              </td>
              <td>{shortest}</td>
              <td>{median}</td>
              <td>{longest}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {failures.length > 0 && (
        <ul className="small">
          {failures.map(({ number, failure }) => (
            <li key={number} className="bad">
              {t('trial.simulation.failed', { number, failure: escapeInvisible(failure) })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
