/** Shows notifications of the desktop; notices.ts decides which. */
import type Electron from 'electron';

export interface NotificationOptions {
  title: string;
  body: string;
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
  const openNotifications = new Set<Electron.Notification>();
  let hasReported = false;
  return {
    show({ onClick, ...options }) {
      if (!Notification.isSupported()) return;
      const notification = new Notification(options);
      const release = () => openNotifications.delete(notification);
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
      openNotifications.add(notification);
      notification.show();
    },
    dispose() {
      for (const notification of openNotifications) notification.close();
    },
  };
}
