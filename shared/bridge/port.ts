/**
 * A port for text messages between main (rpc.ts) and a window (rpc-client.ts). A shell supplies it: Electron IPC or a WebSocket. Each
 * message is JSON:
 *
 *     to main      {id, call: [group, name], args}     answered once, with the same id
 *                  {listen: [group, event]}            not answered, like {unlisten: [group, event]}
 *     to a window  {id, value} | {id, problem}
 *                  {event: [group, event], value} | {event: [group, event], problem}
 */

export interface Port {
  send(text: string): void;
  onMessage(listener: (text: string) => void): void;
  /** Called once, however the port is closed. */
  onClose(listener: () => void): void;
}

/** Maximum UTF-16 units of a text to main: at three bytes each, it still fits a frame of 1 MiB. */
export const requestMaxLength = 320 * 1024;
/** Maximum UTF-16 units of a text to a window. */
export const responseMaxLength = 4 * 1024 * 1024;
