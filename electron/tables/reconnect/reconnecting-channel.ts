/**
 * A table's channel to its peer that survives lost connections: the guest dials again, both sides prove that they hold the
 * session's token, compare their histories, and continue with the first frame that the other side lacks. The engine ends the attempts
 * after a grace period (shared/tables/heartbeat.ts).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ParlorError, type Problem, toProblem } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { History } from '../../../shared/tables/frame-history.ts';
import {
  type Claim,
  isRepeated,
  type Resumption,
  readSystemFrame,
  receivedFrame,
  sessionResumedSchema,
  sessionResumeSchema,
} from '../../../shared/tables/frames.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { Channel, ChannelState } from '../../p2p/channel.ts';
import { createBackoff } from '../../time/retry.ts';
import { type Environment, systemEnvironment } from '../environment.ts';

/** What a side needs to resume a session on a new connection. */
export interface ResumeCredentials {
  role: Role;
  session_id: string;
  /** Secret of the session, 64 hex; stored only encrypted. */
  token: string;
  /** Guest: dials the host's current address and verifies that the host answers. A host waits for its guest. */
  redial?: (signal: AbortSignal) => Promise<Channel>;
}

export type ChannelEvent =
  | { type: 'frame'; frame: JsonObject }
  | { type: 'bad_line'; problem: Problem }
  | { type: 'lost' }
  | { type: 'resumed'; mine: Claim; theirs: Claim }
  | { type: 'differs'; mine: Claim; theirs: Claim }
  | { type: 'closed' };

export interface ResumableChannel {
  /** Starts reading; `onEvent` receives events in order, none after `closed` or a call of `close`. */
  listen(onEvent: (event: ChannelEvent) => void): void;
  /**
   * Resolves once the transport has the frame, or once it is queued for the next connection. Rejects as `Channel.send` does
   * if the session cannot be resumed. `_sys` frames are sent on the current connection or dropped.
   */
  send(frame: JsonObject): Promise<void>;
  /**
   * Gives up the connection of a silent peer if the session can be resumed: the guest dials again, even if only the
   * direction to the host was broken.
   */
  retry(): void;
  /** Host: a connection with its first frame. Closed unless it proves to be this table's guest. */
  acceptResume(channel: Channel, frame: JsonObject): Promise<void>;
  connection(): ChannelState;
  /** Flushes and closes. For `keepMs` the peer may still resume to fetch frames it has not received. */
  close(keepMs: number): Promise<void>;
  /** Resolves once the peer can no longer resume. */
  readonly disposed: Promise<void>;
  /** Closes at once. */
  dispose(): void;
}

/** Received frames between two receipts, after which the peer can drop its copies. */
const receiptEvery = 32;
/** Delays between a guest's attempts to reconnect, which end with the grace period of shared/tables/heartbeat.ts. */
const redialDelays = { firstMs: 250, longestMs: 5_000 };
/** How long a guest waits for the host's answer to `_session_resume`. */
const responseMs = 10_000;

/** State left by an earlier process. */
export interface ChannelMemory {
  history?: History;
  /** Resolves once every event so far is on disk. Awaited before frames are acknowledged: the peer then drops its copies. */
  flushed?: () => Promise<void>;
}

