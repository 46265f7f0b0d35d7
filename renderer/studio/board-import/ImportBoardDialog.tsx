import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardImport } from '../../../shared/bridge/board-import.ts';
import { bundleLimits } from '../../../shared/bundle/limits.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useBridge } from '../../core/context.tsx';
import { useAction } from '../../core/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledDialog } from '../../ui/Dialog.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { reveal } from '../../ui/reveal.ts';
import { ImportedChanges } from './ImportedChanges.tsx';
import { base64Of } from './page-bytes.ts';

interface Page {
  name: string;
  base64: string;
}

type Preview = { page: Page; result: BoardImport };
type FileProblem = 'too_large' | 'unreadable';

/** Brings a page of another client into a project: shows what changes and what can't work, and writes after a yes. */
export function ImportBoardDialog({ projectId, onClose }: { projectId: string; onClose(): void }) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null);
  const [written, setWritten] = useState<number | null>(null);
  const { busy, problem, run, clearProblem } = useAction();

  const importPage = (page: Page, apply: boolean) =>
    bridge.studio.import_board({ project_id: projectId, page_base64: page.base64, apply });
  const choose = async (file: File) => {
    setPreview(null);
    setFileProblem(null);
    clearProblem();
    if (file.size > bundleLimits.fileBytes) return setFileProblem('too_large');
    const base64 = await base64Of(file).catch(() => null);
    if (base64 === null) return setFileProblem('unreadable');
    const page = { name: file.name, base64 };
    await run(async () => setPreview({ page, result: await importPage(page, false) }));
  };
  const apply = ({ page }: Preview) => run(async () => setWritten((await importPage(page, true)).written.length));

  const taken = problem?.code === 'already_exists' ? firstPath(problem.detail) : null;
  return (
    <TitledDialog title={t('import.title')} size={680} onClose={onClose}>
      <div className="col gap3">
        <p className="dim measure">{t('import.about')}</p>
        {written === null && (
          <div className="row wrap">
            <FileButton accept=".html,.htm" aria-disabled={busy || undefined} onFile={(file) => void choose(file)}>
              <IconFile size={17} stroke={1.75} aria-hidden="true" />
              {t(preview ? 'import.another' : 'import.choose')}
            </FileButton>
            <span className="small dim">{preview ? escapeInvisible(preview.page.name) : t('import.none')}</span>
          </div>
        )}
        {fileProblem && (
          <p className="small bad" role="alert" ref={reveal}>
            {t(`import.${fileProblem}`)}
          </p>
        )}
        {taken !== null ? (
          <p className="bad" role="alert" ref={reveal}>
            {t('import.taken', { file: escapeInvisible(taken) })}
          </p>
        ) : (
          problem && <ProblemLine problem={problem} />
        )}
        {preview && written === null && <ImportedChanges result={preview.result} />}
        <p className={written === null ? 'offscreen' : ''} role="status">
          {written !== null && t('import.done', { count: written })}
        </p>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        {preview && written === null && (
          <Button
            className="end"
            variant="primary"
            aria-disabled={busy || undefined}
            onClick={() => !busy && void apply(preview)}
          >
            {t(busy ? 'import.doing' : 'import.do')}
          </Button>
        )}
      </DialogActions>
    </TitledDialog>
  );
}

/** `detail` of `already_exists`. */
function firstPath(detail: { [name: string]: unknown } | undefined): string | null {
  const paths = detail?.paths;
  return Array.isArray(paths) && typeof paths[0] === 'string' ? `ui/${paths[0]}` : null;
}
