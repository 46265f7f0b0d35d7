/**
 * Deny first, for every session and every page there will be; then allow by name. Chromium's and Electron's defaults
 * grant permissions, follow links and open windows; Parlor needs next to nothing of it.
 */
import type { App, Session, WebContents } from 'electron';
import { appOrigin, boardScheme, readBoardUrl } from './schemes.ts';

/** What the app's own page may load; everything on the network is main's business. */
const loaded = /^(?:parlor-app:\/\/app\/|parlor-ui:\/\/[0-9a-f]{32}\/|data:|blob:parlor-app:\/\/app\/|devtools:)/;

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
  // Without streams the page's request fails.
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
  // What the app's own page hands out as a file is saved where the person says; a board's page has another origin.
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${appOrigin}/`)) event.preventDefault();
  });
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !loaded.test(url) }));
}

/** Copying to the clipboard from the app's own page is the one thing asked for. */
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
  contents.on('will-frame-navigate', (event) => {
    const { url, isMainFrame, frame } = event;
    if (isMainFrame ? !isAppPage(url) : !mayShow(frame, url)) event.preventDefault();
  });
  // Nothing that Parlor serves redirects.
  contents.on('will-redirect', (event) => event.preventDefault());
}

/** A frame directly in the app may show a board, and then that board alone. */
function mayShow(frame: { url: string; parent: { parent: unknown } | null } | null, url: string): boolean {
  const label = readBoardUrl(url)?.label;
  if (!frame?.parent || frame.parent.parent !== null || label === undefined) return false;
  const shown = frame.url;
  return shown === '' || shown === 'about:blank' || shown.startsWith(`${boardScheme}://${label}/`);
}

/** Before the app is ready: every renderer sandboxed, no name resolved for a page, every session and page locked. */
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
