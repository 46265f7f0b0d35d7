/**
 * Denies by default, for every session and page, and allows by name. By default, Chromium and Electron grant permissions, follow links
 * and open windows, almost none of which Parlor needs.
 */
import type { App, Session, WebContents, WebFrameMain } from 'electron';
import { appOrigin, readBoardUrl } from './schemes.ts';

/** What pages may load. Only the main process uses the network. */
const allowedUrls = /^(?:parlor-app:\/\/app\/|parlor-ui:\/\/[0-9a-f]{32}\/|data:|blob:parlor-app:\/\/app\/|devtools:)/;

/** True for the page of the app itself. */
export function isAppPage(address: string): boolean {
  return address === `${appOrigin}/` || address.startsWith(`${appOrigin}/#`);
}

export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    callback(isAllowed(permission, details.isMainFrame, contents.getURL()));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    isAllowed(permission, details.isMainFrame, `${origin.replace(/\/$/, '')}/`),
  );
  session.setDevicePermissionHandler(() => false);
  // Denies the request.
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.on('select-hid-device', (event, _details, callback) => {
    event.preventDefault();
    callback(null);
  });
  session.on('select-serial-port', (event, _ports, _contents, callback) => {
    event.preventDefault();
    callback('');
  });
  session.on('select-usb-device', (event, _details, callback) => {
    event.preventDefault();
    callback();
  });
  // Only blobs of the app's own page can be saved; the system's dialog asks where.
  session.on('will-download', (event, item, contents) => {
    if (!item.getURL().startsWith(`blob:${appOrigin}/`) || !isAppPage(contents.getURL())) event.preventDefault();
  });
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !allowedUrls.test(url) }));
}

/** The app's page may only write to the clipboard. */
function isAllowed(permission: string, isMainFrame: boolean, address: string): boolean {
  return permission === 'clipboard-sanitized-write' && isMainFrame && isAppPage(address);
}

export function lockContents(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, callback) => {
    event.preventDefault();
    callback('');
  });
  contents.on('will-navigate', (event) => {
    if (!isAppPage(event.url)) event.preventDefault();
  });
  const canShow = createFrameGuard();
  contents.on('will-frame-navigate', (event) => {
    const { url, isMainFrame, frame } = event;
    if (isMainFrame ? !isAppPage(url) : !canShow(frame, url)) event.preventDefault();
  });
  // Parlor's own schemes never redirect.
  contents.on('will-redirect', (event) => event.preventDefault());
}

/**
 * A frame directly in the app may load one board, and then only that board. Frames are identified by their place in the frame tree,
 * because a navigation to another site begins in a new frame object, which has no address yet.
 */
function createFrameGuard(): (frame: WebFrameMain | null, url: string) => boolean {
  const labels = new Map<number, string>();
  return (frame, url) => {
    const label = readBoardUrl(url)?.label;
    if (!frame?.parent || frame.parent.parent !== null || label === undefined) return false;
    const frameLabel = labels.get(frame.frameTreeNodeId);
    if (frameLabel === undefined) labels.set(frame.frameTreeNodeId, label);
    return frameLabel === undefined || frameLabel === label;
  };
}

/** Call it before the app is ready. Sandboxes every renderer, disables name resolution, and locks every session and page. */
export function lockApp(app: App): void {
  app.enableSandbox();
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.commandLine.appendSwitch('webrtc-ip-handling-policy', 'disable_non_proxied_udp');
  app.on('session-created', lockSession);
  app.on('web-contents-created', (_event, contents) => lockContents(contents));
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
    event.preventDefault();
    callback();
  });
}
