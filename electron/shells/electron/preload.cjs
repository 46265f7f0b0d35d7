/**
 * The whole of what the page gets: a port that carries texts. Plain CommonJS, since a sandboxed preload is no module and
 * nothing erases types from it; the channels are those of shared/bridge/desktop.ts.
 */
const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld(
  'parlor',
  Object.freeze({
    /** @param {string} text */
    send(text) {
      if (typeof text === 'string') ipcRenderer.send('parlor:to-main', text);
    },
    /** The event object stays here: it holds the way back to every channel. @param {(text: string) => void} listener */
    onMessage(listener) {
      const forward = (_event, text) => listener(text);
      ipcRenderer.on('parlor:to-window', forward);
      return () => {
        ipcRenderer.removeListener('parlor:to-window', forward);
      };
    },
  }),
);
ipcRenderer.send('parlor:open');
