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
  report: (fault: unknown, where: string) => void,
): Notifications {
  // A notification that is garbage-collected no longer receives its click.
  const open = new Set<Electron.Notification>();
  let reported = false;
  return {
    show({ onClick, ...options }) {
      if (!Notification.isSupported()) return;
      const notification = new Notification(options);
      const forget = () => open.delete(notification);
      notification.once('click', () => {
        forget();
        onClick();
      });
      notification.once('close', forget);
      notification.once('failed', (_event, error) => {
        forget();
        if (!reported) report(new Error(error), 'notification');
        reported = true;
      });
      open.add(notification);
      notification.show();
    },
    dispose() {
      for (const notification of open) notification.close();
    },
  };
}
