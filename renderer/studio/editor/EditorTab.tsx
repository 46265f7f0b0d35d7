import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { jsonLanguage } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { useMutation } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StudioProject, type StudioSourceFile, studioSourceFiles } from '../../../shared/bridge/contract.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { CodeEditor, type CodeProblem } from '../../protocols/hooks/CodeEditor.tsx';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { ImportBoardButton } from '../board-import/ImportBoardButton.tsx';
import { useStudioProblemText } from '../problems/problem-text.ts';
import { useSource } from '../queries.ts';
import { specOf } from '../spec-of.ts';
import { dropDraft, finishSave, storeDraft, useDraft } from './drafts.ts';
import styles from './EditorTab.module.css';
import { completeHooks } from './hooks-completion.ts';
import { completeSpec } from './spec-completion.ts';
import { specProblems } from './spec-problems.ts';

const typingAids = [closeBrackets(), keymap.of([...closeBracketsKeymap, ...completionKeymap])];
const specLanguage: Extension = [jsonLanguage, autocompletion({ override: [completeSpec] }), typingAids];

/** An editor for the two source files, with completion; for authors without an editor of their own. */
export function EditorTab({ project }: { project: StudioProject }) {
  const [file, setFile] = useState<StudioSourceFile>('spec.json');
  const { project_id, version } = project;
  const { data, error } = useSource(project_id, version, file);
  return (
    <div className={styles.editor}>
      {error && <ProblemLine problem={asProblem(error)} />}
      {data && <SourceEditor key={file} project={project} file={file} savedFile={data} onFile={setFile} />}
    </div>
  );
}

interface SourceProps {
  project: StudioProject;
  file: StudioSourceFile;
  savedFile: { text: string; hash: string | null };
  onFile(file: StudioSourceFile): void;
}

function SourceEditor({ project, file, savedFile, onFile }: SourceProps) {
  const { t } = useTranslation('studio');
  const { studio } = useBridge();
  const statusId = useId();
  const view = useRef<EditorView>(null);
  const { project_id, version } = project;
  const draft = useDraft(project_id, file);
  const { data: specFile } = useSource(project_id, version, 'spec.json');
  const spec = useRef<Spec | null>(null);
  spec.current = useMemo(() => specOf(specFile?.text ?? ''), [specFile]);
  const language = useMemo<Extension>(
    () =>
      file === 'spec.json'
        ? specLanguage
        : [javascriptLanguage, autocompletion({ override: [completeHooks(() => spec.current)] }), typingAids],
    [file],
  );
  const text = draft?.text ?? savedFile.text;
  const problems = useProblems(project, file, text, draft !== undefined);
  const save = useMutation({
    mutationFn: (based_on: string | null) => studio.write_source({ project_id, file, text, based_on }),
    onSuccess: ({ hash }) => {
      if (hash !== null) finishSave(project_id, file, { text, based_on: hash });
    },
  });
  const hasConflict = save.data?.hash === null && draft !== undefined;
  const saveDraft = () => draft && !save.isPending && save.mutate(draft.based_on);
  return (
    <>
      <div className={`row ${styles.head}`}>
        <Segments
          label={t('editor.file')}
          value={file}
          options={studioSourceFiles.map((value) => ({ value, label: value }))}
          onChange={onFile}
        />
        <span id={statusId} className="small dim grow" role="status">
          {t(hasConflict ? 'editor.conflict' : draft ? 'editor.unsaved' : 'editor.saved')}
        </span>
        <span className="small faint">{t('editor.keys')}</span>
        <ImportBoardButton projectId={project_id} />
        {save.error && <ProblemLine problem={asProblem(save.error)} />}
        {draft && (
          <Button size="sm" onClick={() => dropDraft(project_id, file)}>
            {t('editor.revert')}
          </Button>
        )}
        <Button
          size="sm"
          variant="primary"
          aria-disabled={!draft}
          onClick={() => (hasConflict ? save.mutate(savedFile.hash) : saveDraft())}
        >
          {t(hasConflict ? 'editor.overwrite' : 'editor.save')}
        </Button>
      </div>
      <CodeEditor
        text={text}
        editable
        problems={problems}
        view={view}
        label={file}
        describedBy={statusId}
        language={language}
        onChange={(newText) => {
          if (newText === savedFile.text) dropDraft(project_id, file);
          else storeDraft(project_id, file, { text: newText, based_on: draft?.based_on ?? savedFile.hash });
        }}
        onSave={saveDraft}
      />
    </>
  );
}

/** The problems to mark: those of a spec as typed; those of hooks on disk, until they are edited. */
function useProblems(project: StudioProject, file: StudioSourceFile, text: string, isEdited: boolean): CodeProblem[] {
  const problemText = useStudioProblemText();
  const { problems } = project;
  return useMemo(() => {
    if (file === 'spec.json') return specProblems(text);
    if (isEdited) return [];
    return problems.flatMap((problem): CodeProblem[] => {
      const { line, column, severity } = problem;
      if (problem.file !== file || line === null) return [];
      const { title, body } = problemText(problem);
      const message = body === '' ? title : `${title}: ${body}`;
      return [{ kind: severity === 'error' ? 'failed' : 'open', position: { line, column: column ?? 1 }, message }];
    });
  }, [problems, file, text, isEdited, problemText]);
}
