/**
 * Everything that a peer can make this computer keep or do, with its limit. Nothing else limits a peer, and every limit is read from
 * here. A table whose peer passes one ends, as `peer_flooded` unless its frames are invalid anyway; before the game, its connection
 * ends. The numbers are several times what any game of the network needs.
 */
const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const budgets = {
  /** One line of JSON. A line of a board's transfer may be longer; see `board`. */
  frame: {
    /** The longest frame of the network's recorded games, the setup of a deck of cards, has 36 KB. */
    bytes: 64 * kibibyte,
    /** Time to parse and check a frame grows with its values: a mebibyte of digits took a second. The longest frame above has 300. */
    values: 4_096,
    /** Reads that don't complete a line: bytes that arrive one by one cost a read each. */
    reads: 4_096,
    /** Empty lines are skipped, but reading them takes time. */
    emptyLines: 1_024,
  },

  /** A connection over iroh. */
  connection: {
    /** A peer that reads nothing for this long is disconnected. */
    stallMs: 30_000,
    /** How long closing waits for a peer to acknowledge the last frame. */
    flushMs: 3_000,
    /** From the first packet to the first complete line. */
    firstLineMs: 10_000,
    /** Peers of one endpoint that are connecting, or wait to be accepted. Each may hold one line. Beyond it, the oldest one gives way. */
    pending: 64,
    /** Of these, peers from one source; its oldest gives way. */
    pendingPerSource: 32,
    /**
     * Handshakes that begin, at all endpoints of a process: each takes it 5 to 10 ms, half of them of the thread that all tables share. A
     * table needs one or two. The others wait for their turn (admission.ts): a guest whose source is quiet for one or two of these, one
     * among a crowd at its own source not a second.
     */
    handshakes: {
      burst: 30,
      perSecond: 30,
      waiting: 64,
      waitingPerSource: 24,
      /** Sources, and the two networks around each, are remembered for how often they had a turn: more than can have one before it is forgotten. */
      sources: 12_288,
      halfLifeMs: 60_000,
    },
  },

  /** Before the game. */
  handshake: {
    /** At one hosted table at a time, from one address. Beyond it, its oldest one gives way; see open-handshakes.ts. */
    perSource: 4,
    /**
     * At one hosted table at a time, of guests whose keys the community has confirmed, and as many others. Each holds a connection. A slow
     * guest takes seconds, in which a hundred addresses can begin all they may, so that none of them takes its place.
     */
    concurrent: 512,
    /** The host asks the community whether a guest is registered; without an answer, it signs. */
    registrationMs: 3_000,
    /** Such questions at a time, of all tables. */
    registrations: 16,
    /** A silent guest must not occupy a table. */
    initMs: 10_000,
    /** The host only has to sign. */
    proofMs: 30_000,
    /** Includes the guest's call to the community. */
    readyMs: 60_000,
    /** To tell guests that a table is closed, before it is. */
    refusalMs: 1_000,
    /** The host's window is told at most so often about guests that weren't seated: anyone can be one. */
    reportMs: 5_000,
    /** Nonces of guests that an invitation remembers. Signing one again, with the same result, gives nothing away. */
    nonces: 1_024,
  },

  /** The transfer of a board. Its number of files and bytes is limited by shared/bundle/limits.ts. */
  board: {
    /** A file of 512 KiB in base64, with its path and hash. */
    frameBytes: mebibyte,
    frameMs: 30_000,
    /** The whole transfer: files that each arrive just in time would hold a seat for an hour. */
    totalMs: 120_000,
    /** Transfers of a process to guests of one address. Beyond them, its oldest one gives way. */
    perSource: 2,
    /** Boards of all transfers of a process to its guests: of each, memory holds up to the whole board, which wasn't read yet. */
    concurrentBytes: 64 * mebibyte,
  },

  /**
   * `_sys` frames: pings, pongs and receipts. A peer with the shortest heartbeat anyone has used, a fifth of a second, sends ten in a second;
   * after an interruption all that were on the way arrive at once. They are answered and forgotten, so they need no limit over time.
   */
  systemFrames: { bytes: kibibyte, burst: 600, perSecond: 50 },

  /** Messages of the game, over the whole table. All of them are recorded. */
  messages: {
    /** Several thousand moves are a very long game; agents that talk to each other may exchange more messages. */
    count: 20_000,
    bytes: 8 * mebibyte,
    /** Half of `files.recordValues`: a peer must not make the record too large to be read. */
    values: 1_000_000,
  },

  /** Chats, which have no turns. */
  chat: {
    /** Messages within `burstMs`. */
    burst: 500,
    burstMs: 10_000,
    /** Messages that wait for the hooks. */
    waiting: 500,
    /** Invalid ones, which are recorded and ignored. */
    invalid: 50,
  },

  /** Concessions, their confirmations, and told ends. A side needs one of them, and repeats it after a lost connection. */
  concessions: 8,

  /**
   * Reports of how long this side has been away that differ from the last one. Each is an event; further ones are ignored. After a resumption
   * there is one, and one with each message until all is given back, at least half a minute at a time: five at most. A connection that breaks
   * once a minute for ten hours needs 3,000.
   */
  absences: 4_000,

  /**
   * Readings of the other side's clock that are news. Each is an event; further ones are ignored, and the limit of the rules is shown. A
   * message of a person needs one, and one for each time that either side slept or was away: several thousand moves are a very long game.
   */
  clocks: {
    count: 4_000,
    /** Pings that answer them. After a long sleep hundreds of readings arrive at once, and an answer to any of them is newer than all. */
    answers: { burst: 120, perSecond: 1 },
  },

  /** Draws by agreement; see draw.ts. */
  draws: {
    /** Offers of one side in a game. */
    offers: 10,
    /** Frames of the other side about draws: its offers and answers, several times over. Further ones are ignored. */
    frames: 64,
  },

  /** Remarks beside a game; see remarks.ts. Those past a limit are ignored: what is said must not end a game. */
  remarks: {
    /** Characters of a text. Escaped as JSON, it still fits a system frame. */
    characters: 280,
    /** Of each side, over the whole table. All of them are kept. */
    count: 200,
    /** Of this side. */
    own: { burst: 5, perSecond: 0.2 },
    /** Of the other side: more than it may say itself, because those of an absence arrive at once. */
    peer: { burst: 20, perSecond: 0.4 },
    /** The newest ones, repeated after a resumption. */
    repeated: 16,
    /** Those that wait for a side that is away. */
    waiting: 8,
    /** How long the connection of a completed game stays open for them. */
    afterMs: 120_000,
  },

  /** Connections with which a guest resumes. One that breaks every 10 s may go on breaking. */
  resumptions: { burst: 60, perSecond: 0.1 },
  /** Beyond these, a guest waits before it resumes again, so that it never passes the budget of its host. */
  ownResumptions: { burst: 30, perSecond: 0.05 },

  /** Frames in memory that the peer has not acknowledged, in characters; without the oldest, a lost connection can't be resumed. */
  unacknowledged: 16 * mebibyte,
  /** Frames that wait to be sent to a peer that does not read. */
  queuedSends: 64,
  /** Frames between two receipts, with which the peer forgets its copies. */
  receiptInterval: 32,

  /** Files of a table. */
  files: {
    /** The record. A larger one could not be opened again. */
    recordBytes: 32 * mebibyte,
    /** One line of a record. Earlier versions received frames of a mebibyte; a spec in an export, escaped, has half of that. */
    lineBytes: 1.25 * mebibyte,
    /** Values of a line: those of a frame, and as many for what is recorded about it, such as the problems of a dropped one. */
    lineValues: 8_192,
    /**
     * Values of a record, all lines together: parsing 32 MiB of nothing but values took 20 s and 2 GB. The most and shortest lines of
     * frames in that size, 170,000 with nine values each, have three quarters of it.
     */
    recordValues: 2_000_000,
    /** The log of a table that can be resumed after a restart. Beyond it the table goes on, but doesn't survive a restart. */
    logBytes: 64 * mebibyte,
    /** One view of the board, and all views together; a replay shows the messages beyond them. */
    viewBytes: 512 * kibibyte,
    viewsBytes: 32 * mebibyte,
  },
} as const;

/** The budgets of a table, as the detail of `peer_flooded` names them. */
export type TableBudget = 'system_frames' | 'messages' | 'bytes' | 'values' | 'chat' | 'concessions' | 'resumptions';

/** Why a table ended whose peer passed a budget. */
export const floodedProblem = (budget: TableBudget) =>
  ({
    code: 'peer_flooded',
    message: 'The other side sent more than a table may receive.',
    detail: { budget },
  }) as const;
