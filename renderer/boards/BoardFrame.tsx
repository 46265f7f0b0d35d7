import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';
import {
  type BoardContext,
  boardVersion,
  type FromBoard,
  initMessage,
  type Spoken,
} from '../../shared/boards/contract.ts';
import { studioInit } from '../../shared/boards/studio-reports.ts';
import type { OpenQuestion } from '../../shared/bridge/contract.ts';
import type { Json } from '../../shared/json/value.ts';
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { Answer, Question } from '../../shared/tables/hooks.ts';
import styles from './Board.module.css';
import { watchBoard } from './board-monitor.ts';
import { tokensOf } from './color-tokens.ts';
import { type BoardConnection, openBoardConnection } from './connection.ts';
import { type FrameFocus, watchFocus } from './focus-guard.ts';
import type { Received, StopReason } from './message-guard.ts';

/** The context without the values that the frame adds itself. */
type BaseContext = Omit<BoardContext, 'tokens' | 'dir' | 'time_zone' | 'width' | 'height'> & {
  /** The writing direction, if it is not the locale's own. */
  dir?: BoardContext['dir'];
};

export interface BoardFrameProps {
  url: string;
  title: string;
  context: BaseContext;
  /** Null until the game begins. */
  record: BoardRecord | null;
  /** Null if there are no local hooks. */
  view: Json;
  seq: number;
  /** The table's chat. */
  talk?: readonly Spoken[];
  ask: OpenQuestion | null;
  picked: Answer | null;
  /** The element that receives the focus taken from the frame: the control that plays picked moves. */
  home(): HTMLElement | null;
  /** `byKey`: the user entered the frame by keyboard. */
  onPick(answer: Answer | null, byKey: boolean): void;
  onStop(reason: StopReason, perSecond: number): void;
  /** Diagnostics for the board's author. */
  author?: {
    onInitialized(): void;
    onLog(log: FromBoard['ui/log']): void;
    onRefused(message: string): void;
    /** Untrusted JSON from the Studio's port, limited in size. */
    onReport(data: unknown): void;
  };
}

const reloadsUntilStop = 5;
/** A frame that has not loaded by then is stopped: Chromium may have put it in the process of a board that hangs. */
const loadTimeoutMs = 15_000;

/** The question without the fields that a board must not see. */
const askOf = ({ key, prompt, choices, entry }: OpenQuestion): Question => ({
  key,
  prompt,
  choices,
  ...(entry ? { entry } : {}),
});

/** The chat message without `origin`, which a board must not see. */
const spokenOf = ({ number, by, text, at }: Spoken): Spoken => ({ number, by, text, at });

/** The frame's own layout size: in the Studio, its bounding box is scaled. */
const sizeOf = (frame: HTMLElement | null) => ({ width: frame?.clientWidth ?? 0, height: frame?.clientHeight ?? 0 });

const regionOf = (locale: string) => ({
  dir: i18next.dir(locale),
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/**
 * An untrusted page in a sandboxed frame with an opaque origin and no network. Each load gets one MessagePort, the only channel
 * that is read; messages to the window are merely counted. The frame holds the focus only after Tab or F6 (focus-guard.ts).
 */
export function BoardFrame({ context: baseContext, ...otherProps }: BoardFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const context = {
    ...regionOf(baseContext.locale),
    ...baseContext,
    ...size,
    tokens: tokensOf(baseContext.theme),
  };
  const props = { ...otherProps, context };
  const focus = useRef<FrameFocus | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [connection, setConnection] = useState<BoardConnection | null>(null);
  const [ready, setReady] = useState(false);
  const loads = useRef(0);

  const handle = (source: BoardConnection, received: Received) => {
    const current = latest.current;
    if (received.kind === 'stop') current.onStop(received.reason, received.perSecond);
    else if (received.kind === 'initialize') {
      source.respond(received.id, { result: { version: boardVersion, ...current.context, ...sizeOf(frame.current) } });
      setReady(true);
      current.author?.onInitialized();
    } else if (received.kind === 'pick') {
      // The question may have changed meanwhile.
      if (current.ask?.key !== received.key) return;
      current.onPick(received.answer, focus.current?.holds() ?? false);
      focus.current?.leave();
      if (received.id !== null) source.respond(received.id, { result: { picked: received.answer } });
    } else if (received.kind === 'refuse') {
      current.author?.onRefused(received.message);
      const { code, message } = received;
      if (received.id !== null) source.respond(received.id, { error: { code, message } });
    } else if (received.kind === 'log') current.author?.onLog({ level: received.level, text: received.text });
  };

  const onLoad = () => {
    const target = frame.current?.contentWindow;
    if (!target) return;
    loads.current += 1;
    if (loads.current > reloadsUntilStop) return latest.current.onStop('reloads', 0);
    setReady(false);
    const opened = openBoardConnection(
      { withReports: latest.current.author !== undefined },
      {
        onReceived: (received) => handle(opened, received),
        onStuck: () => latest.current.onStop('oversized', 0),
        onReport: (report) => latest.current.author?.onReport(report),
      },
    );
    setConnection(opened);
    const { board, reports } = opened.ports;
    // An opaque origin can't be named as the target; only this window gets the port.
    if (reports) target.postMessage(studioInit, '*', [reports]);
    target.postMessage(initMessage, '*', [board]);
  };

  // Each load has its own port; a reload closes the previous one.
  useEffect(() => () => connection?.close(), [connection]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const stop = (reason: StopReason, perSecond: number) => latest.current.onStop(reason, perSecond);
    const frameFocus = watchFocus(element, { home: () => latest.current.home(), onStolen: () => stop('focus', 0) });
    focus.current = frameFocus;
    const endWatch = watchBoard(element, { onTick: frameFocus.check, onStop: stop });
    const loadTimer = setTimeout(() => {
      if (loads.current === 0) stop('hung', 0);
    }, loadTimeoutMs);
    return () => {
      clearTimeout(loadTimer);
      focus.current = null;
      frameFocus.end();
      endWatch();
    };
  }, []);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSize(sizeOf(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const { record, view, seq, talk = [], ask, picked } = props;
  const contextJson = JSON.stringify(context);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an ask is identified by its key
  useEffect(() => connection?.ask(ask && askOf(ask)), [connection, ask?.key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `contextJson` compares the context by value
  useEffect(() => {
    if (ready) connection?.notify('ui/context', context);
  }, [ready, contextJson]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every state has its own seq
  useEffect(() => {
    if (ready && record) connection?.notify('ui/state', { seq, record, view, talk: talk.map(spokenOf) });
  }, [ready, seq, record === null]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an ask is identified by its key
  useEffect(() => {
    if (ready) connection?.notify('ui/ask', { ask: ask && askOf(ask), picked, deadline_at: ask?.deadline_at ?? null });
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
      {...{ credentialless: true }}
      onLoad={onLoad}
    />
  );
}
