import type { EditorView } from '@codemirror/view';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type RefObject, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { HooksCheck, HooksPage, ProtocolPage } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { asProblem } from '../../core/problem.ts';
import { useInstallPassphrase } from '../../identity/use-install-passphrase.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { shortHash } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { reveal } from '../../ui/reveal.ts';
import { Tag } from '../../ui/Tag.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { useHooks, useSaveHooks } from '../queries.ts';
import { CodeEditor, type CodeProblem } from './CodeEditor.tsx';
import { dropDraft, hooksDrafts, storeDraft } from './drafts.ts';
import styles from './HooksEditor.module.css';
import { type CodePosition, type HooksProblem, problemsOf } from './problems.ts';

interface HooksEditorProps {
  page: ProtocolPage;
  hooks: HooksPage;
  text: string;
  check: HooksCheck | null;
  view: RefObject<EditorView | null>;
  /** Moves the cursor there. */
  onShowPosition(position: CodePosition): void;
}

/** The hooks file: its state, an editor, and the problems that prevent its use. */
export function HooksEditor({ page, hooks, text, check, view, onShowPosition }: HooksEditorProps) {
  const { t } = useTranslation('protocols');
  const { protocol_id } = page;
  const aboutId = useId();
  const draft = useStore(hooksDrafts, (drafts) => drafts[protocol_id]);
  const save = useSaveHooks(protocol_id);
  const { install, dialog } = useInstallPassphrase();
  const { refetch } = useHooks(protocol_id);
  const isChanged = text !== hooks.text;
  const problems = useMemo(
    () => problemsOf(text, check).map((problem) => ({ ...problem, message: problemMessage(problem, t) })),
    [text, check, t],
  );
  const isTooLong = problems.some(({ kind }) => kind === 'long');
  const canSave = hooks.editable && (isChanged || hooks.hash === null) && !isTooLong && !save.isPending;
  const hasConflict = save.error && asProblem(save.error).code === 'hooks_changed';

  const saveText = (based_on: string | null) =>
    install(async (passphrase) => {
      await save.mutateAsync({ text, based_on, passphrase });
      dropDraft(protocol_id);
    });
  const saveDraft = () => canSave && saveText(draft?.based_on ?? hooks.hash);
  const onChange = (newText: string) => {
    if (newText === hooks.text) dropDraft(protocol_id);
    else storeDraft(protocol_id, { text: newText, based_on: draft?.based_on ?? hooks.hash });
  };
  const replaceText = (newText: string) => {
    save.reset();
    onChange(newText);
    view.current?.focus();
  };
  const overwrite = async () => {
    const { data } = await refetch();
    if (data) saveText(data.hash);
  };
  const tone = hooks.state === 'finished' || hooks.state === 'by_hand' ? 'good' : 'warn';
  return (
    <section className={styles.editor} aria-labelledby={`${aboutId}-title`}>
      <header className={styles.head}>
        <h2 id={`${aboutId}-title`}>{t('hooks.title')}</h2>
        <Tag tone={tone}>{t(`hooks_state.${hooks.state}`)}</Tag>
        {isChanged && <Tag tone="warn">{t('hooks.unsaved')}</Tag>}
        <span className="end row wrap small">
          {hooks.hash !== null && (
            <>
              <span className="faint">{t('hooks.pinned')}</span>
              <CopyButton value={hooks.hash} label={shortHash(hooks.hash)} />
            </>
          )}
        </span>
      </header>
      <p id={aboutId} className={`${styles.about} small dim`}>
        {hooks.origin !== null && <>{t(`hooks.origin.${hooks.origin}`)} </>}
        {t(hooks.editable ? 'hooks.keys' : 'hooks.read_only')}
      </p>
      <CodeEditor
        key={protocol_id}
        text={text}
        editable={hooks.editable}
        problems={problems}
        view={view}
        describedBy={aboutId}
        onChange={onChange}
        onSave={saveDraft}
      />
      <Problems problems={problems} isChecked={check !== null} onShowPosition={onShowPosition} />
      {save.error && !hasConflict && <ProblemLine problem={asProblem(save.error)} />}
      {hasConflict && (
        <div className={`row wrap ${styles.conflict}`} role="alert" ref={reveal}>
          <span className="grow">{t('hooks.conflict')}</span>
          <Button
            size="sm"
            onClick={() => {
              save.reset();
              dropDraft(protocol_id);
              void refetch();
            }}
          >
            {t('hooks.take_theirs')}
          </Button>
          <Button size="sm" onClick={() => void overwrite()}>
            {t('hooks.keep_mine')}
          </Button>
        </div>
      )}
      {hooks.editable && (
        <footer className={styles.foot}>
          <Button variant="primary" aria-disabled={!canSave} onClick={saveDraft}>
            {t('hooks.save')}
          </Button>
          {isChanged && <Button onClick={() => replaceText(hooks.text)}>{t('hooks.revert')}</Button>}
          {text !== hooks.skeleton && (
            <TextButton onClick={() => replaceText(hooks.skeleton)}>{t('hooks.from_skeleton')}</TextButton>
          )}
          <span className="small faint end" role="status">
            {save.isSuccess && !isChanged ? t('hooks.saved') : ''}
          </span>
        </footer>
      )}
      {dialog}
    </section>
  );
}

function problemMessage(problem: HooksProblem, t: TFunction<'protocols'>): string {
  switch (problem.kind) {
    case 'failed':
      return escapeInvisible(problem.message);
    case 'open':
      return t('hooks.open', { method: escapeInvisible(problem.method) });
    case 'marker':
      return t('hooks.marker');
    case 'long':
      return t('hooks.long', { count: problem.characters });
  }
}

interface ProblemsProps {
  problems: readonly CodeProblem[];
  isChecked: boolean;
  onShowPosition(position: CodePosition): void;
}

function Problems({ problems, isChecked, onShowPosition }: ProblemsProps) {
  const { t } = useTranslation('protocols');
  if (problems.length === 0) {
    return (
      <p className={`row ${styles.fine} small`} role="status">
        {isChecked && (
          <>
            <IconCircleCheck size={16} stroke={1.75} className="good" aria-hidden="true" />
            {t('hooks.fine')}
          </>
        )}
      </p>
    );
  }
  return (
    <section className={styles.problems} aria-label={t('hooks.problems')}>
      <h3 className="small">{t('hooks.problem_count', { count: problems.length })}</h3>
      <ul>
        {problems.map(({ position, message }) => (
          <li key={message}>
            <IconAlertTriangle size={15} stroke={1.75} aria-hidden="true" />
            {position && (
              <TextButton onClick={() => onShowPosition(position)}>
                {t('hooks.line', { line: position.line })}
              </TextButton>
            )}
            <bdi className="grow">{message}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
