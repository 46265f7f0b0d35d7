/** The browser's permission to show notifications; requested by a click only. */
import { useState } from 'react';

export type PermissionState = NotificationPermission | 'missing';

const currentPermission = (): PermissionState =>
  typeof Notification === 'undefined' ? 'missing' : Notification.permission;

export function useNotificationPermission(): { permission: PermissionState; request(): void } {
  const [permission, setPermission] = useState(currentPermission);
  return {
    permission,
    request() {
      if (permission === 'default') void Notification.requestPermission().then(setPermission);
    },
  };
}

export const mayNotify = (): boolean => currentPermission() === 'granted';
