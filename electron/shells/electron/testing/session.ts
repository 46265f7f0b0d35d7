import { EventEmitter } from 'node:events';

type Handler = (...args: never[]) => unknown;

/** A fake of Electron's `Session`. Records handlers by name, so that tests can call them. */
export class FakeSession extends EventEmitter {
  readonly handlers = new Map<string, Handler>();
  readonly webRequest = {
    onBeforeRequest: (handler: Handler) => void this.handlers.set('onBeforeRequest', handler),
  };
  setPermissionRequestHandler = (handler: Handler) => void this.handlers.set('permissionRequest', handler);
  setPermissionCheckHandler = (handler: Handler) => void this.handlers.set('permissionCheck', handler);
  setDevicePermissionHandler = (handler: Handler) => void this.handlers.set('devicePermission', handler);
  setDisplayMediaRequestHandler = (handler: Handler) => void this.handlers.set('displayMedia', handler);
  setBluetoothPairingHandler = (handler: Handler) => void this.handlers.set('bluetoothPairing', handler);

  /** Calls a recorded handler. */
  callHandler(name: string, ...args: unknown[]): unknown {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`no handler ${name}`);
    return (handler as (...all: unknown[]) => unknown)(...args);
  }

  /** Whether a request for this address is cancelled. */
  cancels(url: string): boolean {
    let cancelled = false;
    this.callHandler('onBeforeRequest', { url }, ({ cancel }: { cancel?: boolean }) => {
      cancelled = cancel === true;
    });
    return cancelled;
  }
}
