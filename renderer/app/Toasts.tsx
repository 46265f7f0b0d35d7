import { type NotificationData, Notifications } from '@mantine/notifications';
import styles from './Toasts.module.css';

/**
 * The toast area. Toasts fade in and never slide: a button that moves between press and release gets no click.
 */
export const Toasts = () => (
  <Notifications
    className={styles.place ?? ''}
    position="bottom-center"
    autoClose={2500}
    transitionDuration={1}
    renderNotification={renderToast}
    withinPortal
  />
);

const renderToast = ({ message }: NotificationData) => (
  <div className={`${styles.toast} row gap3 on-wood`} data-toast={typeof message === 'string' ? 'words' : undefined}>
    {message}
  </div>
);
