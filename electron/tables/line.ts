/**
 * A table's line to its peer. It outlives its connections: the guest dials again, the host takes it in, both prove that they
 * hold the session's token, compare what they have said to each other, and go on with the first frame the other has not seen.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import {
  type Claim,
  type Resumption,
  readSystemFrame,
  receipt,
  sessionResumedSchema,
  sessionResumeSchema,
} from '../../shared/tables/frames.ts';
import { History } from '../../shared/tables/history.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import type { Channel, ConnectionState } from '../p2p/channel.ts';
import { computer, type Environment } from './environment.ts';

/** How two Parlors find back to each other. */
export interface Way {
  role: Role;
  session_id: string;
  /** The secret of this session, 64 hex; never written down. */
  token: string;
  /** Guest: calls the host where it is now, and makes sure that it is the host. A host waits to be called. */
  redial?: (signal: AbortSignal) => Promise<Channel>;
}

export type LineEvent =
  | { type: 'frame'; frame: JsonObject }
  | { type: 'bad_line'; problem: Problem }
  | { type: 'lost' }
  | { type: 'resumed'; mine: Claim; theirs: Claim }
  | { type: 'differs'; mine: Claim; theirs: Claim }
  | { type: 'closed' };

export interface Line {
  /** Starts reading; `hear` gets everything in order. Nothing comes after `closed`, nor once `close` was called. */
  listen(hear: (event: LineEvent) => void): void;
  /**
   * Resolves once the transport has the frame, or once it is kept for the next connection. Rejects like a channel's `send`
   * where no other connection can come. `_sys` frames are said on the present connection or not at all.
   */
  send(frame: JsonObject): Promise<void>;
  /**
   * The peer is silent: where the two can find back to each other the connection is given up. A guest dials again; a host
   * makes its guest do so, who may hear us all the time while nothing of it arrives here.
   */
  retry(): void;
  /** Host: a connection whose first frame asks to resume. It is closed unless it proves to be this table's guest. */
  welcome(channel: Channel, frame: JsonObject): Promise<void>;
  connection(): ConnectionState;
  /** Flushes and closes. What a lost connection kept from the peer can still be fetched until `keepMs` are over. */
  close(keepMs: number): Promise<void>;
  /** Resolves once nothing can be fetched any more. */
  readonly gone: Promise<void>;
  /** Ends everything now. */
  dispose(): void;
}

/** A peer lets go of what it keeps for us after so many frames. */
const receiptEvery = 32;
const firstPauseMs = 250;
const longestPauseMs = 5_000;
const answerMs = 10_000;

