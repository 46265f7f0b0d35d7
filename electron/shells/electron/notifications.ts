/** Shows notifications of the desktop; notices.ts decides which. */
import type Electron from 'electron';
import type { ShownText } from '../../../shared/peer-text.ts';

export interface NotificationOptions {
  /** A newer one with the same id replaces it. */
  id: string;
  title: ShownText;
  body: ShownText;
  silent: boolean;
  onClick(): void;
}

export interface Notifications {
  show(options: NotificationOptions): void;
  dispose(): void;
}

/** The operating system's notifications; none if it has no support. A refusal, e.g. of an unsigned app, is reported once. */
export function createNotifications(
  Notification: typeof Electron.Notification,
  report: (error: unknown, source: string) => void,
): Notifications {
  // A notification that is garbage-collected no longer receives its click.
  const openNotifications = new Map<string, Electron.Notification>();
  let hasReported = false;
  return {
    show({ id, onClick, ...options }) {
      if (!Notification.isSupported()) return;
      openNotifications.get(id)?.close();
      const notification = new Notification(options);
      const release = () => {
        if (openNotifications.get(id) === notification) openNotifications.delete(id);
      };
      notification.once('click', () => {
        release();
        onClick();
      });
      notification.once('close', release);
      notification.once('failed', (_event, error) => {
        release();
        if (!hasReported) report(new Error(error), 'notification');
        hasReported = true;
      });
      openNotifications.set(id, notification);
      notification.show();
    },
    dispose() {
      for (const notification of [...openNotifications.values()]) notification.close();
    },
  };
}
