import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';
import {
  type BoardChatMessage,
  type BoardContext,
  type BoardMarks,
  type BoardNumber,
  boardContractVersion,
  type FromBoard,
  initMessage,
} from '../../shared/boards/contract.ts';
import { studioInit } from '../../shared/boards/studio-reports.ts';
import type { OpenQuestion, Table } from '../../shared/bridge/contract.ts';
import type { Json } from '../../shared/json/value.ts';
import { shownText } from '../../shared/peer-text.ts';
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { Answer, Question } from '../../shared/tables/hooks.ts';
import { leftSince } from '../../shared/tables/time-left.ts';
import { mainClock, useClockJumps, wallTimeOf } from '../core/clock.ts';
import styles from './Board.module.css';
import { monitorBoard } from './board-monitor.ts';
import { colorTokens } from './color-tokens.ts';
import { type BoardConnection, openBoardConnection } from './connection.ts';
import { type FrameFocus, watchFocus } from './focus-guard.ts';
import type { BoardEvent, StopReason } from './message-guard.ts';

export type BoardSize = FromBoard['ui/size'];

/** The answers to a question that can be picked on the board. */
export type DrawnAnswers = FromBoard['ui/draws'];

/** The context without the values that the frame adds itself. */
type BaseContext = Omit<BoardContext, 'tokens' | 'dir' | 'time_zone' | 'width' | 'height'> & {
  /** The writing direction, if it is not the locale's own. */
  dir?: BoardContext['dir'];
};

export interface BoardPick {
  /** The user entered the frame by keyboard. */
  byKey: boolean;
  /** False for a name that is being typed: it is only picked, also where picks play at once. */
  plays: boolean;
}

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
  talk?: readonly BoardChatMessage[];
  /** What to mark at this position, in an analysis; absent elsewhere. */
  marks?: BoardMarks | null;
  ask: OpenQuestion | null;
  /** What may be picked before the next question is asked; boards that can't show it don't receive it. */
  ahead?: Table['ahead'];
  pickedAnswer: Answer | null;
  /** The element that receives the focus taken from the frame: the control that plays picked moves. */
  focusFallback(): HTMLElement | null;
  onPick(answer: Answer | null, pick: BoardPick): void;
  /** The user chose something on the board that is no answer to the question. */
  onIllegal?(answer: Answer): void;
  /** The user chose something on the board for a question that is no longer open. */
  onLate?(): void;
  /** The numbers that the board shows beside answers; none at each load. */
  onNumbers?(numbers: readonly BoardNumber[]): void;
  /** Which answers the board draws; undefined at each load, and null once the board has connected. */
  onDraws?(drawn: DrawnAnswers | null | undefined): void;
  /** Whether the board has drawn what it received; false while it loads, and once it has gone. */
  onDrawn?(isDrawn: boolean): void;
  onStop(reason: StopReason, perSecond: number): void;
  /** The smallest size in which the board can be used; null after each load, until the board says one. */
  onMinSize?(size: BoardSize | null): void;
  /** Diagnostics for the board's author. */
  authorHandlers?: {
    onInitialized(): void;
    onLog(log: FromBoard['ui/log']): void;
    onRejected(message: string): void;
    /** Untrusted JSON from the Studio's port, limited in size. */
    onReport(data: unknown): void;
  };
}

const maxLoads = 5;
/** A frame that has not loaded by this time is stopped: Chromium may have put it in the process of a board that hangs. */
const loadTimeoutMs = 15_000;

/** The question without the fields that a board must not see, its words as they may be shown. */
const boardQuestion = ({ key, prompt, choices, entry }: Question): Question => ({
  key,
  prompt: shownText(prompt),
  choices: choices.map(({ label, hint, ...choice }) => ({
    ...choice,
    label: shownText(label),
    ...(hint === undefined ? {} : { hint: shownText(hint) }),
  })),
  ...(entry ? { entry } : {}),
});

/** The chat message without `origin`, which a board must not see. */
const boardMessage = ({ number, by, text, at }: BoardChatMessage): BoardChatMessage => ({
  number,
  by,
  text: shownText(text),
  at,
});

/** The frame's own layout size: in the Studio, its bounding box is scaled. */
const sizeOf = (frame: HTMLElement | null) => ({ width: frame?.clientWidth ?? 0, height: frame?.clientHeight ?? 0 });

