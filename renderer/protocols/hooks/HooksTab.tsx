import type { EditorView } from '@codemirror/view';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { HooksPage, ProtocolPage } from '../../../shared/bridge/contract.ts';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { useDownload, useHooks, useHooksCheck } from '../queries.ts';
import { ByHandCard } from './ByHandCard.tsx';
import { hooksDrafts } from './drafts.ts';
import { HooksEditor } from './HooksEditor.tsx';
import styles from './HooksTab.module.css';
import { type CodePosition, maxHooksCharacters, revealPosition } from './problems.ts';
import { SelfPlay } from './SelfPlay.tsx';

/** Milliseconds without typing before the text is checked. */
const checkDelayMs = 500;

/** The hooks of a protocol: an editor with problems, self-play, and playing by hand. */
export function HooksTab({ page }: { page: ProtocolPage }) {
  if (page.source === 'community') return <DownloadPrompt page={page} />;
  return <InstalledHooks page={page} />;
}

function InstalledHooks({ page }: { page: ProtocolPage }) {
  const { data, error, refetch } = useHooks(page.protocol_id);
  if (error) {
    return (
      <div className={styles.centre}>
        <ProblemState error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return data ? <HooksPanes page={page} hooks={data} /> : <SkeletonRows rows={6} className={styles.centre} />;
}

function HooksPanes({ page, hooks }: { page: ProtocolPage; hooks: HooksPage }) {
  const { protocol_id } = page;
  const draft = useStore(hooksDrafts, (drafts) => drafts[protocol_id]);
  const view = useRef<EditorView>(null);
  const text = draft?.text ?? hooks.text;
  const [debouncedText] = useDebouncedValue(text, checkDelayMs);
  const check = useHooksCheck(protocol_id, debouncedText.length > maxHooksCharacters ? null : debouncedText);
  const showPosition = (position: CodePosition) => view.current && revealPosition(view.current, position);
  return (
    <div className={styles.columns}>
      <HooksEditor
        page={page}
        hooks={hooks}
        text={text}
        check={check.data ?? null}
        view={view}
        onShowPosition={showPosition}
      />
      <div className={styles.side}>
        <SelfPlay page={page} text={text} onShowPosition={showPosition} />
        <ByHandCard page={page} hooks={hooks} />
      </div>
    </div>
  );
}

function DownloadPrompt({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const download = useDownload(page.protocol_id);
  return (
    <div className={styles.centre}>
      <EmptyState
        icon={<IconDownload size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t('hooks.not_here_title')}
        actions={
          <Button variant="primary" disabled={download.isPending} onClick={() => download.mutate(null)}>
            {t(download.isPending ? 'bringing' : 'bring')}
          </Button>
        }
      >
        {t('hooks.not_here')}
      </EmptyState>
      {download.error && <ProblemLine problem={asProblem(download.error)} />}
    </div>
  );
}
