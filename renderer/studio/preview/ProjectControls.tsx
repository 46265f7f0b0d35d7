import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioGame, StudioProject } from '../../../shared/bridge/contract.ts';
import { attempt } from '../../core/attempt.ts';
import { useBridge } from '../../core/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { FixturesDialog } from './FixturesDialog.tsx';
import styles from './ProjectControls.module.css';

const latencies = [0, 80, 250, 1000, 3000];
const losses = [0, 2, 10, 30];

/** The offered values, and the current one if it is not among them. */
const optionsOf = (values: readonly number[], current: number): number[] =>
  [...new Set([...values, current])].toSorted((a, b) => a - b);

/** The simulated network between the seats, and the saved games of the project. */
export function ProjectControls({ project, game }: { project: StudioProject; game: StudioGame }) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const [fixturesOpen, setFixturesOpen] = useState(false);
  const { project_id, fixtures } = project;
  const { latency_ms, loss_percent } = game.network;
  const setNetwork = (changes: Partial<StudioGame['network']>) =>
    attempt(() => bridge.studio.set_network({ project_id, ...game.network, ...changes }));
  return (
    <div className={styles.controls}>
      <Select
        label={t('network.latency')}
        value={String(latency_ms)}
        options={optionsOf(latencies, latency_ms).map((ms) => ({
          value: String(ms),
          label: ms === 0 ? t('network.no_latency') : t('network.latency_ms', { ms }),
        }))}
        onChange={(value) => setNetwork({ latency_ms: Number(value) })}
      />
      <Select
        label={t('network.loss')}
        value={String(loss_percent)}
        options={optionsOf(losses, loss_percent).map((percent) => ({
          value: String(percent),
          label: percent === 0 ? t('network.no_loss') : t('network.loss_percent', { percent }),
        }))}
        onChange={(value) => setNetwork({ loss_percent: Number(value) })}
      />
      <Button size="sm" aria-haspopup="dialog" onClick={() => setFixturesOpen(true)}>
        <IconBookmark size={15} stroke={1.75} aria-hidden="true" />
        {t('fixtures.button', { count: fixtures.length })}
      </Button>
      {fixturesOpen && <FixturesDialog project={project} onClose={() => setFixturesOpen(false)} />}
    </div>
  );
}