const regionSettings = (locale: string) => ({
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
    ...regionSettings(baseContext.locale),
    ...baseContext,
    ...size,
    tokens: colorTokens(baseContext.theme),
  };
  const props = { ...otherProps, context };
  const focus = useRef<FrameFocus | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [connection, setConnection] = useState<BoardConnection | null>(null);
  const [isReady, setIsReady] = useState(false);
  const [isDrawn, setIsDrawn] = useState(false);
  const [drawsMarks, setDrawsMarks] = useState(false);
  const [showsAhead, setShowsAhead] = useState(false);
  const loadCount = useRef(0);
  /** The question that could be answered ahead before the one of now. */
  const foreseen = useRef<Question | null>(null);

  const handleEvent = (source: BoardConnection, event: BoardEvent) => {
    const current = latest.current;
    if (event.kind === 'stop') current.onStop(event.reason, event.perSecond);
    else if (event.kind === 'initialize') {
      source.respond(event.id, {
        result: {
          version: boardContractVersion,
          ...(event.draws && { draws: true }),
          ...current.context,
          ...sizeOf(frame.current),
        },
      });
      setIsReady(true);
      current.onDraws?.(null);
      setDrawsMarks(event.marks);
      setShowsAhead(event.ahead);
      current.authorHandlers?.onInitialized();
    } else if (event.kind === 'pick') {
      // The question may have changed meanwhile.
      if ((current.ask ?? current.ahead)?.key !== event.key) {
        if (event.id !== null)
          source.respond(event.id, { error: { code: -32000, message: 'this question is not open' } });
        return current.onLate?.();
      }
      current.onPick(event.answer, { byKey: focus.current?.holdsFocus() ?? false, plays: event.plays });
      focus.current?.releaseFocus();
      if (event.id !== null) source.respond(event.id, { result: { picked: event.answer } });
    } else if (event.kind === 'reject') {
      current.authorHandlers?.onRejected(event.message);
      // Only just after a press, so that a board can't keep a sentence in the decision bar.
      if (navigator.userActivation?.isActive) {
        if (event.illegal !== undefined) current.onIllegal?.(event.illegal);
        else if (event.late) current.onLate?.();
      }
      const { code, message } = event;
      if (event.id !== null) source.respond(event.id, { error: { code, message } });
    } else if (event.kind === 'size') {
      current.onMinSize?.({ width: event.width, height: event.height });
    } else if (event.kind === 'numbers') current.onNumbers?.(event.numbers);
    else if (event.kind === 'draws') current.onDraws?.({ key: event.key, answers: event.answers });
    else if (event.kind === 'log') current.authorHandlers?.onLog({ level: event.level, text: event.text });
  };

  const onLoad = () => {
    const target = frame.current?.contentWindow;
    if (!target) return;
    loadCount.current += 1;
    if (loadCount.current > maxLoads) return latest.current.onStop('reloads', 0);
    setIsReady(false);
    setIsDrawn(false);
    latest.current.onMinSize?.(null);
    latest.current.onNumbers?.([]);
    latest.current.onDraws?.(undefined);
    const newConnection = openBoardConnection(
      { withReports: latest.current.authorHandlers !== undefined },
      {
        onEvent: (event) => handleEvent(newConnection, event),
        onStuck: () => latest.current.onStop('hung', 0),
        onDrawn: () => setIsDrawn(true),
        onReport: (report) => latest.current.authorHandlers?.onReport(report),
      },
    );
    setConnection(newConnection);
    const { board, reports } = newConnection.ports;
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
    const frameFocus = watchFocus(element, {
      focusFallback: () => latest.current.focusFallback(),
      onBudgetExhausted: () => stop('focus', 0),
    });
    focus.current = frameFocus;
    const stopMonitor = monitorBoard(element, { onTick: frameFocus.check, onStop: stop });
    const loadTimer = setTimeout(() => {
      if (loadCount.current === 0) stop('hung', 0);
    }, loadTimeoutMs);
    return () => {
      clearTimeout(loadTimer);
      focus.current = null;
      frameFocus.stop();
      stopMonitor();
    };
  }, []);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSize(sizeOf(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const { record, view, seq, talk = [], marks, ask, pickedAnswer } = props;
  const ahead = ask === null && showsAhead ? (props.ahead ?? null) : null;
  const question = ask ?? ahead;
  const clockJumps = useClockJumps(ask?.deadline_at != null);
  const contextJson = JSON.stringify(context);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an ask is identified by its key
  useEffect(() => {
    const former = foreseen.current;
    if (question !== null) foreseen.current = ahead;
    const foreseenAs = ask !== null && former?.prompt === ask.prompt ? { foreseenAs: former.key } : {};
    connection?.ask(question && { ...boardQuestion(question), ...foreseenAs });
  }, [connection, question?.key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `contextJson` compares the context by value
  useEffect(() => {
    if (isReady) connection?.notify('ui/context', context);
  }, [isReady, contextJson]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every state has its own seq
  useEffect(() => {
    if (isReady && record) connection?.notify('ui/state', { seq, record, view, talk: talk.map(boardMessage) });
  }, [isReady, seq, record === null]);
  const marksJson = JSON.stringify(marks);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each state; `marksJson` compares the marks by value
  useEffect(() => {
    if (isReady && drawsMarks && marks !== undefined) connection?.notify('ui/marks', { marks });
  }, [isReady, drawsMarks, seq, marksJson]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an ask is identified by its key
  useEffect(() => {
    if (isReady)
      connection?.notify('ui/ask', {
        ask: question && { ...boardQuestion(question), ...(ahead ? { ahead: true } : {}) },
        picked: pickedAnswer,
        deadline_at: ask?.deadline_at == null ? null : Math.round(wallTimeOf(ask.deadline_at)),
        left_ms:
          ask?.deadline_at == null ? null : Math.round(leftSince(ask.asked_at, ask.deadline_at, mainClock.now())),
      });
  }, [isReady, question?.key, ask?.deadline_at, pickedAnswer, clockJumps]);
  // After the effects above, which send what it draws first.
  useEffect(() => {
    if (isReady) connection?.awaitDrawn();
  }, [isReady, connection]);

  useEffect(() => {
    if (!isDrawn) return;
    latest.current.onDrawn?.(true);
    return () => latest.current.onDrawn?.(false);
  }, [isDrawn]);

  return (
    <iframe
      ref={frame}
      className={styles.frame}
      data-loading={!isDrawn || undefined}
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
