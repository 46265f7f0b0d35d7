/**
 * Conceding a rated game: a side that resigns or runs out of time gives the win to the other side.
 *
 * Both sides must reach the same outcome although messages may cross, so a concession is confirmed by the other side:
 * - In a game with strict turns, the concession of the side to move is effective immediately: the other side waits for that move,
 *   so none of its messages can end the game differently.
 * - Otherwise a message in transit may end the game differently. The conceding side then sends no more moves and
 *   waits for `conceded` or for the end of the game. If neither arrives, the table ends unfinished.
 * - If both concede at once, the side to move loses. Simultaneous rounds have no side to move, so there is no winner.
 */

import type { Decisions } from './decision.ts';
import type { GameMode } from './engine-types.ts';
import { concededFrame, concedeFrame } from './frames.ts';
import { otherRole, type Role } from './hooks.ts';
import type { ConcessionCode, ConcessionState } from './outcome.ts';
import type { TableCore } from './table-core.ts';

/** How long to wait for the confirmation, which needs no decision. */
const confirmationTimeoutMs = 60_000;

export class Concession {
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  readonly #mode: GameMode;

  constructor(core: TableCore, decisions: Decisions, mode: GameMode) {
    this.#core = core;
    this.#decisions = decisions;
    this.#mode = mode;
  }

  get state(): ConcessionState {
    if (this.#core.outcome || !this.#isSupported) return 'none';
    if (!this.#core.hasMoves) return 'early';
    return this.#core.pendingConcession === null ? 'open' : 'said';
  }

  /** Whether both sides support concessions and the game has a winner. */
  get #isSupported(): boolean {
    return this.#core.config.concede === true && this.#mode.lastMover !== undefined;
  }

  /** Concedes for this side. Returns false if that is not possible and the table ends unfinished. */
  concede(code: ConcessionCode): boolean {
    const core = this.#core;
    if (this.state === 'said') return true;
    if (this.state !== 'open') return false;
    const isToMove = this.#mode.lastMover?.() !== null && this.#decisions.isOpen;
    this.#decisions.close();
    core.record({ kind: 'concession', by: core.role, code }, true);
    core.sendSystem(concedeFrame(code));
    if (isToMove) {
      this.#endAsLoss(core.role, code);
      return true;
    }
    core.pendingConcession = code;
    core.setTimer('peer', core.moment.now + confirmationTimeoutMs, () =>
      core.fail('peer_timeout', 'The other side did not confirm the concession.'),
    );
    core.markChanged();
    return true;
  }

  /** Handles a concession of the other side. */
  receive(code: ConcessionCode) {
    const core = this.#core;
    if (!this.#isSupported) return;
    const peer = otherRole(core.role);
    if (!core.hasMoves) {
      core.peerClosed = true;
      return core.fail('peer_aborted', 'The other side left before the first move.', { code });
    }
    core.record({ kind: 'concession', by: peer, code }, true);
    if (core.pendingConcession === null) {
      core.sendSystem(concededFrame);
      return this.#endAsLoss(peer, code);
    }
    const winner = this.#mode.lastMover?.() ?? null;
    if (winner === null) return core.fail(core.pendingConcession, 'Both sides conceded at once.');
    this.#endAsLoss(otherRole(winner), winner === core.role ? code : core.pendingConcession);
  }

  /** Handles the confirmation of this side's concession. */
  receiveConfirmation() {
    if (this.#core.pendingConcession !== null) this.#endAsLoss(this.#core.role, this.#core.pendingConcession);
  }

  #endAsLoss(by: Role, code: ConcessionCode) {
    const winner = otherRole(by);
    this.#core.end({ completed: true, winner, reason: null, problem: null, conceded: { by, code } });
  }
}
