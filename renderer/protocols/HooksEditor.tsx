import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { HooksCheck, HooksPage, ProtocolPage } from '../../shared/bridge/contract.ts';
import { asProblem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { shortHash } from '../look/format.ts';
import { visible } from '../look/peer-text.ts';
import { Tag } from '../look/Tag.tsx';
import { TextButton } from '../look/TextButton.tsx';
import { useHooks, useSaveHooks } from './asking.ts';
import { dropDraft, hooksDrafts, keepDraft } from './drafts.ts';
import styles from './Hooks.module.css';
import { HooksText, replaceAll } from './HooksText.tsx';
import { type HooksProblem, type Place, problemsOf } from './hooks-text.ts';

interface HooksEditorProps {
  page: ProtocolPage;
  hooks: HooksPage;
  text: string;
  check: HooksCheck | null;
  area: RefObject<HTMLTextAreaElement | null>;
  onShow(place: Place): void;
}

/** The hooks file: what it is, its text, and what keeps it from being played with. */
export function HooksEditor({ page, hooks, text, check, area, onShow }: HooksEditorProps) {
  const { t } = useTranslation('protocols');
  const { protocol_id } = page;
  const about = useId();
  const draft = useStore(hooksDrafts, (drafts) => drafts[protocol_id]);
  const save = useSaveHooks(protocol_id);
  const { refetch } = useHooks(protocol_id);
  const changed = text !== hooks.text;
  const problems = problemsOf(text, check);
  const marked = [...new Set(problems.flatMap(({ place }) => (place ? [place.line] : [])))];
  const tooLong = problems.some(({ kind }) => kind === 'long');
  const canSave = hooks.editable && (changed || hooks.hash === null) && !tooLong && !save.isPending;
  const conflict = save.error && asProblem(save.error).code === 'hooks_changed';

  const write = (based_on: string | null) =>
    save.mutate({ text, based_on }, { onSuccess: () => dropDraft(protocol_id) });
  const onChange = (next: string) => {
    if (next === hooks.text) dropDraft(protocol_id);
    else keepDraft(protocol_id, { text: next, based_on: draft?.based_on ?? hooks.hash });
  };
  const put = (next: string) => {
    save.reset();
    if (area.current) replaceAll(area.current, next);
  };
  const overwrite = async () => {
    const { data } = await refetch();
    if (data) write(data.hash);
  };
  const tone = hooks.state === 'finished' || hooks.state === 'by_hand' ? 'ok' : 'warn';
  return (
    <section className={styles.editor} aria-labelledby={`${about}-title`}>
      <header className={styles.editorhead}>
        <h2 id={`${about}-title`}>{t('hooks.title')}</h2>
        <Tag tone={tone}>{t(`hooks_state.${hooks.state}`)}</Tag>
        {changed && <Tag tone="warn">{t('hooks.unsaved')}</Tag>}
        <span className="end row wrap small">
          {hooks.hash !== null && (
            <>
              <span className="faint">{t('hooks.pinned')}</span>
              <CopyButton value={hooks.hash} shown={shortHash(hooks.hash)} />
            </>
          )}
        </span>
      </header>
      <p id={about} className={`${styles.about} small dim`}>
        {hooks.origin !== null && <>{t(`hooks.origin.${hooks.origin}`)} </>}
        {t(hooks.editable ? 'hooks.keys' : 'hooks.read_only')}
      </p>
      <HooksText
        text={text}
        editable={hooks.editable}
        marked={marked}
        area={area}
        describedBy={about}
        onChange={onChange}
        onSave={() => canSave && write(draft?.based_on ?? hooks.hash)}
      />
      <Problems problems={problems} checked={check !== null} onShow={onShow} />
      {save.error && !conflict && <ProblemLine problem={asProblem(save.error)} />}
      {conflict && (
        <div className={styles.conflict} role="alert">
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
          <Button
            look="primary"
            aria-disabled={!canSave}
            onClick={() => canSave && write(draft?.based_on ?? hooks.hash)}
          >
            {t('hooks.save')}
          </Button>
          {changed && <Button onClick={() => put(hooks.text)}>{t('hooks.revert')}</Button>}
          {text !== hooks.skeleton && (
            <TextButton onClick={() => put(hooks.skeleton)}>{t('hooks.from_skeleton')}</TextButton>
          )}
          <span className="small faint end" role="status">
            {save.isSuccess && !changed ? t('hooks.saved') : ''}
          </span>
        </footer>
      )}
    </section>
  );
}

interface ProblemsProps {
  problems: readonly HooksProblem[];
  checked: boolean;
  onShow(place: Place): void;
}

function Problems({ problems, checked, onShow }: ProblemsProps) {
  const { t } = useTranslation('protocols');
  const words = (problem: HooksProblem): string => {
    switch (problem.kind) {
      case 'failed':
        return visible(problem.message);
      case 'open':
        return t('hooks.open', { method: visible(problem.method) });
      case 'marker':
        return t('hooks.marker');
      case 'long':
        return t('hooks.long', { count: problem.characters });
    }
  };
  if (problems.length === 0) {
    return (
      <p className={`${styles.fine} small`} role="status">
        {checked && (
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
        {problems.map((problem) => (
          <li key={words(problem)}>
            <IconAlertTriangle size={15} stroke={1.75} aria-hidden="true" />
            {problem.place ? (
              <TextButton onClick={() => problem.place && onShow(problem.place)}>
                {t('hooks.line', { line: problem.place.line })}
              </TextButton>
            ) : null}
            <bdi className="grow">{words(problem)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
