import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconFolderOpen } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { StudioProject } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { type Role, roles } from '../../shared/tables/hooks.ts';
import { asProblem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { usePageTitle } from '../ui/Page.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { Tag } from '../ui/Tag.tsx';
import { TabPanel } from './details/TabPanel.tsx';
import { ProjectFolder } from './ProjectFolder.tsx';
import styles from './ProjectPage.module.css';
import { PlaybackControls } from './preview/PlaybackControls.tsx';
import { ProjectControls } from './preview/ProjectControls.tsx';
import { usePreviewSettings } from './preview/preview-settings.ts';
import { SeatView } from './preview/SeatView.tsx';
import { ProblemsPanel } from './problems/ProblemsPanel.tsx';
import { allProblems, noReports, type Reports, withBlockedNavigation } from './problems/reports.ts';
import { PublishButton } from './publish/PublishButton.tsx';
import { useProject } from './queries.ts';
import { SaveStatus } from './SaveStatus.tsx';

/** The page of one project: a skeleton while it loads, then the project or the reason why it can't be opened. */
export function ProjectPage({ projectId }: { projectId: string }) {
  const { t } = useTranslation('studio');
  const { t: tApp } = useTranslation();
  const problemText = useProblemText();
  const { data, error } = useProject(projectId);
  usePageTitle(tApp('room.studio'));
  if (data) return <OpenProject project={data} />;
  const heading = <h1 className="offscreen">{tApp('room.studio')}</h1>;
  if (error === null) {
    return (
      <div className={styles.waiting}>
        {heading}
        <SkeletonRows />
      </div>
    );
  }
  const problem = asProblem(error);
  return (
    <div className={styles.waiting}>
      {heading}
      <EmptyState
        alert
        icon={<IconFolderOpen size={28} stroke={1.5} className="bad" aria-hidden="true" />}
        title={problem.code === 'not_found' ? t('gone.title') : problemText(problem).title}
        code={problem.code}
        actions={<Link href="/studio">{t('to_list')}</Link>}
      >
        {problem.code === 'not_found' ? t('gone.body') : problemText(problem).body}
      </EmptyState>
    </div>
  );
}

/** An open project: both seats, the messages below, and the problems beside them. */
function OpenProject({ project }: { project: StudioProject }) {
  const { t } = useTranslation('studio');
  const compact = useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false });
  const [visibleRole, setVisibleRole] = useState<Role>('guest');
  const low = useMediaQuery('(max-height: 699px)', undefined, { getInitialValueInEffect: false });
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [reports, setReports] = useState<Reports>(noReports);
  const [frame, setFrame] = useState<number | null>(null);
  const { tab, panelHeight, panelFolded, problemsShown } = usePreviewSettings();
  const folded = panelFolded ?? low;
  const problemsOpen = compact ? drawerOpen : problemsShown;
  const showProblems = (open: boolean) =>
    compact ? setDrawerOpen(open) : usePreviewSettings.setState({ problemsShown: open });
  const solo = usePreviewSettings((settings) => settings.solo[project.project_id] ?? null);
  const { board, game, stale, problems } = project;

  // Reports of an earlier board or load no longer apply.
  const url = board?.url ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset with every board
  useEffect(() => setReports(noReports), [url]);
  const run = game?.run ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new game is shown at its latest position
  useEffect(() => setFrame(null), [run]);
  // The window's content security policy blocks navigation of a board's frame, and reports it here.
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setReports((now) => withBlockedNavigation(now, blockedURI));
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, []);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  const found = allProblems(problems, reports);
  const onlyNotes = found.length > 0 && found.every(({ severity }) => severity === 'note');
  return (
    <div
      className={styles.page}
      data-tab={folded ? 'folded' : tab}
      data-problems={problemsOpen}
      style={panelHeight === null ? undefined : ({ '--panel': `${panelHeight}px` } as CSSProperties)}
    >
      <header className={styles.head}>
        <Link href="/studio" className={styles.back} aria-label={t('to_list')} title={t('to_list')}>
          <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
        </Link>
        <div className={styles.name}>
          <span className="row">
            <h1 ref={title} tabIndex={-1} className="truncate">
              {escapeInvisible(project.name)}
            </h1>
            <Tag tone="warn">{t('save', { number: project.version })}</Tag>
          </span>
          <div className={styles.status}>
            <SaveStatus project={project} />
          </div>
          <div className={styles.folder}>
            <ProjectFolder projectId={project.project_id} />
          </div>
        </div>
        {game && (
          <div className={styles.controls}>
            <ProjectControls project={project} game={game} />
          </div>
        )}
        <PublishButton project={project} />
        <Button size="sm" aria-expanded={problemsOpen} onClick={() => showProblems(!problemsOpen)}>
          {t(onlyNotes ? 'notes' : 'problems_button', { count: found.length })}
        </Button>
      </header>
      <section className={styles.felt} aria-label={t('seats')}>
        {game ? (
          <>
            <div className={styles.seats}>
              {roles.map((role) => (
                <SeatView
                  key={role}
                  project={project}
                  game={game}
                  role={role}
                  frame={frame}
                  hidden={compact ? role !== visibleRole : solo !== null && role !== solo}
                  onSwitch={compact ? setVisibleRole : null}
                  onReports={setReports}
                />
              ))}
            </div>
            <PlaybackControls project={project} game={game} frame={frame} onFrame={setFrame} />
          </>
        ) : (
          <p className={styles.empty}>{t('no_game')}</p>
        )}
        {(stale.game || stale.board) && (
          <p className={styles.stale} role="status">
            {t(stale.game ? 'stale.game' : 'stale.board')}
          </p>
        )}
      </section>
      <TabPanel project={project} frame={frame} reports={reports} folded={folded} onFrame={setFrame} />
      {problemsOpen && (
        <ProblemsPanel project={project} reports={reports} drawer={compact} onClose={() => showProblems(false)} />
      )}
    </div>
  );
}
