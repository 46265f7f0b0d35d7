import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconFolderOpen } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { StudioProject } from '../../shared/bridge/contract.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { usePageTitle } from '../app/Page.tsx';
import { asProblem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import { visible } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { Segments } from '../look/Segments.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { Tag } from '../look/Tag.tsx';
import { useProject } from './asking.ts';
import { DeskControls } from './DeskControls.tsx';
import { ProblemsPanel } from './ProblemsPanel.tsx';
import { noReports, type Reports, withEscape } from './reports.ts';
import { SavedLine } from './SavedLine.tsx';
import { SeatView } from './SeatView.tsx';
import styles from './Studio.module.css';
import { TabPanel } from './TabPanel.tsx';
import { Transport } from './Transport.tsx';

export function ProjectPage({ projectId }: { projectId: string }) {
  const { t } = useTranslation('studio');
  const { t: frame } = useTranslation();
  const words = useProblemWords();
  const { data, error } = useProject(projectId);
  usePageTitle(frame('room.studio'));
  if (data) return <Workshop project={data} />;
  if (error === null) return <StillRows className={styles.waiting} />;
  const problem = asProblem(error);
  return (
    <div className={styles.waiting}>
      <Empty
        alert
        icon={<IconFolderOpen size={28} stroke={1.5} className="bad" aria-hidden="true" />}
        title={problem.code === 'not_found' ? t('gone.title') : words(problem).title}
        code={problem.code}
        actions={<Link href="/studio">{t('to_list')}</Link>}
      >
        {problem.code === 'not_found' ? t('gone.body') : words(problem).body}
      </Empty>
    </div>
  );
}

const seats: readonly Role[] = ['host', 'guest'];

/** Both seats on the felt, what passes between them below, and everything that is wrong at the side. */
function Workshop({ project }: { project: StudioProject }) {
  const { t } = useTranslation('studio');
  const compact = useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false });
  const [shown, setShown] = useState<Role>('guest');
  const [drawer, setDrawer] = useState(false);
  const [reports, setReports] = useState<Reports>(noReports);
  const [frame, setFrame] = useState<number | null>(null);
  const place = useElementSize();
  const { board, game, stale, problems } = project;

  // What another board said, or this one before it was loaded anew, says nothing of what is on screen.
  const url = board?.url ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgotten with every board
  useEffect(() => setReports(noReports), [url]);
  const run = game?.run ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another game begins at its end
  useEffect(() => setFrame(null), [run]);
  useEffect(() => {
    const onRefused = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setReports((now) => withEscape(now, blockedURI));
    };
    document.addEventListener('securitypolicyviolation', onRefused);
    return () => document.removeEventListener('securitypolicyviolation', onRefused);
  }, []);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  const count = problems.length + reports.problems.length;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link href="/studio" className={styles.back} aria-label={t('to_list')} title={t('to_list')}>
          <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
        </Link>
        <div className={styles.name}>
          <span className="row">
            <h1 ref={title} tabIndex={-1} className="cut">
              {visible(project.name)}
            </h1>
            <Tag tone="warn">{t('save', { number: project.version })}</Tag>
          </span>
          <SavedLine project={project} />
        </div>
        <DeskControls />
        {compact && (
          <Button size="sm" aria-expanded={drawer} onClick={() => setDrawer(!drawer)}>
            {t('problems_button', { count })}
          </Button>
        )}
      </header>
      <section className={styles.felt} aria-label={t('seats')}>
        {compact && (
          <Segments
            label={t('seat_shown')}
            value={shown}
            options={seats.map((value) => ({ value, label: t(`seat.${value}`) }))}
            onChange={(value) => setShown(value)}
          />
        )}
        {game ? (
          <>
            <div className={styles.seats} ref={place.ref}>
              {seats.map((role) => (
                <SeatView
                  key={role}
                  project={project}
                  game={game}
                  role={role}
                  frame={frame}
                  hidden={compact && role !== shown}
                  onReports={setReports}
                />
              ))}
            </div>
            <Transport project={project} game={game} frame={frame} onFrame={setFrame} />
          </>
        ) : (
          <p className={styles.nogame}>{t('no_game')}</p>
        )}
        {(stale.game || stale.board) && (
          <p className={styles.stale} role="status">
            {t(stale.game ? 'stale.game' : 'stale.board')}
          </p>
        )}
      </section>
      <TabPanel project={project} frame={frame} reports={reports} onFrame={setFrame} />
      {(!compact || drawer) && (
        <ProblemsPanel
          project={project}
          reports={reports}
          drawer={compact}
          onClose={compact ? () => setDrawer(false) : null}
        />
      )}
    </div>
  );
}