export function openLine(first: Channel, way: Way | null, environment: Environment = computer): Line {
  const history = new History();
  const over = new AbortController();
  const gone = Promise.withResolvers<void>();
  let channel: Channel | null = first;
  /** The newest connection that is to take over; an older attempt gives way to it. */
  let arriving: Channel | null = null;
  let dialling = false;
  let closing = false;
  /** Our last words and the connection they were said on: they are said again on one that takes its place. */
  let farewell: { frame: JsonObject; saidOn: Channel | null } | null = null;
  let tell: (event: LineEvent) => void = () => {};
  const hear = (event: LineEvent) => {
    if (!closing) tell(event);
  };

  let giveUp = () => {};

  function finish() {
    giveUp();
    over.abort();
    channel = null;
    gone.resolve();
  }

  async function read(from: Channel): Promise<void> {
    try {
      for (;;) {
        const frame = await from.receive({ signal: over.signal });
        if (from !== channel) return;
        if (frame === null) return hear({ type: 'closed' });
        take(frame);
      }
    } catch (error) {
      if (from !== channel || over.signal.aborted) return;
      const problem = toProblem(error);
      if (problem.code === 'peer_disconnected') return lose(from);
      hear({ type: 'bad_line', problem });
      hear({ type: 'closed' });
    }
  }

  function take(frame: JsonObject) {
    const system = readSystemFrame(frame);
    if (system?.kind === 'received') history.acknowledge(system.count);
    if (way && !system) {
      history.receive(frame);
      if (history.received % receiptEvery === 0) void send(receipt(history.received)).catch(() => {});
    }
    hear({ type: 'frame', frame });
  }

  function lose(lost: Channel) {
    if (lost !== channel) return;
    channel = null;
    lost.drop();
    if (!way) return hear({ type: 'closed' });
    hear({ type: 'lost' });
    void comeBack();
  }

  async function send(frame: JsonObject): Promise<void> {
    const system = readSystemFrame(frame);
    if (way && !system) history.send(frame);
    const now = channel;
    if (system?.kind === 'bye') farewell = { frame, saidOn: now };
    if (now === null) return;
    const sent = now.send(frame);
    // What can still be read of the peer is read first; the reader finds the end by itself.
    return way ? sent.catch(unlessDisconnected) : sent;
  }

  async function comeBack(): Promise<void> {
    if (!way?.redial || dialling) return;
    dialling = true;
    for (
      let pause = firstPauseMs;
      channel === null && !over.signal.aborted;
      pause = Math.min(pause * 2, longestPauseMs)
    ) {
      let made: Channel | null = null;
      try {
        made = await way.redial(over.signal);
        await greet(made, way);
      } catch {
        // Not there yet, or not who we look for: the grace period ends the trying.
        made?.drop();
      }
      if (channel === null && !over.signal.aborted) await pass(pause);
    }
    dialling = false;
  }

  function pass(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = environment.after(ms, resolve);
    over.signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(cancel);
  }

  /** Guest: says where it stands and hears where the host does. */
  async function greet(made: Channel, { role, session_id, token }: Way): Promise<void> {
    const claim = history.claim();
    const proof = proofOf(token, role, session_id, claim, '');
    await made.send({ _session_resume: true, session_id, claim, proof });
    const answer = sessionResumedSchema.parse(await made.receive({ timeoutMs: answerMs, signal: over.signal }));
    if (!proves(answer, token, 'host', session_id, proof)) throw new ParlorError('proof_invalid', 'Not the host.');
    await goOn(made, claim, answer.claim);
  }

  async function welcome(made: Channel, frame: JsonObject): Promise<void> {
    const asked = sessionResumeSchema.safeParse(frame);
    if (over.signal.aborted || !asked.success || !way || !proves(asked.data, way.token, 'guest', way.session_id, '')) {
      return made.drop();
    }
    arriving?.drop();
    arriving = made;
    if (channel !== null) lose(channel);
    try {
      const { role, session_id, token } = way;
      const claim = history.claim();
      const proof = proofOf(token, role, session_id, claim, asked.data.proof);
      await made.send({ _session_resumed: true, session_id, claim, proof });
      await goOn(made, claim, asked.data.claim);
    } catch {
      made.drop();
    } finally {
      if (arriving === made) arriving = null;
    }
  }

  /** Both sides have spoken: what the peer has not seen goes first, in order, before anything new. */
  async function goOn(made: Channel, mine: Claim, theirs: Claim): Promise<void> {
    if (!history.agrees(theirs)) {
      channel = made;
      return hear({ type: 'differs', mine, theirs });
    }
    history.acknowledge(theirs.received);
    // One who hung up already may have left its last words, as in `send`: they are read, not dialled for again.
    await repeat(made, theirs.received).catch(unlessDisconnected);
    if (over.signal.aborted || (arriving !== null && arriving !== made))
      throw new ParlorError('cancelled', 'Too late.');
    channel = made;
    if (closing) return void hangUp(made);
    hear({ type: 'resumed', mine, theirs });
    void read(made);
  }

  async function repeat(made: Channel, from: number): Promise<void> {
    for (let next = from; ; next += 1) {
      const frame = history.frame(next);
      if (frame === null) return;
      await made.send(frame);
    }
  }

  async function hangUp(last: Channel): Promise<void> {
    if (farewell && farewell.saidOn !== last) await last.send(farewell.frame).catch(() => {});
    if ((await last.close()) || !way) return finish();
    // The peer may have missed the end of it and will ask.
    channel = null;
    void comeBack();
  }

  return {
    listen(listener) {
      tell = listener;
      void read(first);
    },
    send,
    retry() {
      if (way && channel !== null && !closing) lose(channel);
    },
    welcome,
    connection: () => channel?.connection() ?? { kind: 'none', rtt_ms: null },
    async close(keepMs) {
      if (closing) return;
      closing = true;
      giveUp = environment.after(keepMs, finish);
      if (channel !== null) await hangUp(channel);
      else if (!way || (history.unseen === 0 && farewell === null)) finish();
    },
    gone: gone.promise,
    dispose() {
      closing = true;
      channel?.drop();
      arriving?.drop();
      finish();
    },
  };
}

function unlessDisconnected(error: unknown): void {
  if (toProblem(error).code !== 'peer_disconnected') throw error;
}

/** Proves to the one who holds the same token who speaks; the host's answers the guest's, so neither can be played again. */
function proofOf(token: string, role: Role, session_id: string, claim: Claim, answered: string): string {
  const { sent, sent_head, received, received_head } = claim;
  const text = ['resume', role, session_id, sent, sent_head, received, received_head, answered].join(':');
  return createHmac('sha256', Buffer.from(token, 'hex')).update(text).digest('hex');
}

function proves(said: Resumption, token: string, role: Role, session_id: string, answered: string): boolean {
  const expected = proofOf(token, role, session_id, said.claim, answered);
  return said.session_id === session_id && timingSafeEqual(Buffer.from(said.proof), Buffer.from(expected));
}
