/** What the desktop window's preload exposes as `window.parlor`: a port, and nothing of Electron. */
export interface DesktopPort {
  send(text: string): void;
  /** Returns the unsubscribe. */
  onMessage(listener: (text: string) => void): () => void;
}

/** The IPC channels of the port. `open` comes first and again after a reload: what the page before held is over. */
export const desktopChannels = { open: 'parlor:open', toMain: 'parlor:to-main', toWindow: 'parlor:to-window' } as const;
