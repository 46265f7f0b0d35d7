/** One table played by a script: the peer answers, hybrid proposals play by themselves, the end is reported. */
import type { Table } from '../../shared/bridge/contract.ts';
import { ratingDelta } from '../../shared/community/elo.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import type { Answer, Winner } from '../../shared/tables/hooks.ts';
import { heightsOf, type Move, viewOf } from './connect-four.ts';

const hands = ['rock', 'paper', 'scissors'];
const beats: Record<string, string> = { rock: 'scissors', paper: 'rock', scissors: 'paper' };
const peerColumns = [1, 2, 1, 5, 1, 2, 6, 6, 0, 0, 2, 5, 4, 4, 6, 0];

export class ScriptedGame {
  #table: Table;
  readonly #show: (table: Table) => void;
  readonly #pace: number;
  /** Whether the line breaks instead of the peer's first answer. */
  readonly #breaks: boolean;
  #moves: Move[] = [];
  #rounds: { host: string; guest: string }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: Table, show: (table: Table) => void, pace: number, breaks = false) {
    this.#table = table;
    this.#show = show;
    this.#pace = pace;
    this.#breaks = breaks;
  }

  begin(): void {
    this.#change({ view: this.#view(), started_at: Date.now() });
    this.#ask();
  }

  hold(): void {
    clearTimeout(this.#timer);
    if (this.#table.ask) this.#change({ ask: { ...this.#table.ask, held: true, plays_at: null } });
  }

  resign(): void {
    clearTimeout(this.#timer);
    this.#change({
      phase: 'failed',
      ask: null,
      ended_at: Date.now(),
      problem: { code: 'resigned', message: 'You left.' },
      result: {
        winner: null,
        outcome: 'none',
        reason: null,
        state: 'unrated',
        reports: { mine: null, mine_at: null, theirs: null, theirs_at: null },
        rating: null,
        cap: null,
      },
    });
  }

  answer(answer: Answer): void {
    clearTimeout(this.#timer);
    const { ask } = this.#table;
    if (!ask) return;
    const origin = ask.proposal === null ? 'you' : ask.proposal === answer ? 'accepted' : 'override';
    if (this.#sealed) this.#sealHand(String(answer), origin);
    else this.#drop(Number(answer), origin);
  }

  get #sealed(): boolean {
    return this.#table.protocol.mode === 'simultaneous_round';
  }

  #change(changes: Partial<Table>): void {
    const record = { ...this.#table.record, frames: this.#table.record.frames + 2 };
    this.#table = { ...this.#table, seq: this.#table.seq + 1, record, ...changes };
    this.#show(this.#table);
  }

  #view(): Table['view'] {
    if (!this.#sealed) return viewOf('guest', this.#moves);
    const won = (seat: 'host' | 'guest') =>
      this.#rounds.filter((round) => beats[round[seat]] === round[seat === 'host' ? 'guest' : 'host']).length;
    return {
      seat: 'guest',
      best_of: 3,
      round: this.#rounds.length,
      scores: { host: won('host'), guest: won('guest') },
      rounds: this.#rounds.map((round) => ({
        ...round,
        winner: beats[round.guest] === round.host ? 'guest' : beats[round.host] === round.guest ? 'host' : null,
      })),
      over: false,
    };
  }

  #ask(): void {
    const asked_at = Date.now();
    const choices = this.#sealed
      ? hands.map((hand) => ({ value: hand, label: hand, hint: `beats ${beats[hand]}` }))
      : heightsOf(this.#moves).flatMap((height, col) =>
          height < 6 ? [{ value: col, label: `column ${col + 1}`, hint: `height ${height + 1}` }] : [],
        );
    const hybrid = this.#table.control_mode === 'hybrid';
    const proposal = hybrid ? (choices[3]?.value ?? choices[0]?.value ?? null) : null;
    this.#change({
      ask: {
        key: `turn:${this.#moves.length + this.#rounds.length}`,
        prompt: this.#sealed ? `Show a hand in round ${this.#rounds.length + 1}` : 'Drop a disc',
        choices,
        asked_at,
        proposal,
        plays_at: hybrid ? asked_at + 20_000 : null,
        held: false,
        deadline_at: hybrid ? null : asked_at + 120_000,
      },
    });
    if (hybrid && proposal !== null) this.#timer = setTimeout(() => this.answer(proposal), 20_000);
  }

  #drop(col: number, origin: Table['moves'][number]['origin']): void {
    this.#play({ by: 'guest', col }, origin);
    if (this.#over()) return;
    this.#timer = setTimeout(() => {
      if (this.#breaks) return this.#breakLine();
      const heights = heightsOf(this.#moves);
      const wanted = peerColumns[Math.floor(this.#moves.length / 2)] ?? 0;
      const free = (heights[wanted] ?? 6) < 6 ? wanted : heights.findIndex((height) => height < 6);
      this.#play({ by: 'host', col: free }, null);
      if (!this.#over()) this.#ask();
    }, this.#pace * 4);
  }

  #breakLine(): void {
    const quiet_since = Date.now();
    this.#change({ connection: { kind: 'none', rtt_ms: null, quiet_since, gives_up_at: quiet_since + 120_000 } });
  }

  #play(move: Move, origin: Table['moves'][number]['origin']): void {
    this.#moves = [...this.#moves, move];
    const number = this.#moves.length;
    this.#change({
      ask: null,
      view: viewOf('guest', this.#moves),
      moves: [...this.#table.moves, { number, by: move.by, text: `column ${move.col + 1}`, at: Date.now(), origin }],
    });
  }

  #over(): boolean {
    const { winner } = viewOf('guest', this.#moves);
    if (winner) this.#finish(winner, 'Four in a line.');
    return winner !== null;
  }

  #sealHand(value: string, origin: Table['moves'][number]['origin']): void {
    const round = this.#rounds.length;
    const hidden = { value: null, nonce: null };
    const nonce = '81d2f0c94ab3e75d';
    const mine = { sealed: sha256Hex(`${value}:${nonce}`), sealed_at: Date.now(), ...hidden };
    const none = { sealed: null, sealed_at: null, ...hidden };
    const put = (host: typeof none | typeof mine, guest: typeof mine) => [
      ...this.#table.sealed_rounds.filter((sealed) => sealed.round !== round),
      { round, host, guest },
    ];
    this.#change({ ask: null, sealed_rounds: put(none, mine) });
    this.#timer = setTimeout(() => {
      const theirs = hands[(round * 2 + 2) % 3] ?? 'rock';
      const other = '3ce7b5806f12d94a';
      this.#rounds = [...this.#rounds, { host: theirs, guest: value }];
      const opened = [
        ...this.#table.sealed_rounds.filter((sealed) => sealed.round !== round),
        {
          round,
          host: { sealed: sha256Hex(`${theirs}:${other}`), sealed_at: Date.now() - 1100, value: theirs, nonce: other },
          guest: { ...mine, value, nonce },
        },
      ];
      const number = this.#table.moves.length;
      this.#change({
        sealed_rounds: opened,
        view: this.#view(),
        moves: [
          ...this.#table.moves,
          { number: number + 1, by: 'host', text: theirs, at: Date.now(), origin: null },
          { number: number + 2, by: 'guest', text: value, at: Date.now(), origin },
        ],
      });
      const wins = (seat: 'host' | 'guest', against: 'host' | 'guest') =>
        this.#rounds.filter((played) => beats[played[seat]] === played[against]).length;
      if (wins('guest', 'host') === 2) this.#finish('guest', 'Two rounds of three.');
      else if (wins('host', 'guest') === 2) this.#finish('host', 'Two rounds of three.');
      else this.#ask();
    }, this.#pace * 4);
  }

  #finish(winner: Winner, reason: string): void {
    const own = this.#table.me.rating ?? 1200;
    const other = this.#table.peer.rating ?? 1200;
    const won = winner === 'guest';
    const mine = ratingDelta(own, other, won ? 'win' : 'loss');
    const theirs = ratingDelta(other, own, won ? 'loss' : 'win');
    const now = Date.now();
    const pending = {
      winner,
      outcome: won ? ('won' as const) : ('lost' as const),
      reason,
      state: 'pending' as const,
      reports: { mine: winner, mine_at: now, theirs: null, theirs_at: null },
      rating: null,
      cap: { used: 1, limit: 2, again_at: null },
    };
    this.#change({ phase: 'finished', ask: null, ended_at: now, result: pending });
    this.#timer = setTimeout(() => {
      this.#change({
        result: {
          ...pending,
          state: 'settled',
          reports: { ...pending.reports, theirs: winner, theirs_at: now + 900 },
          rating: {
            applied: true,
            reason: 'settled',
            mine: { before: own, after: own + mine, delta: mine },
            theirs: { before: other, after: other + theirs, delta: theirs },
          },
        },
      });
    }, this.#pace * 4);
  }
}
