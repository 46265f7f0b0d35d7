import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { noticeOf } from '../../shared/notices/notices.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { useApp, useLive } from '../core/context.tsx';
import { mayNotify } from './permission.ts';
import { useNewMoments } from './use-moments.ts';

/** The browser's notifications of moments, while the window does not have the focus; the desktop shell shows its own. */
export function WebNotices() {
  const web = useApp((app) => app.shell === 'web');
  return web ? <Notifier /> : null;
}

function Notifier() {
  const { t } = useTranslation('notices');
  const [, navigate] = useLocation();
  const { app } = useLive();
  useNewMoments((moment) => {
    const { text, name, game, path, setting } = noticeOf(moment);
    if (!app.getState().settings[setting] || !mayNotify() || document.hasFocus()) return;
    const values = { name: isolatedName(name), game: escapeInvisible(game) };
    const body = t(`notification.${text}.body`, values);
    // Silent because the window plays its own sounds. A newer notification about the same table, or person, replaces the older one.
    const notification = new Notification(t(`notification.${text}.title`, values), { body, tag: path, silent: true });
    notification.onclick = () => {
      window.focus();
      navigate(path);
      notification.close();
    };
  });
  return null;
}
