import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioGame, StudioProject } from '../../../shared/bridge/contract.ts';
import { type Role, roles } from '../../../shared/tables/hooks.ts';
import { browserCanContainBoards } from '../../boards/containment.ts';
import { useApp } from '../../core/context.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { FixtureGrid } from './FixtureGrid.tsx';
import styles from './Gallery.module.css';
import { KeepPosition } from './KeepPosition.tsx';

interface GalleryTabProps {
  project: StudioProject;
  game: StudioGame;
  /** The position that is looked at; null is the current one. */
  frame: number | null;
}

/** Keeps positions as fixtures, and shows the board of one in all themes, languages and sizes side by side. */
export function GalleryTab({ project, game, frame }: GalleryTabProps) {
  const { t } = useTranslation('studio');
  const shell = useApp((app) => app.shell);
  const [chosen, setChosen] = useState<string | null>(null);
  const [role, setRole] = useState<Role>('guest');
  const { board, fixtures } = project;
  const fixture = fixtures.find(({ name }) => name === chosen) ?? fixtures[0];
  const isContained = shell === 'desktop' || browserCanContainBoards();
  return (
    <div className={styles.gallery}>
      <div className={styles.head}>
        {fixture && (
          <>
            <Select
              label={t('gallery.fixture')}
              value={fixture.name}
              options={fixtures.map(({ name }) => ({ value: name, label: name }))}
              onChange={setChosen}
            />
            <Segments
              label={t('gallery.seat')}
              value={role}
              options={roles.map((value) => ({ value, label: t(`seat.${value}`) }))}
              onChange={(next) => setRole(next)}
            />
          </>
        )}
        <KeepPosition project={project} game={game} frame={frame} onKept={setChosen} />
      </div>
      {fixture === undefined ? (
        <p className="dim">{t('gallery.none')}</p>
      ) : board === null ? (
        <p className="dim">{t('gallery.no_board')}</p>
      ) : isContained ? (
        <FixtureGrid key={`${fixture.name} ${role}`} project={project} url={board.url} fixture={fixture} role={role} />
      ) : (
        <p className="dim">{t('uncontained')}</p>
      )}
    </div>
  );
}
