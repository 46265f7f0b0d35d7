import { useTranslation } from 'react-i18next';
import type { StudioProject } from '../../../shared/bridge/contract.ts';
import { asProblem } from '../../core/problem.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { AdversaryTrial } from './AdversaryTrial.tsx';
import { useTrials } from './queries.ts';
import { SimulationTrial } from './SimulationTrial.tsx';
import styles from './Trials.module.css';

/** What an author lets a computer try: an adversary, and many games. */
export function TrialsTab({ project }: { project: StudioProject }) {
  const { t } = useTranslation('studio');
  const { data, error } = useTrials(project.project_id);
  if (error) return <ProblemLine problem={asProblem(error)} />;
  if (!data) return <SkeletonRows rows={3} />;
  const { project_id, version, rules_hash } = project;
  return (
    <div className={styles.trials}>
      <section className="col" data-trial="adversary">
        <h2>{t('trial.adversary.title')}</h2>
        <p className="small dim">{t('trial.adversary.body')}</p>
        <AdversaryTrial projectId={project_id} version={version} rulesHash={rules_hash} run={data.adversary} />
      </section>
      <section className="col" data-trial="simulation">
        <h2>{t('trial.simulation.title')}</h2>
        <p className="small dim">{t('trial.simulation.body')}</p>
        <SimulationTrial projectId={project_id} rulesHash={rules_hash} run={data.simulation} />
      </section>
    </div>
  );
}
