import { useEffect, useRef, useState } from 'react';
import {
  type BoardContext,
  boardPing,
  type FromBoard,
  initMessage,
  type Spoken,
  type ToBoard,
} from '../../shared/boards/port.ts';
import { studioInit } from '../../shared/boards/studio-port.ts';
import type { OpenAsk } from '../../shared/bridge/contract.ts';
import type { Json } from '../../shared/json/value.ts';
import type { Answer, Ask } from '../../shared/tables/hooks.ts';
import styles from './Board.module.css';
import { createGuard, type Guard, type StopReason } from './guard.ts';

export interface BoardFrameProps {
  url: string;
  title: string;
  context: BoardContext;
  view: Json;
  seq: number;
  /** What was said at the table. */
  talk?: readonly Spoken[];
  ask: OpenAsk | null;
  picked: Answer | null;
  onPick(answer: Answer | null): void;
  onStop(reason: StopReason, perSecond: number): void;
  /** What only an author wants to hear. */
  author?: {
    onLog(log: FromBoard['ui/log']): void;
    onRefused(message: string): void;
    /** As it came over the Studio's own port, checked by nobody. */
    onReport(data: unknown): void;
  };
}

const reloadsUntilStop = 5;

/** Only the question itself: who may answer it and by when is not a board's to know beyond the deadline. */
const askOf = ({ key, prompt, choices, entry }: OpenAsk): Ask => ({
  key,
  prompt,
  choices,
  ...(entry ? { entry } : {}),
});

/** Who decided on the own words is nobody's business in there. */
const spokenOf = ({ number, by, text, at }: Spoken): Spoken => ({ number, by, text, at });

/**
 * A stranger's page in an opaque, network-less frame. After each load it is given one port, and that port is all that is
 * listened to: messages to the window are nobody's.
 */
export function BoardFrame(props: BoardFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [line, setLine] = useState<{ port: MessagePort; guard: Guard; reports: MessagePort | null } | null>(null);
  const [ready, setReady] = useState(false);
  const loads = useRef(0);

  const onLoad = () => {
    const target = frame.current?.contentWindow;
    if (!target) return;
    loads.current += 1;
    if (loads.current > reloadsUntilStop) return latest.current.onStop('reloads', 0);
    const { port1, port2 } = new MessageChannel();
    setReady(false);
    const reports = latest.current.author ? new MessageChannel() : null;
    setLine({ port: port1, guard: createGuard(() => latest.current.ask), reports: reports?.port1 ?? null });
    // The frame's origin is opaque, so that no other target can be named; only this window gets the port.
    if (reports) target.postMessage(studioInit, '*', [reports.port2]);
    target.postMessage(initMessage, '*', [port2]);
  };

  // One port a load; a reload closes the old one.
  useEffect(() => {
    if (!line) return;
    const { port, guard, reports } = line;
    const send = (message: object) => port.postMessage({ jsonrpc: '2.0', ...message });
    port.onmessage = ({ data }) => {
      const received = guard.receive(data, performance.now());
      const now = latest.current;
      if (received.kind === 'stop') now.onStop(received.reason, received.perSecond);
      else if (received.kind === 'initialize') {
        send({ id: received.id, result: now.context });
        setReady(true);
      } else if (received.kind === 'pick') {
        now.onPick(received.answer);
        if (received.id !== null) send({ id: received.id, result: { picked: received.answer } });
      } else if (received.kind === 'refuse') {
        now.author?.onRefused(received.message);
        if (received.id !== null) send({ id: received.id, error: { code: received.code, message: received.message } });
      } else if (received.kind === 'log') now.author?.onLog({ level: received.level, text: received.text });
    };
    if (reports) reports.onmessage = ({ data }) => latest.current.author?.onReport(data);
    const timer = setInterval(() => {
      // A hidden window's timers and its boards' are slowed alike; nothing is to be learned then.
      if (document.hidden) return;
      const ping = guard.ping(performance.now());
      if ('stop' in ping) latest.current.onStop(ping.stop, 0);
      else send({ id: ping.id, method: 'ui/ping', params: {} });
    }, boardPing.everyMs);
    return () => {
      clearInterval(timer);
      port.onmessage = null;
      port.close();
      reports?.close();
    };
  }, [line]);

  const tell = <M extends keyof ToBoard>(method: M, params: ToBoard[M]) =>
    line?.port.postMessage({ jsonrpc: '2.0', method, params });

  const { context, view, seq, talk = [], ask, picked } = props;
  const told = JSON.stringify(context);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `told` stands for the context's contents
  useEffect(() => {
    if (ready) tell('ui/context', context);
  }, [ready, told]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view comes with a new seq
  useEffect(() => {
    if (ready) tell('ui/state', { seq, view, talk: talk.map(spokenOf) });
  }, [ready, seq]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an ask is known by its key
  useEffect(() => {
    if (ready) tell('ui/ask', { ask: ask && askOf(ask), picked, deadline_at: ask?.deadline_at ?? null });
  }, [ready, ask?.key, ask?.deadline_at, picked]);

  return (
    <iframe
      ref={frame}
      className={styles.frame}
      src={props.url}
      title={props.title}
      sandbox="allow-scripts"
      allow=""
      referrerPolicy="no-referrer"
      {...{ credentialless: '' }}
      onLoad={onLoad}
    />
  );
}
