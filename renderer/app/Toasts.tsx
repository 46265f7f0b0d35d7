import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { Kbd } from '../look/Kbd.tsx';
import { useProblemWords } from '../look/problem-words.ts';
import { keysHere } from '../palette/commands.ts';
import { useApp } from './context.tsx';
import { dialogOpen, isTyping, useModifier, useWindowKeys } from './keys.ts';
import type { Problem } from './problem.ts';
import styles from './Toasts.module.css';
import { wayBacks } from './toast.ts';
import type { BegunDeed } from './way-back.ts';

/** Where toasts stand. Every one is of wood, since Parlor speaks. */
export const Toasts = () => (
  <Notifications
    className={styles.place ?? ''}
    position="bottom-center"
    autoClose={2500}
    renderNotification={drawToast}
    withinPortal
  />
);

const drawToast = ({ message }: NotificationData) => (
  <div className={`${styles.toast} onwood`} data-toast={typeof message === 'string' ? 'words' : undefined}>
    {message}
  </div>
);

/** Puts up what can be taken back, and listens to Ctrl Z. Stands once in the frame. */
export function WayBacks() {
  const deeds = useStore(wayBacks.store);
  const withModifier = useModifier();
  useWindowKeys((event) => {
    if (event.code !== 'KeyZ' || event.shiftKey || event.defaultPrevented) return;
    const ctrl = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!(ctrl || withModifier(event)) || isTyping(event.target) || dialogOpen()) return;
    if (wayBacks.undo()) event.preventDefault();
  });
  useEffect(() => {
    const { finish } = wayBacks;
    window.addEventListener('beforeunload', finish);
    window.addEventListener('pagehide', finish);
    return () => {
      window.removeEventListener('beforeunload', finish);
      window.removeEventListener('pagehide', finish);
      finish();
    };
  }, []);
  return deeds.map((deed) => <DeedToast key={deed.id} deed={deed} />);
}

/** A toast for as long as there is something to say. */
function DeedToast({ deed }: { deed: BegunDeed }) {
  useEffect(() => {
    if (deed.state === 'doing') return;
    const message = deed.problem ? <Failed deed={deed} problem={deed.problem} /> : <Waiting deed={deed} />;
    const shown = notifications.show({ message, autoClose: false, allowClose: false });
    return () => void notifications.hide(shown);
  }, [deed]);
  return null;
}

function Waiting({ deed: { id, words } }: { deed: BegunDeed }) {
  const { t } = useTranslation();
  const web = useApp((app) => app.shell === 'web');
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const hold = (change: Partial<typeof held>) => {
    const next = { ...held, ...change };
    setHeld(next);
    if (next.pointer || next.focus) wayBacks.hold(id);
    else wayBacks.letGo(id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: time stands still here; what can be done is the button
    <div
      className={styles.line}
      data-toast="way-back"
      data-region="toast"
      data-held={held.pointer || held.focus || undefined}
      onPointerEnter={() => hold({ pointer: true })}
      onPointerLeave={() => hold({ pointer: false })}
      onFocus={() => hold({ focus: true })}
      onBlur={() => hold({ focus: false })}
    >
      <span className="grow">{words}</span>
      <Button size="sm" look="wood" onClick={() => wayBacks.undo(id)}>
        {t('way_back.undo')}
        <Kbd>{keysHere('Ctrl Z', web)}</Kbd>
      </Button>
      <span className={styles.left} aria-hidden="true" />
    </div>
  );
}

function Failed({ deed: { id, words }, problem }: { deed: BegunDeed; problem: Problem }) {
  const { t } = useTranslation();
  const { told, body } = useProblemWords()(problem);
  return (
    <div className={styles.line} data-toast="failed" data-region="toast">
      <span className="grow">
        {t('way_back.failed', { words })} <b>{told}</b> {body} <CopyButton value={problem.code} />
      </span>
      <Button size="sm" look="wood" icon aria-label={t('dismiss')} onClick={() => wayBacks.forget(id)}>
        <IconX size={17} stroke={1.75} aria-hidden="true" />
      </Button>
    </div>
  );
}
