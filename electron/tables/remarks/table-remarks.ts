/** Connects the remarks of a table (shared/tables/remarks.ts) to its connection and its file. */
import { inBackground } from '../../../shared/background.ts';
import type { TableRemarks } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import type { ControlMode, Role } from '../../../shared/tables/hooks.ts';
import { isRemarkFrame, type KeptRemarks, Remarks, type Saying } from '../../../shared/tables/remarks.ts';
import { type Environment, waitAtMost } from '../environment.ts';
import type { ChannelEvent, ResumableChannel } from '../reconnect/reconnecting-channel.ts';

export interface LiveRemarks {
  readonly state: TableRemarks;
  /** Before the first event of the channel. */
  start(channel: ResumableChannel, environment: Environment): void;
  /** Every event of the channel; those about remarks are signs of life to the game. */
  receive(event: ChannelEvent): void;
  setMode(control_mode: ControlMode): void;
  /** Whether the other side is blocked may have changed. */
  updateTexts(): void;
  /**
   * After a completed game: calls `close` once the other side has left or enough time has passed. Returns false if nobody here would
   * say anything.
   */
  keepOpen(close: () => Promise<void>): boolean;
  /** Nothing more can be said. */
  close(): void;
  say(saying: Saying): void;
  mute(muted: boolean): void;
  allowTexts(): void;
  /** Resolves once everything that was said is on disk. Never rejects. */
  saved(): Promise<void>;
}

export interface RemarksConfig {
  table_id: string;
  role: Role;
  control_mode: ControlMode;
  kept: KeptRemarks;
  /** Whether this side allows texts without being asked. */
  allowsTexts: boolean;
  /** Whether the other side is blocked now. */
  isBlocked(): boolean;
  write(kept: KeptRemarks): Promise<void>;
  onChange(state: TableRemarks): void;
}

export function createTableRemarks(config: RemarksConfig): LiveRemarks {
  const remarks = new Remarks(config.role, config.kept);
  const { promise: closed, resolve: markClosed } = Promise.withResolvers<void>();
  let connection: { channel: ResumableChannel; environment: Environment } | null = null;
  let isOpen = true;
  let { control_mode } = config;
  let allowsTexts = config.allowsTexts || config.kept.texts.own;
  let savedKept = config.kept;
  let saving: Promise<void> | null = null;
  let isOver = false;

  const moment = ({ environment }: { environment: Environment }) => ({
    now: environment.monotonic(),
    at: Math.round(environment.wall()),
  });

  function stateNow(): TableRemarks {
    const { remarks: list, ignored, muted } = remarks.kept;
    const { own, peer } = remarks.texts;
    return {
      table_id: config.table_id,
      ...{ remarks: list, ignored, muted, open: isOpen },
      texts: { own: control_mode === 'human' ? own : null, peer },
    };
  }

  function handleChange() {
    config.onChange(stateNow());
    saving ??= save().finally(() => {
      saving = null;
    });
    inBackground('remarks of a table', saving);
  }

  /** Changes during a write share the next one. */
  async function save(): Promise<void> {
    while (remarks.kept !== savedKept) {
      savedKept = remarks.kept;
      await config.write(savedKept);
    }
  }

  function send(frame: JsonObject | null) {
    if (frame === null || !isOpen) return;
    connection?.channel.send(frame).catch(() => {
      // The channel reports that its connection is lost; the next one repeats the frame.
    });
  }

  /** Texts are for people: a seat that a person plays, and a person who isn't blocked. */
  const updateTexts = () => send(remarks.allowTexts(allowsTexts && control_mode === 'human' && !config.isBlocked()));

  function close() {
    if (!isOpen) return;
    isOpen = false;
    markClosed();
    handleChange();
  }

  return {
    get state() {
      return stateNow();
    },
    start(channel, environment) {
      connection = { channel, environment };
      updateTexts();
      handleChange();
    },
    receive(event) {
      if (event.type === 'frame') {
        if (!isOpen || !connection || !isRemarkFrame(event.frame)) return;
        if (remarks.receive(event.frame, moment(connection), config.isBlocked())) handleChange();
      } else if (event.type === 'lost' && !isOver) remarks.lost();
      else if (event.type === 'resumed') for (const frame of remarks.resumed()) send(frame);
      else close();
    },
    updateTexts,
    setMode(mode) {
      if (mode === control_mode) return;
      control_mode = mode;
      updateTexts();
      handleChange();
    },
    keepOpen(closeChannel) {
      if (!isOpen || !connection || control_mode === 'autonomous') return false;
      const { channel, environment } = connection;
      isOver = true;
      channel.limitFrames();
      const left = Promise.race([closed, channel.disposed]);
      const closing = waitAtMost(environment, budgets.remarks.afterMs, left).then(closeChannel);
      inBackground('connection after a game', closing);
      return true;
    },
    close,
    say(saying) {
      if (!isOpen || !connection)
        throw new ParlorError('peer_disconnected', 'The connection to the other side has ended.');
      const frame = remarks.say(saying, moment(connection));
      handleChange();
      send(frame);
    },
    mute(muted) {
      remarks.mute(muted);
      handleChange();
    },
    allowTexts() {
      allowsTexts = true;
      remarks.keepPermission();
      updateTexts();
      handleChange();
    },
    saved: async () => {
      await saving?.catch(() => {
        // Already reported.
      });
    },
  };
}
