/** Keeps one session with Parlor; opens a new one after Parlor has exited. */
import { openSession, type Session, type SessionConfig } from './session.ts';

export type Connected = Pick<SessionConfig, 'bridge' | 'lost'>;

export interface ConnectionConfig extends Pick<SessionConfig, 'allow' | 'released'> {
  /** Runs `work` while attached to Parlor, or as its owner. Rejects if that is impossible. */
  attached(work: (connected: Connected) => Promise<void>): Promise<void>;
  /** Resolves when the client is gone. */
  stop: Promise<void>;
}

/** If no session could be opened, the next call tries again. */
export function createConnection({ attached, stop, ...config }: ConnectionConfig) {
  let current: Promise<Session> | null = null;
  let ended: Promise<void> = Promise.resolve();

  function open(name: string): Promise<Session> {
    const { promise, resolve, reject } = Promise.withResolvers<Session>();
    const forget = () => {
      if (current === promise) current = null;
    };
    ended = attached(async ({ bridge, lost }) => {
      const session = await openSession({ ...config, bridge, lost, name });
      resolve(session);
      await Promise.race([lost, stop]);
      session.close();
    })
      .catch(reject)
      .finally(forget);
    return promise;
  }

  return {
    session: (name: string): Promise<Session> => {
      current ??= open(name);
      return current;
    },
    /** Resolves when the last session has ended. */
    ended: () => ended,
  };
}
