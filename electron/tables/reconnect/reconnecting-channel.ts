/**
 * A table's channel to its peer that survives lost connections: the guest dials again, both sides prove that they hold the
 * session's token, compare their histories, and continue with the first frame that the other side lacks. The engine ends the attempts
 * after a grace period (shared/tables/heartbeat.ts).
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { inBackground } from '../../../shared/background.ts';
import { ParlorError, type Problem, toProblem } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { budgets, type TableBudget } from '../../../shared/tables/budgets.ts';
import { FrameHistory } from '../../../shared/tables/frame-history.ts';
import {
  type Claim,
  isLikePing,
  isResent,
  type Resumption,
  readSystemFrame,
  receiptFrame,
  sessionResumedSchema,
  sessionResumeSchema,
  withoutPadding,
} from '../../../shared/tables/frames.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { createTokenBucket } from '../../../shared/token-bucket.ts';
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
  /** `restarted`: there is no connection yet, because this side was started again. */
  | { type: 'lost'; restarted?: true }
  | { type: 'resumed'; mine: Claim; theirs: Claim }
  | { type: 'differs'; mine: Claim; theirs: Claim }
  /** The peer has passed a budget. Nothing is read any more. */
  | { type: 'flooded'; budget: TableBudget }
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
  /** The game is over: from now on every frame counts like a ping. */
  limitFrames(): void;
  connection(): ChannelState;
  /** Flushes and closes. For `graceMs` the peer may still resume to fetch frames it has not received. */
  close(graceMs: number): Promise<void>;
  /** Resolves once the peer can no longer resume. */
  readonly disposed: Promise<void>;
  /** Closes at once. */
  dispose(): void;
}

/** Delays between a guest's attempts to reconnect, which end with the grace period of shared/tables/heartbeat.ts. */
const redialDelays = { firstMs: 250, longestMs: 5_000 };
/**
 * Readers of the existing network lose the frames that are queued when a stream ends, so whoever has sent the last frame lets the peer end
 * its stream first, but waits no longer than this.
 */
const peerEndTimeoutMs = 3_000;
/** How long a guest waits for the host's answer to `_session_resume`. */
const responseTimeoutMs = 10_000;

export interface ChannelStorage {
  /** State of an earlier process. */
  history?: FrameHistory;
  /** Resolves once every event so far is on disk. Awaited before frames are acknowledged: the peer then drops its copies. */
  flush?: () => Promise<void>;
  /** Resolves once every event so far is written. The next frame is read only then: no peer sends faster than this computer writes. */
  written?: () => Promise<void>;
}

