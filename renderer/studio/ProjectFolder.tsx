import { useTranslation } from 'react-i18next';
import { useApp, useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './ProjectFolder.module.css';
import { useProjectPath } from './queries.ts';

/** The path of the project's folder with a copy button; the desktop app can also open the folder. */
export function ProjectFolder({ projectId }: { projectId: string }) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const desktop = useApp((app) => app.shell === 'desktop');
  const { busy, problem, run } = useAction();
  const problemText = useProblemText();
  const path = useProjectPath(projectId).data?.path;
  return (
    <p className={`${styles.folder} small dim`} data-testid="folder">
      {path !== undefined && <CopyButton value={path} />}
      {path !== undefined && desktop && (
        <TextButton
          aria-disabled={busy || undefined}
          onClick={() => void run(() => bridge.studio.show_folder({ project_id: projectId }))}
        >
          {t('show_folder')}
        </TextButton>
      )}
      {problem && <span className="bad">{problemText(problem).title}</span>}
    </p>
  );
}
