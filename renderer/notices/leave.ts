/** Whether the browser lets Parlor give notice. Asked for by a click, never by itself. */
import { useState } from 'react';

export type Leave = NotificationPermission | 'missing';

const now = (): Leave => (typeof Notification === 'undefined' ? 'missing' : Notification.permission);

export function useLeave(): { leave: Leave; ask(): void } {
  const [leave, setLeave] = useState(now);
  return {
    leave,
    ask() {
      if (leave === 'default') void Notification.requestPermission().then(setLeave);
    },
  };
}

export const mayNotify = (): boolean => now() === 'granted';