/** Without `initialChannel` the channel starts disconnected: a guest dials, a host waits. */
export function openResumableChannel(
  initialChannel: Channel | null,
  credentials: ResumeCredentials | null,
  environment: Environment = systemEnvironment,
  { history = new FrameHistory(), flush = async () => {}, written = async () => {} }: ChannelStorage = {},
): ResumableChannel {
  const controller = new AbortController();
  const disposed = Promise.withResolvers<void>();
  let channel: Channel | null = initialChannel;
  /** The newest connection that is about to take over; it replaces an older attempt. */
  let incomingChannel: Channel | null = null;
  let isDialling = false;
  /** Whether the current connection was dialled, and has brought no frame yet. */
  let isUnproven = false;
  const backoff = createBackoff(redialDelays);
  let isClosing = false;
  let isOver = false;
  /** The peer has closed its stream and will not resume. */
  let hasPeerClosed = false;
  /** Settles once nothing more arrives on the connection of a session that can't be resumed. */
  const peerEnd = Promise.withResolvers<void>();
  /** Whether the last frame, apart from heartbeats, was ours. */
  let hasSentLast = false;
  /** Our `bye` frame and the connection it was sent on: it is repeated on the next one. */
  let bye: { frame: JsonObject; sentOn: Channel | null } | null = null;
  let listener: (event: ChannelEvent) => void = () => {};
  const emit = (event: ChannelEvent) => {
    if (!isClosing) listener(event);
  };
  const takeSystemFrame = createTokenBucket(budgets.systemFrames);
  const takeResumption = createTokenBucket(budgets.resumptions);
  const takeOwnResumption = createTokenBucket(budgets.ownResumptions);
  /** The guest has resumed too often lately. */
  let mustPause = false;

  /** Cancels the end of the period in which a closed channel can still be resumed. */
  let cancelExpiry = () => {};

  function finish() {
    cancelExpiry();
    controller.abort();
    channel = null;
    peerEnd.resolve();
    disposed.resolve();
  }

  async function readFrames(source: Channel): Promise<void> {
    try {
      for (;;) {
        const frame = await source.receive({ signal: controller.signal });
        if (source !== channel) return;
        if (frame === null) {
          hasPeerClosed = true;
          peerEnd.resolve();
          return emit({ type: 'closed' });
        }
        if (!isWithinBudget(frame)) return handleFlood('system_frames');
        handleFrame(frame);
        await written();
      }
    } catch (error) {
      if (!credentials) peerEnd.resolve();
      if (source !== channel || controller.signal.aborted) return;
      const problem = toProblem(error);
      if (problem.code === 'peer_disconnected') return handleLoss(source);
      emit({ type: 'bad_line', problem });
      emit({ type: 'closed' });
    }
  }

  /** After the end of the game every frame counts like a ping: none has an effect. */
  function isWithinBudget(frame: JsonObject): boolean {
    if (!isClosing && !isOver && !isLikePing(readSystemFrame(frame))) return true;
    return JSON.stringify(frame).length <= budgets.systemFrames.bytes && takeSystemFrame(environment.monotonic());
  }

  function handleFlood(budget: TableBudget) {
    // It isn't waited for, and nothing more is read from it.
    hasPeerClosed = true;
    if (isClosing) dispose();
    else emit({ type: 'flooded', budget });
  }

  function handleFrame(frame: JsonObject) {
    isUnproven = false;
    backoff.reset();
    const system = readSystemFrame(frame);
    if (!isLikePing(system)) hasSentLast = false;
    if (system?.kind === 'received') history.acknowledge(system.count);
    if (credentials && isResent(system)) history.receive(frame);
    const { receivedCount } = history;
    emit({ type: 'frame', frame: withoutPadding(frame) });
    if (credentials && isResent(system) && receivedCount % budgets.receiptInterval === 0)
      // Without a receipt the peer only keeps its copies for longer.
      flush()
        .then(() => send(receiptFrame(receivedCount)))
        .catch(() => {});
  }

  function handleLoss(lostChannel: Channel) {
    if (lostChannel !== channel) return;
    channel = null;
    lostChannel.drop();
    if (!credentials) return emit({ type: 'closed' });
    emit({ type: 'lost' });
    inBackground('connection of a table', reconnect());
  }

  async function send(frame: JsonObject): Promise<void> {
    const system = readSystemFrame(frame);
    if (credentials && isResent(system)) history.send(frame);
    const current = channel;
    if (!isLikePing(system)) hasSentLast = true;
    if (system?.kind === 'bye') bye = { frame, sentOn: current };
    if (current === null) return;
    const sending = current.send(frame);
    // `readFrames` reports a lost connection once it has read everything that the peer had sent.
    return credentials ? sending.catch(ignoreDisconnect) : sending;
  }

  async function reconnect(): Promise<void> {
    if (!credentials?.redial || isDialling) return;
    isDialling = true;
    // A host that accepts and then drops each connection is not dialled without a pause.
    if (isUnproven && !controller.signal.aborted) await sleep(backoff.next());
    if (mustPause && !controller.signal.aborted) await sleep(1_000 / budgets.ownResumptions.perSecond);
    while (channel === null && !controller.signal.aborted) {
      let newChannel: Channel | null = null;
      try {
        newChannel = await credentials.redial(controller.signal);
        await requestResume(newChannel, credentials);
        mustPause = !takeOwnResumption(environment.monotonic());
      } catch {
        // The host is unreachable, or another endpoint answered.
        newChannel?.drop();
      }
      if (channel === null && !controller.signal.aborted) await sleep(backoff.next());
      else isUnproven = true;
    }
    isDialling = false;
  }

  function sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = environment.after(ms, resolve);
    controller.signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(cancel);
  }

  /** Guest: exchanges claims and proofs with the host. */
  async function requestResume(newChannel: Channel, { role, session_id, token }: ResumeCredentials): Promise<void> {
    await flush();
    const claim = history.claim();
    const proof = proofOf(token, role, session_id, claim, '');
    await newChannel.send({ _session_resume: true, session_id, claim, proof });
    const response = sessionResumedSchema.parse(
      await newChannel.receive({ timeoutMs: responseTimeoutMs, signal: controller.signal }),
    );
    if (!verifyProof(response, token, 'host', session_id, proof))
      throw new ParlorError('proof_invalid', 'The peer is not the host of this session.');
    await continueOn(newChannel, claim, response.claim);
  }

  async function acceptResume(newChannel: Channel, frame: JsonObject): Promise<void> {
    const request = sessionResumeSchema.safeParse(frame);
    if (
      controller.signal.aborted ||
      !request.success ||
      !credentials ||
      !verifyProof(request.data, credentials.token, 'guest', credentials.session_id, '')
    ) {
      return newChannel.drop();
    }
    if (!takeResumption(environment.monotonic())) {
      newChannel.drop();
      return handleFlood('resumptions');
    }
    newChannel.welcome();
    incomingChannel?.drop();
    incomingChannel = newChannel;
    if (channel !== null) handleLoss(channel);
    try {
      const { role, session_id, token } = credentials;
      await flush();
      const claim = history.claim();
      const proof = proofOf(token, role, session_id, claim, request.data.proof);
      await newChannel.send({ _session_resumed: true, session_id, claim, proof });
      await continueOn(newChannel, claim, request.data.claim);
    } catch {
      newChannel.drop();
    } finally {
      if (incomingChannel === newChannel) incomingChannel = null;
    }
  }

  /** After both claims: repeats what the peer lacks, in order, before anything new. */
  async function continueOn(newChannel: Channel, mine: Claim, theirs: Claim): Promise<void> {
    if (!history.matches(theirs)) {
      channel = newChannel;
      return emit({ type: 'differs', mine, theirs });
    }
    history.acknowledge(theirs.received);
    // A peer that has already closed may have sent its last frames before: as in `send`, they are still read.
    await resendFrames(newChannel, theirs.received).catch(ignoreDisconnect);
    if (controller.signal.aborted || (incomingChannel !== null && incomingChannel !== newChannel))
      throw new ParlorError('cancelled', 'A newer connection took over.');
    channel = newChannel;
    if (isClosing) return inBackground('connection of a table', closeLast(newChannel));
    emit({ type: 'resumed', mine, theirs });
    inBackground('connection of a table', readFrames(newChannel));
  }

  async function resendFrames(newChannel: Channel, firstIndex: number): Promise<void> {
    for (let index = firstIndex; ; index += 1) {
      const frame = history.frame(index);
      if (frame === null) return;
      await newChannel.send(frame);
    }
  }

  async function closeLast(lastChannel: Channel): Promise<void> {
    // Without it, the peer only learns that the connection ended.
    if (bye && bye.sentOn !== lastChannel) await lastChannel.send(bye.frame).catch(() => {});
    if ((await lastChannel.close()) || !credentials || hasPeerClosed) return finish();
    // The peer may lack the last frames and resume.
    channel = null;
    inBackground('connection of a table', reconnect());
  }

  async function peerEndAtMost(ms: number): Promise<void> {
    const cancel = environment.after(ms, peerEnd.resolve);
    await peerEnd.promise;
    cancel();
  }

  function dispose() {
    isClosing = true;
    channel?.drop();
    incomingChannel?.drop();
    finish();
  }

  return {
    listen(callback) {
      listener = callback;
      if (initialChannel !== null) return inBackground('connection of a table', readFrames(initialChannel));
      emit({ type: 'lost', restarted: true });
      inBackground('connection of a table', reconnect());
    },
    send,
    retry() {
      if (credentials && channel !== null && !isClosing) handleLoss(channel);
    },
    acceptResume,
    limitFrames() {
      isOver = true;
    },
    connection: () => channel?.connection() ?? { kind: 'none', rtt_ms: null },
    async close(graceMs) {
      if (isClosing) return;
      isClosing = true;
      cancelExpiry = environment.after(graceMs, finish);
      if (!credentials && channel !== null && hasSentLast && !hasPeerClosed) await peerEndAtMost(peerEndTimeoutMs);
      if (channel !== null) await closeLast(channel);
      else if (!credentials || (history.unacknowledgedCount === 0 && bye === null)) finish();
    },
    disposed: disposed.promise,
    dispose,
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
