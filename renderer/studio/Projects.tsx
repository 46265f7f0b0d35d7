import { IconFolder, IconPlus, IconTools } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { StudioEntry } from '../../shared/bridge/contract.ts';
import { usePageTitle } from '../app/Page.tsx';
import { asProblem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { Empty } from '../look/Empty.tsx';
import { Hash } from '../look/Hash.tsx';
import { visible } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { SheetPlace } from '../look/Sheet.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { useProjects } from './asking.ts';
import { NewProject } from './NewProject.tsx';
import styles from './Projects.module.css';

/** Every folder an author works on; a click opens it with its two seats. */
export function Projects() {
  const { t } = useTranslation('studio');
  const { t: frame } = useTranslation();
  const [, go] = useLocation();
  const [making, setMaking] = useState(false);
  const { data, error } = useProjects();
  const words = useProblemWords();
  usePageTitle(frame('room.studio'));
  const projects = data?.projects ?? null;
  const begin = (
    <Button look="primary" onClick={() => setMaking(true)}>
      <IconPlus size={17} stroke={1.75} aria-hidden="true" />
      {t('new')}
    </Button>
  );
  return (
    <SheetPlace
      labelledBy="studio-title"
      sheet={
        making && <NewProject onClose={() => setMaking(false)} onMade={(project_id) => go(`/studio/${project_id}`)} />
      }
    >
      <header className={styles.head}>
        <h1 id="studio-title">{frame('room.studio')}</h1>
        {projects !== null && projects.length > 0 && <span className="end">{begin}</span>}
      </header>
      <div className={styles.body}>
        {error !== null && projects === null ? (
          <Empty
            alert
            icon={<IconTools size={28} stroke={1.5} className="bad" aria-hidden="true" />}
            title={words(asProblem(error)).title}
            code={asProblem(error).code}
          >
            {words(asProblem(error)).body}
          </Empty>
        ) : projects === null ? (
          <StillRows />
        ) : projects.length === 0 ? (
          <Empty
            icon={<IconTools size={28} stroke={1.5} className="good" aria-hidden="true" />}
            title={t('empty.title')}
            actions={begin}
          >
            {t('empty.body')}
          </Empty>
        ) : (
          <ul className={styles.list}>
            {projects.map((project) => (
              <ProjectRow key={project.project_id} project={project} />
            ))}
          </ul>
        )}
        <p className={`${styles.note} small dim`}>
          {t('by_command')} <CopyButton value="parlor studio ." />
        </p>
      </div>
    </SheetPlace>
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
          <b className="block">{visible(name)}</b>
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
