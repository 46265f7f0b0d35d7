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
import { type BoardConnection, openBoardConnection } from './connection.ts';
import { type FrameFocus, watchFocus } from './focus.ts';
import type { Received, StopReason } from './message-guard.ts';
import { tokensOf } from './tokens.ts';
import { watchBoard } from './watch.ts';

/** The context except what the frame itself knows. */
type GivenContext = Omit<BoardContext, 'tokens' | 'dir' | 'time_zone' | 'width' | 'height'> & {
  /** The writing direction, if it is not the locale's own. */
  dir?: BoardContext['dir'];
};

export interface BoardFrameProps {
  url: string;
  title: string;
  context: GivenContext;
  /** Null until the game begins. */
  record: BoardRecord | null;
  /** Null if there are no local hooks. */
  view: Json;
  seq: number;
  /** The table's chat. */
  talk?: readonly Spoken[];
  ask: OpenQuestion | null;
  picked: Answer | null;
  /** The element that takes the focus from the frame: the control that plays picked moves. */
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
/** A frame that loads nothing for this long is stopped: Chromium may have put it in the process of a board that hangs. */
const loadMs = 15_000;

/** Strips what a board must not know about the question. */
const askOf = ({ key, prompt, choices, entry }: OpenQuestion): Question => ({
  key,
  prompt,
  choices,
  ...(entry ? { entry } : {}),
});

/** Strips `origin` before it reaches the frame. */
const spokenOf = ({ number, by, text, at }: Spoken): Spoken => ({ number, by, text, at });

/** Not scaled, unlike its bounding box in the Studio. */
const sizeOf = (frame: HTMLElement | null) => ({ width: frame?.clientWidth ?? 0, height: frame?.clientHeight ?? 0 });

const regionOf = (locale: string) => ({
  dir: i18next.dir(locale),
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/**
 * An untrusted page in a sandboxed frame with an opaque origin and no network. Each load gets one MessagePort, the only channel
 * that is read; messages to the window are merely counted. The frame holds the focus only after Tab or F6 (focus.ts).
 */
export function BoardFrame({ context: bare, ...given }: BoardFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const props = { ...given, context: { ...regionOf(bare.locale), ...bare, ...size, tokens: tokensOf(bare.theme) } };
  const focus = useRef<FrameFocus | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [connection, setConnection] = useState<BoardConnection | null>(null);
  const [ready, setReady] = useState(false);
  const loads = useRef(0);

  const handle = (from: BoardConnection, received: Received) => {
    const now = latest.current;
    if (received.kind === 'stop') now.onStop(received.reason, received.perSecond);
    else if (received.kind === 'initialize') {
      from.respond(received.id, { result: { version: boardVersion, ...now.context, ...sizeOf(frame.current) } });
      setReady(true);
      now.author?.onInitialized();
    } else if (received.kind === 'pick') {
      // The question may have changed meanwhile.
      if (now.ask?.key !== received.key) return;
      now.onPick(received.answer, focus.current?.holds() ?? false);
      focus.current?.leave();
      if (received.id !== null) from.respond(received.id, { result: { picked: received.answer } });
    } else if (received.kind === 'refuse') {
      now.author?.onRefused(received.message);
      const { code, message } = received;
      if (received.id !== null) from.respond(received.id, { error: { code, message } });
    } else if (received.kind === 'log') now.author?.onLog({ level: received.level, text: received.text });
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
    const shown = frame.current;
    if (!shown) return;
    const stop = (reason: StopReason, perSecond: number) => latest.current.onStop(reason, perSecond);
    const watched = watchFocus(shown, { home: () => latest.current.home(), onStolen: () => stop('focus', 0) });
    focus.current = watched;
    const end = watchBoard(shown, { onTick: watched.check, onStop: stop });
    const loading = setTimeout(() => {
      if (loads.current === 0) stop('hung', 0);
    }, loadMs);
    return () => {
      clearTimeout(loading);
      focus.current = null;
      watched.end();
      end();
    };
  }, []);

  useEffect(() => {
    const shown = frame.current;
    if (!shown) return;
    const observer = new ResizeObserver(() => setSize(sizeOf(shown)));
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);

  const { context, record, view, seq, talk = [], ask, picked } = props;
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
