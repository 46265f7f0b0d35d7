/**
 * A draw by agreement: one side offers it, the other accepts or declines.
 *
 * Both sides must reach the same outcome although messages may cross, so an offer belongs to a position, the number of messages of the game
 * so far, and lapses with the next one:
 * - If the side to move accepts, the draw is effective immediately: the other side waits for that move, so none of its messages can change
 *   the position.
 * - If the other side accepts, a move may be in transit. It waits for `agreed`, or for that move, with which the offer has lapsed.
 * - An offer that crosses a move belongs to a position that the other side has left, and is ignored.
 * - A concession that waits for its confirmation comes before the answer to an acceptance: the other side may have met it while it waited
 *   for `agreed`. Only an acceptance that was effective immediately still counts.
 */
import { flowMode, type Spec } from '../protocol/spec.ts';
import { budgets } from './budgets.ts';
import type { Decisions } from './decision.ts';
import type { GameMode } from './engine-types.ts';
import { type DrawSaying, drawFrame } from './frames.ts';
import { otherRole, type Role } from './hooks.ts';
import type { DrawAction, DrawState } from './outcome.ts';
import type { TableCore } from './table-core.ts';

const winners = ['host', 'guest', 'draw'];

/** Whether a game of this protocol can be drawn: it has turns, and a message that names the winner may name a draw. */
export const canBeDrawn = (spec: Spec): boolean =>
  flowMode(spec) === 'session_loop' &&
  spec.messages.some(({ fields }) =>
    Object.values(fields).some(
      (field) => field.type === 'enum' && winners.every((each) => field.values?.includes(each)),
    ),
  );

export class Draw {
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  readonly #mode: GameMode;
  #offers = 0;
  /** Position of this side's last offer. */
  #offeredAt: number | null = null;
  #offer: 'open' | 'declined' | 'lapsed' = 'lapsed';
  /** Until this side has sent more messages than these, it makes no other offer. */
  #offeredAfter: number | null = null;
  /** Position of the other side's offer, while it may be accepted. */
  #askedAt: number | null = null;
  #acceptedAt: number | null = null;
  #heard = 0;

  constructor(core: TableCore, decisions: Decisions, mode: GameMode) {
    this.#core = core;
    this.#decisions = decisions;
    this.#mode = mode;
  }

  get state(): DrawState {
    const { outcome, pendingConcession, hasMoves, messageCounts } = this.#core;
    if (outcome || !this.#isSupported || pendingConcession !== null) return 'none';
    if (!hasMoves) return 'early';
    const position = this.#position;
    if (this.#acceptedAt === position) return 'accepted';
    if (this.#askedAt === position) return 'asked';
    if (this.#offeredAt === position && this.#offer === 'open') return 'offered';
    if (this.#offers >= budgets.draws.offers) return 'spent';
    if (this.#offeredAfter !== messageCounts.sent) return 'open';
    return this.#offer === 'declined' && this.#offeredAt === position ? 'declined' : 'spent';
  }

  /** Whether a frame about a draw may still have an effect. Others are forgotten like pings. */
  get isHeard(): boolean {
    return this.#isSupported && this.#heard < budgets.draws.frames;
  }

  /** Whether both sides support draws by agreement, in a game with turns that can be drawn. */
  get #isSupported(): boolean {
    return this.#core.config.draws === true && (this.#mode.lastMover?.() ?? null) !== null;
  }

  /** Whether the other side is to move. */
  get #movedLast(): boolean {
    return this.#mode.lastMover?.() === this.#core.role;
  }

  get #position(): number {
    const { sent, received } = this.#core.messageCounts;
    return sent + received;
  }

  /** Something that the person says. */
  act(action: DrawAction) {
    const { state } = this;
    if (action === 'offer' && state === 'open') return this.#makeOffer();
    // Two offers agree.
    if ((action === 'accept' || action === 'offer') && state === 'asked') return this.#accept();
    if (action === 'decline' && state === 'asked') return this.#decline();
    const sentences = { offer: 'A draw cannot be offered now.', accept: noOffer, decline: noOffer };
    this.#core.refuse({ code: 'draw_unavailable', message: sentences[action], detail: { state } });
  }

  /** A frame of the other side. `position` is the one that it was in. */
  receive(saying: DrawSaying, position: number) {
    if (!this.isHeard) return;
    this.#heard += 1;
    const core = this.#core;
    if (position !== this.#position || !core.hasMoves) return;
    if (saying === 'offer') return this.#receiveOffer();
    if (saying === 'decline') {
      if (this.#offeredAt === position) this.#offer = 'declined';
      return core.markChanged();
    }
    if (saying === 'accept' && this.#offeredAt === position) {
      if (core.pendingConcession !== null && !this.#movedLast) return;
      this.#say('agreed');
      return this.#end(core.role);
    }
    if (saying === 'agreed' && this.#acceptedAt === position) this.#end(otherRole(core.role));
  }

  /** The connection is lost, and offers with it. The other side may have accepted before: that still arrives, and counts. */
  handleLoss() {
    if (this.state !== 'offered' && this.state !== 'asked') return;
    if (this.#offer === 'open') this.#offeredAfter = null;
    this.#offer = 'lapsed';
    this.#askedAt = null;
    this.#core.markChanged();
  }

  #makeOffer() {
    this.#offers += 1;
    this.#offeredAt = this.#position;
    this.#offeredAfter = this.#core.messageCounts.sent;
    this.#offer = 'open';
    this.#say('offer');
    this.#core.markChanged();
  }

  #receiveOffer() {
    if (this.state === 'none') return;
    this.#askedAt = this.#position;
    // An agent that decides alone never agrees to a draw.
    if (this.#core.controlMode === 'autonomous') return this.#decline();
    this.#core.markChanged();
  }

  #decline() {
    this.#askedAt = null;
    this.#say('decline');
    this.#core.markChanged();
  }

  #accept() {
    const core = this.#core;
    this.#say('accept');
    if (!this.#movedLast) return this.#end(otherRole(core.role));
    this.#acceptedAt = this.#position;
    core.markChanged();
  }

  #say(saying: DrawSaying) {
    this.#core.sendSystem(drawFrame(saying, this.#position));
  }

  #end(offered_by: Role) {
    this.#decisions.close();
    this.#core.record({ kind: 'draw', offered_by }, true);
    this.#core.end({ completed: true, winner: 'draw', reason: null, problem: null, agreed: true });
  }
}

const noOffer = 'The other side does not offer a draw now.';
