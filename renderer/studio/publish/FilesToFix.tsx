import { useTranslation } from 'react-i18next';
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import { reveal } from '../../ui/reveal.ts';
import { ProblemRows } from './ProblemRows.tsx';

/** The errors that prevent publication. */
export function FilesToFix({ problems }: { problems: readonly StudioProblem[] }) {
  const { t } = useTranslation('publishing');
  return (
    <div role="alert" ref={reveal}>
      <b>{t('problems_title')}</b>
      <p className="dim">{t('problems_body')}</p>
      <ProblemRows
        problems={problems.filter(({ severity, kind }) => severity === 'error' && !kind.startsWith('hooks_'))}
      />
    </div>
  );
}
