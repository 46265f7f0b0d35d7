import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Moment } from '../../shared/notices/moments.ts';
import { noticeOf, settingOf } from '../../shared/notices/notices.ts';
import { escapeInvisible, isolatedName, shownText } from '../../shared/peer-text.ts';
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
  const announces = (moment: Moment) =>
    app.getState().settings[settingOf(moment)] && mayNotify() && !document.hasFocus();
  useNewMoments((moments) => {
    const { id, text, name, game, count, path } = noticeOf(moments);
    const values = { name: isolatedName(name), game: escapeInvisible(game), count };
    const body = shownText(t(`notification.${text}.body`, values));
    // Silent because the window plays its own sounds. A newer notification with the same tag replaces the older one.
    const notification = new Notification(shownText(t(`notification.${text}.title`, values)), {
      body,
      tag: id,
      silent: true,
    });
    notification.onclick = () => {
      window.focus();
      navigate(path);
      notification.close();
    };
  }, announces);
  return null;
}
