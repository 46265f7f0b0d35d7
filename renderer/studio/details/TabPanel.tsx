import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioFrame, StudioProject } from '../../../shared/bridge/contract.ts';
import type { Json } from '../../../shared/json/value.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { type Role, roles } from '../../../shared/tables/hooks.ts';
import { lazyPart } from '../../core/lazy-part.ts';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { GalleryTab } from '../gallery/GalleryTab.tsx';
import { EditRows } from '../interventions/EditRows.tsx';
import { ForgeTab } from '../interventions/ForgeTab.tsx';
import { MessageReaction } from '../interventions/MessageReaction.tsx';
import { StateTab } from '../interventions/StateTab.tsx';
import { type Tab, tabs, usePreviewSettings } from '../preview/preview-settings.ts';
import type { Reports } from '../problems/reports.ts';
import { usePosition } from '../queries.ts';
import { TrialsTab } from '../trials/TrialsTab.tsx';
import { OptionsTab } from './OptionsTab.tsx';
import { PanelSplitter } from './PanelSplitter.tsx';
import styles from './TabPanel.module.css';

/** Loaded on demand with its texts, most of which only the editor needs. */
const EditorTab = lazyPart(
  ['protocols', 'studio'],
  async () => (await import('../editor/EditorTab.tsx')).EditorTab,
  <SkeletonRows rows={3} />,
);

interface TabPanelProps {
  project: StudioProject;
  frame: number | null;
  reports: Reports;
  /** Only the tabs are shown. */
  folded: boolean;
  onFrame(frame: number | null): void;
}