/** Without `first` the channel starts disconnected: a guest dials, a host waits. */
export function openResumableChannel(
  first: Channel | null,
  credentials: ResumeCredentials | null,
  environment: Environment = systemEnvironment,
  { history = new History(), flushed = async () => {} }: ChannelMemory = {},
): ResumableChannel {
  const stop = new AbortController();
  const disposed = Promise.withResolvers<void>();
  let channel: Channel | null = first;
  /** The newest connection that is about to take over; it replaces an older attempt. */
  let arriving: Channel | null = null;
  let dialling = false;
  let closing = false;
  /** The peer has closed its stream and will not resume. */
  let peerClosed = false;
  /** Our `bye` frame and the connection it was sent on: it is repeated on the next one. */
  let bye: { frame: JsonObject; sentOn: Channel | null } | null = null;
  let listener: (event: ChannelEvent) => void = () => {};
  const emit = (event: ChannelEvent) => {
    if (!closing) listener(event);
  };

  /** Cancels the end of the period in which a closed channel can still be resumed. */
  let cancelExpiry = () => {};

  function finish() {
    cancelExpiry();
    stop.abort();
    channel = null;
    disposed.resolve();
  }

  async function read(from: Channel): Promise<void> {
    try {
      for (;;) {
        const frame = await from.receive({ signal: stop.signal });
        if (from !== channel) return;
        if (frame === null) {
          peerClosed = true;
          return emit({ type: 'closed' });
        }
        handleFrame(frame);
      }
    } catch (error) {
      if (from !== channel || stop.signal.aborted) return;
      const problem = toProblem(error);
      if (problem.code === 'peer_disconnected') return handleLoss(from);
      emit({ type: 'bad_line', problem });
      emit({ type: 'closed' });
    }
  }

  function handleFrame(frame: JsonObject) {
    const system = readSystemFrame(frame);
    if (system?.kind === 'received') history.acknowledge(system.count);
    if (credentials && isRepeated(system)) history.receive(frame);
    const { received } = history;
    emit({ type: 'frame', frame });
    if (credentials && isRepeated(system) && received % receiptEvery === 0)
      void flushed()
        .then(() => send(receivedFrame(received)))
        .catch(() => {});
  }

  function handleLoss(lost: Channel) {
    if (lost !== channel) return;
    channel = null;
    lost.drop();
    if (!credentials) return emit({ type: 'closed' });
    emit({ type: 'lost' });
    void reconnect();
  }

  async function send(frame: JsonObject): Promise<void> {
    const system = readSystemFrame(frame);
    if (credentials && isRepeated(system)) history.send(frame);
    const current = channel;
    if (system?.kind === 'bye') bye = { frame, sentOn: current };
    if (current === null) return;
    const sent = current.send(frame);
    // `read` reports a lost connection once it has read everything that the peer had sent.
    return credentials ? sent.catch(ignoreDisconnect) : sent;
  }

  async function reconnect(): Promise<void> {
    if (!credentials?.redial || dialling) return;
    dialling = true;
    const backoff = createBackoff(redialDelays);
    while (channel === null && !stop.signal.aborted) {
      let next: Channel | null = null;
      try {
        next = await credentials.redial(stop.signal);
        await requestResume(next, credentials);
      } catch {
        // The host is unreachable, or another endpoint answered.
        next?.drop();
      }
      if (channel === null && !stop.signal.aborted) await sleep(backoff.next());
    }
    dialling = false;
  }

  function sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = environment.after(ms, resolve);
    stop.signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(cancel);
  }

  /** Guest: exchanges claims and proofs with the host. */
  async function requestResume(next: Channel, { role, session_id, token }: ResumeCredentials): Promise<void> {
    await flushed();
    const claim = history.claim();
    const proof = proofOf(token, role, session_id, claim, '');
    await next.send({ _session_resume: true, session_id, claim, proof });
    const response = sessionResumedSchema.parse(await next.receive({ timeoutMs: responseMs, signal: stop.signal }));
    if (!verifyProof(response, token, 'host', session_id, proof))
      throw new ParlorError('proof_invalid', 'The peer is not the host of this session.');
    await continueOn(next, claim, response.claim);
  }

  async function acceptResume(next: Channel, frame: JsonObject): Promise<void> {
    const request = sessionResumeSchema.safeParse(frame);
    if (
      stop.signal.aborted ||
      !request.success ||
      !credentials ||
      !verifyProof(request.data, credentials.token, 'guest', credentials.session_id, '')
    ) {
      return next.drop();
    }
    arriving?.drop();
    arriving = next;
    if (channel !== null) handleLoss(channel);
    try {
      const { role, session_id, token } = credentials;
      await flushed();
      const claim = history.claim();
      const proof = proofOf(token, role, session_id, claim, request.data.proof);
      await next.send({ _session_resumed: true, session_id, claim, proof });
      await continueOn(next, claim, request.data.claim);
    } catch {
      next.drop();
    } finally {
      if (arriving === next) arriving = null;
    }
  }

  /** After both claims: repeats what the peer lacks, in order, before anything new. */
  async function continueOn(next: Channel, mine: Claim, theirs: Claim): Promise<void> {
    if (!history.agrees(theirs)) {
      channel = next;
      return emit({ type: 'differs', mine, theirs });
    }
    history.acknowledge(theirs.received);
    // A peer that has already closed may have sent its last frames before: as in `send`, they are still read.
    await repeat(next, theirs.received).catch(ignoreDisconnect);
    if (stop.signal.aborted || (arriving !== null && arriving !== next))
      throw new ParlorError('cancelled', 'A newer connection took over.');
    channel = next;
    if (closing) return void hangUp(next);
    emit({ type: 'resumed', mine, theirs });
    void read(next);
  }

  async function repeat(next: Channel, from: number): Promise<void> {
    for (let index = from; ; index += 1) {
      const frame = history.frame(index);
      if (frame === null) return;
      await next.send(frame);
    }
  }

  async function hangUp(last: Channel): Promise<void> {
    if (bye && bye.sentOn !== last) await last.send(bye.frame).catch(() => {});
    if ((await last.close()) || !credentials || peerClosed) return finish();
    // The peer may lack the last frames and resume.
    channel = null;
    void reconnect();
  }

  return {
    listen(callback) {
      listener = callback;
      if (first !== null) return void read(first);
      emit({ type: 'lost' });
      void reconnect();
    },
    send,
    retry() {
      if (credentials && channel !== null && !closing) handleLoss(channel);
    },
    acceptResume,
    connection: () => channel?.connection() ?? { kind: 'none', rtt_ms: null },
    async close(keepMs) {
      if (closing) return;
      closing = true;
      cancelExpiry = environment.after(keepMs, finish);
      if (channel !== null) await hangUp(channel);
      else if (!credentials || (history.unseen === 0 && bye === null)) finish();
    },
    disposed: disposed.promise,
    dispose() {
      closing = true;
      channel?.drop();
      arriving?.drop();
      finish();
    },
  };
}

function ignoreDisconnect(error: unknown): void {
  if (toProblem(error).code !== 'peer_disconnected') throw error;
}

/** HMAC over role and claim; the host's covers the guest's proof, so that neither can be replayed. */
function proofOf(token: string, role: Role, session_id: string, claim: Claim, challenge: string): string {
  const { sent, sent_head, received, received_head } = claim;
  const text = ['resume', role, session_id, sent, sent_head, received, received_head, challenge].join(':');
  return createHmac('sha256', Buffer.from(token, 'hex')).update(text).digest('hex');
}

function verifyProof(received: Resumption, token: string, role: Role, session_id: string, challenge: string): boolean {
  const expected = proofOf(token, role, session_id, received.claim, challenge);
  return received.session_id === session_id && timingSafeEqual(Buffer.from(received.proof), Buffer.from(expected));
}
