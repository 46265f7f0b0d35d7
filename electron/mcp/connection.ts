/** Keeps one session with Parlor; opens a new one after Parlor has exited. */
import { openSession, type Session, type SessionConfig } from './session.ts';

export type OwnerConnection = Pick<SessionConfig, 'bridge' | 'ownerExit'>;

export interface ConnectionConfig extends Pick<SessionConfig, 'allow' | 'releasedIds'> {
  /** Runs `work` while attached to Parlor, or as its owner. Rejects if that is impossible. */
  runAttached(work: (connection: OwnerConnection) => Promise<void>): Promise<void>;
  /** Resolves when the client is gone. */
  stop: Promise<void>;
}

/** If no session could be opened, the next call tries again. */
export function createConnection({ runAttached, stop, ...config }: ConnectionConfig) {
  let currentSession: Promise<Session> | null = null;
  let sessionEnd: Promise<void> = Promise.resolve();

  function open(name: string): Promise<Session> {
    const { promise, resolve, reject } = Promise.withResolvers<Session>();
    const clearSession = () => {
      if (currentSession === promise) currentSession = null;
    };
    sessionEnd = runAttached(async ({ bridge, ownerExit }) => {
      const session = await openSession({ ...config, bridge, ownerExit, name });
      resolve(session);
      await Promise.race([ownerExit, stop]);
      session.close();
    })
      .catch(reject)
      .finally(clearSession);
    return promise;
  }

  return {
    getSession: (name: string): Promise<Session> => {
      currentSession ??= open(name);
      return currentSession;
    },
    /** Resolves when the last session has ended. */
    waitForEnd: () => sessionEnd,
  };
}