/** The messages between the seats, the views, the trials, the console, and the source files. */
export function TabPanel({ project, frame, reports, folded, onFrame }: TabPanelProps) {
  const { t } = useTranslation('studio');
  const { tab } = usePreviewSettings();
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const fold = (panelFolded: boolean) => usePreviewSettings.setState({ panelFolded });
  const selectTab = (nextTab: Tab) =>
    usePreviewSettings.setState({ tab: nextTab, ...(folded && { panelFolded: false }) });
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? tab;
    selectTab(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  const Chevron = folded ? IconChevronUp : IconChevronDown;
  const counts = {
    messages: project.game?.frame_count ?? 0,
    options: 0,
    view: 0,
    state: 0,
    forge: 0,
    gallery: 0,
    trials: 0,
    console: reports.consoleLines.length + project.log.length,
    editor: 0,
  };
  return (
    <section ref={section} className={styles.tabs} data-folded={folded || undefined} aria-label={t('tab.label')}>
      {!folded && <PanelSplitter getHeight={() => section.current?.offsetHeight ?? 0} />}
      <div className={styles.bar}>
        <div className={styles.tablist} role="tablist" aria-label={t('tab.label')} onKeyDown={onKey}>
          {tabs.map((entry) => (
            <button
              key={entry}
              type="button"
              role="tab"
              id={`${id}-${entry}`}
              aria-selected={tab === entry}
              aria-controls={folded ? undefined : `${id}-panel`}
              tabIndex={tab === entry ? 0 : -1}
              className={styles.tab}
              onClick={() => selectTab(entry)}
            >
              {t(`tab.${entry}`, { count: counts[entry] })}
            </button>
          ))}
        </div>
        <Button
          size="sm"
          variant="quiet"
          iconOnly
          className="end"
          aria-expanded={!folded}
          aria-label={t(folded ? 'panel.unfold' : 'panel.fold')}
          title={t(folded ? 'panel.unfold' : 'panel.fold')}
          onClick={() => fold(!folded)}
        >
          <Chevron size={17} stroke={1.75} aria-hidden="true" />
        </Button>
      </div>
      {!folded && (
        <div
          className={styles.panel}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${tab}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
          tabIndex={0}
        >
          {tab === 'messages' && <Messages project={project} frame={frame} onFrame={onFrame} />}
          {tab === 'options' && project.game && (
            <OptionsTab key={project.game.run} project={project} game={project.game} />
          )}
          {tab === 'view' && <Views project={project} frame={frame} />}
          {tab === 'state' && project.game && <StateTab project={project} game={project.game} frame={frame} />}
          {tab === 'forge' && project.game && <ForgeTab project={project} game={project.game} />}
          {tab === 'gallery' && project.game && <GalleryTab project={project} game={project.game} frame={frame} />}
          {tab === 'trials' && <TrialsTab project={project} />}
          {tab === 'console' && <ConsoleLog project={project} reports={reports} />}
          {tab === 'editor' && <EditorTab project={project} />}
        </div>
      )}
    </section>
  );
}

function Messages({
  project: { project_id, game },
  frame,
  onFrame,
}: Pick<TabPanelProps, 'project' | 'frame' | 'onFrame'>) {
  const { t } = useTranslation('studio');
  const body = useRef<HTMLTableSectionElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the slider and the keys choose a message that may be out of view
  useEffect(() => {
    body.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [frame]);
  if (!game || game.frames.length === 0) return <p className={styles.empty}>{t('messages.none')}</p>;
  const { frame_count } = game;
  return (
    <table className={styles.log}>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            {t('messages.number')}
          </th>
          <th scope="col">{t('messages.from')}</th>
          <th scope="col">{t('messages.message')}</th>
          <th scope="col">{t('messages.fields')}</th>
          <th scope="col">{t('messages.checked')}</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {game.frames.toReversed().map((entry) => (
          <Fragment key={entry.number}>
            <EditRows projectId={project_id} game={game} after={entry.number} />
            <tr data-frame={entry.number} aria-current={frame === entry.number || undefined}>
              <td className={styles.number}>
                <TextButton
                  aria-label={t('messages.look', { number: entry.number })}
                  onClick={() => onFrame(entry.number === frame_count ? null : entry.number)}
                >
                  {entry.number}
                </TextButton>
              </td>
              <td>
                {t(`role.${entry.from}`)} {entry.forged && <Tag tone="warn">{t('forge.mark')}</Tag>}
              </td>
              <td className="mono">
                <b>{escapeInvisible(String(entry.frame.action ?? '-'))}</b>
              </td>
              <td className="mono">{fieldsOf(entry.frame)}</td>
              <td className={entry.problems.length === 0 ? 'good' : 'bad'}>
                {entry.problems.length === 0 ? (
                  t('messages.fits')
                ) : (
                  <bdi>{escapeInvisible(entry.problems.join('; '))}</bdi>
                )}
                <MessageReaction frame={entry} />
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

const fieldsOf = (frame: StudioFrame['frame']): string =>
  Object.entries(frame)
    .filter(([name]) => name !== 'action')
    .map(([name, value]) => `${name} ${shorten(value)}`)
    .join(', ');

/** Long values, such as hashes, are reduced to their start and end. */
function shorten(value: Json): string {
  const text = escapeInvisible(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > 44 ? `${text.slice(0, 20)}…${text.slice(-8)}` : text;
}

function Views({ project: { project_id, game }, frame }: Pick<TabPanelProps, 'project' | 'frame'>) {
  const { t } = useTranslation('studio');
  const { data, error } = usePosition(project_id, game, frame);
  if (!game) return <p className={styles.empty}>{t('messages.none')}</p>;
  if (error) return <ProblemLine problem={asProblem(error)} />;
  const pastPosition = frame === null ? null : (data ?? null);
  const viewsOf = (role: Role) => {
    const { board_record: record, view } = pastPosition ? pastPosition[role] : game.seats[role];
    return { record, view: game.seats[role].hooks === 'own' ? view : null };
  };
  return (
    <div className={styles.views}>
      {roles.map((role) => (
        <figure key={role}>
          <figcaption className="small dim">{t('view_of', { seat: t(`seat.${role}`) })}</figcaption>
          <pre className="mono">{escapeInvisible(JSON.stringify(viewsOf(role), null, 2))}</pre>
        </figure>
      ))}
    </div>
  );
}

function ConsoleLog({ project, reports }: Pick<TabPanelProps, 'project' | 'reports'>) {
  const { t } = useTranslation('studio');
  const lines = [
    ...project.log.map(({ number, seat, text }) => ({
      id: `h${number}`,
      seat,
      by: 'hooks' as const,
      level: 'log',
      text,
    })),
    ...reports.consoleLines.map(({ number, seat, by, level, text }) => ({ id: `b${number}`, seat, by, level, text })),
  ];
  if (lines.length === 0) return <p className={styles.empty}>{t('console.none')}</p>;
  return (
    <div role="log">
      <ol className={styles.console}>
        {lines.map(({ id, seat, by, level, text }) => (
          <li key={id} data-level={level}>
            <span className="dim small">{t(`console.${by}`, { seat: t(`role.${seat}`) })}</span>
            <span className="mono">{escapeInvisible(text)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
