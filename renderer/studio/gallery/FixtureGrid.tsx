import { useTranslation } from 'react-i18next';
import type { StudioProject } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { asProblem } from '../../core/problem.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import styles from './Gallery.module.css';
import { type ListedFixture, useFixturePosition } from './queries.ts';
import { VariantFigure } from './VariantFigure.tsx';
import { variants } from './variants.ts';

interface FixtureGridProps {
  project: StudioProject;
  /** Of the board. */
  url: string;
  fixture: ListedFixture;
  role: Role;
}

/** The board of one seat at the position of a fixture, in every variant. */
export function FixtureGrid({ project, url, fixture, role }: FixtureGridProps) {
  const { t } = useTranslation('studio');
  const { data, error } = useFixturePosition(project, fixture);
  if (error) {
    const problem = asProblem(error);
    // The message says which answer the hooks no longer take.
    if (problem.code === 'not_found') return <p className="bad">{escapeInvisible(problem.message)}</p>;
    return <ProblemLine problem={problem} />;
  }
  if (!data) return <SkeletonRows rows={3} />;
  const seat = data.seats[role];
  if (seat.board_record === null) return <p className="dim">{t('gallery.no_record')}</p>;
  return (
    <ul className={styles.grid} aria-label={t('gallery.grid', { fixture: fixture.name, seat: t(`seat.${role}`) })}>
      {variants.map((variant) => (
        <li key={variant.id} data-board-variant={variant.id}>
          <VariantFigure
            key={url}
            variant={variant}
            url={url}
            role={role}
            seat={{ ...seat, board_record: seat.board_record! }}
            options={data.options}
          />
        </li>
      ))}
    </ul>
  );
}
