/** The port that the desktop window's preload exposes as `window.parlor`, without any object of Electron. */
export interface DesktopPort {
  send(text: string): void;
  /** Returns a function that unsubscribes. */
  onMessage(listener: (text: string) => void): () => void;
}

/** The IPC channels of the port. `open` is sent first, and again after each reload, which invalidates all state of the previous page. */
export const desktopChannels = { open: 'parlor:open', toMain: 'parlor:to-main', toWindow: 'parlor:to-window' } as const;
