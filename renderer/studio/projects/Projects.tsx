import { IconFolder, IconPlus, IconTools } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { StudioEntry } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { setQuery, useQueryParameter } from '../../core/hash-location.ts';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { usePageTitle } from '../../ui/Page.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { SheetLayout } from '../../ui/Sheet.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { useProjects } from '../queries.ts';
import { NewProject } from './NewProject.tsx';
import styles from './Projects.module.css';

/** The list of the author's projects; the address parameter `new` opens the form for a new one. */
export function Projects() {
  const { t } = useTranslation('studio');
  const { t: tApp } = useTranslation();
  const [, navigate] = useLocation();
  const creating = useQueryParameter('new') !== null;
  const setCreating = (isOpen: boolean) => setQuery({ new: isOpen ? '' : null });
  const { data, error } = useProjects();
  const problemText = useProblemText();
  usePageTitle(tApp('room.studio'));
  const projects = data?.projects ?? null;
  const createButton = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <IconPlus size={17} stroke={1.75} aria-hidden="true" />
      {t('new')}
    </Button>
  );
  return (
    <SheetLayout
      labelledBy="studio-title"
      sheet={
        creating && (
          <NewProject
            onClose={() => setCreating(false)}
            onCreated={(project_id) => navigate(`/studio/${project_id}`)}
          />
        )
      }
    >
      <header className={styles.head}>
        <h1 id="studio-title">{tApp('room.studio')}</h1>
        {projects !== null && projects.length > 0 && <span className="end">{createButton}</span>}
      </header>
      <div className={styles.body}>
        {error !== null && projects === null ? (
          <EmptyState
            alert
            icon={<IconTools size={28} stroke={1.5} className="bad" aria-hidden="true" />}
            title={problemText(asProblem(error)).title}
            code={asProblem(error).code}
          >
            {problemText(asProblem(error)).body}
          </EmptyState>
        ) : projects === null ? (
          <SkeletonRows />
        ) : projects.length === 0 ? (
          <EmptyState
            icon={<IconTools size={28} stroke={1.5} className="good" aria-hidden="true" />}
            title={t('empty.title')}
            actions={createButton}
          >
            {t('empty.body')}
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {projects.map((project) => (
              <ProjectRow key={project.project_id} project={project} />
            ))}
          </ul>
        )}
        {(projects !== null || error !== null) && (
          <p className={`${styles.note} small dim`}>
            {t('by_command')} <CopyButton value="parlor studio ." />
          </p>
        )}
      </div>
    </SheetLayout>
  );
}

function ProjectRow({ project }: { project: StudioEntry }) {
  const { t } = useTranslation('studio');
  const { project_id, name, folder, own, protocol_id } = project;
  return (
    <li>
      <Link href={`/studio/${project_id}`} className={styles.row} data-project={project_id}>
        <IconFolder size={22} stroke={1.75} aria-hidden="true" />
        <span className="grow">
          <b className="block">{escapeInvisible(name)}</b>
          <span className="small dim">{t(own ? 'where.own' : 'where.opened', { folder })}</span>
        </span>
        {protocol_id === null ? (
          <span className="small dim">{t('no_id')}</span>
        ) : (
          <Hash value={protocol_id} className="small dim" />
        )}
      </Link>
    </li>
  );
}
