/**
 * All that is exposed to the page: a port for strings. Plain CommonJS, since a sandboxed preload cannot be a module and its types are
 * not erased; the channels are those of shared/bridge/desktop.ts.
 */
const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld(
  'parlor',
  Object.freeze({
    /** @param {string} text */
    send(text) {
      if (typeof text === 'string') ipcRenderer.send('parlor:to-main', text);
    },
    /** The event object is not passed on: it gives access to every channel. @param {(text: string) => void} listener */
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
