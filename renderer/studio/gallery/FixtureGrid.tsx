import { useTranslation } from 'react-i18next';
import { variants } from '../../../shared/boards/gallery-variants.ts';
import type { StudioProject } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { asProblem } from '../../core/problem.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import styles from './Gallery.module.css';
import { PictureBar } from './PictureBar.tsx';
import { type ListedFixture, useFixturePosition } from './queries.ts';
import { usePictures } from './use-pictures.ts';
import { VariantFigure } from './VariantFigure.tsx';
import { VariantPicture } from './VariantPicture.tsx';

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
  const pictures = usePictures(project, fixture.name, role);
  if (error) {
    const problem = asProblem(error);
    // The message says which answer the hooks no longer take.
    if (problem.code === 'not_found') return <p className="bad">{escapeInvisible(problem.message)}</p>;
    return <ProblemLine problem={problem} />;
  }
  if (!data) return <SkeletonRows rows={3} />;
  const seat = data.seats[role];
  if (seat.board_record === null) return <p className="dim">{t('gallery.no_record')}</p>;
  const results = new Map(pictures.comparison?.results.map((result) => [result.variant, result]));
  return (
    <>
      <PictureBar pictures={pictures} />
      <ul className={styles.grid} aria-label={t('gallery.grid', { fixture: fixture.name, seat: t(`seat.${role}`) })}>
        {variants.map((variant) => {
          const result = results.get(variant.id);
          return (
            <li key={variant.id} data-board-variant={variant.id} data-picture={result?.state}>
              <VariantFigure
                key={url}
                variant={variant}
                url={url}
                role={role}
                seat={{ ...seat, board_record: seat.board_record! }}
                options={data.options}
              />
              {result && <VariantPicture project_id={project.project_id} result={result} pictures={pictures} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}
