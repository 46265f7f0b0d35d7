import { notifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isDialogOpen, isTyping, useWindowKeys } from '../core/keys.ts';
import type { Problem } from '../core/problem.ts';
import { shortcuts, useShortcuts } from '../core/shortcuts.ts';
import { undoQueue } from '../core/toast.ts';
import type { QueuedAction } from '../core/undo-queue.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import styles from './UndoToasts.module.css';

/** Shows pending actions with an undo button, and handles the undo shortcut. Rendered once, in Frame. */
export function UndoToasts() {
  const actions = useStore(undoQueue.store);
  const matchesShortcut = useShortcuts();
  useWindowKeys((event) => {
    if (!matchesShortcut(event, shortcuts.everywhere.undo) || event.defaultPrevented) return;
    if (isTyping(event.target) || isDialogOpen()) return;
    if (undoQueue.undo()) event.preventDefault();
  });
  useEffect(() => {
    const { flush } = undoQueue;
    window.addEventListener('beforeunload', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('beforeunload', flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  return actions.map((action) => <UndoToast key={action.id} action={action} />);
}

/** Shows a toast for as long as it is mounted. */
function UndoToast({ action }: { action: QueuedAction }) {
  useEffect(() => {
    if (action.state === 'running') return;
    const message = action.problem ? (
      <FailedToast action={action} problem={action.problem} />
    ) : (
      <WaitingToast action={action} />
    );
    const id = notifications.show({ message, autoClose: false, allowClose: false });
    return () => void notifications.hide(id);
  }, [action]);
  return null;
}

function WaitingToast({ action: { id, text } }: { action: QueuedAction }) {
  const { t } = useTranslation();
  const [pauseReasons, setPauseReasons] = useState({ pointer: false, focus: false });
  const updatePause = (change: Partial<typeof pauseReasons>) => {
    const next = { ...pauseReasons, ...change };
    setPauseReasons(next);
    if (next.pointer || next.focus) undoQueue.pause(id);
    else undoQueue.resume(id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses the countdown; the action is the button
    <div
      className="row gap3 grow"
      data-toast="way-back"
      data-region="toast"
      data-held={pauseReasons.pointer || pauseReasons.focus || undefined}
      onPointerEnter={() => updatePause({ pointer: true })}
      onPointerLeave={() => updatePause({ pointer: false })}
      onFocus={() => updatePause({ focus: true })}
      onBlur={() => updatePause({ focus: false })}
    >
      <span className="grow">{text}</span>
      <Button size="sm" variant="wood" onClick={() => undoQueue.undo(id)}>
        {t('way_back.undo')}
        <Kbd>{shortcuts.everywhere.undo}</Kbd>
      </Button>
      <span className={styles.left} aria-hidden="true" />
    </div>
  );
}

function FailedToast({ action: { id, text, failed }, problem }: { action: QueuedAction; problem: Problem }) {
  const { t } = useTranslation();
  const { sentence, body } = useProblemText()(problem);
  return (
    <div className="row gap3 grow" data-toast="failed" data-region="toast" role="alert">
      <span className="grow">
        {failed === 'undo'
          ? t('way_back.not_undone')
          : t(`way_back.${failed === 'both' ? 'stuck' : 'failed'}`, { words: text })}{' '}
        <b>{sentence}</b> {body} <CopyButton value={problem.code} />
      </span>
      <Button size="sm" variant="wood" iconOnly aria-label={t('dismiss')} onClick={() => undoQueue.dismiss(id)}>
        <IconX size={17} stroke={1.75} aria-hidden="true" />
      </Button>
    </div>
  );
}
