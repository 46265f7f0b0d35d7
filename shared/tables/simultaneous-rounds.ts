/**
 * `simultaneous_round`: commit and reveal. In each round the host commits, the guest commits, the host reveals, the guest reveals
 * and the host judges; after the last `round_result` the host sends `end`. A value is revealed only after the peer's commitment
 * has arrived.
 */
import { canonicalJson } from '../json/canonical.ts';
import type { JsonObject } from '../json/value.ts';
import { withoutChatText } from './chat-text.ts';
import { commitmentOf, commitmentPattern, commitValueText, noncePattern } from './commitment.ts';
import { decisionSeconds } from './deadlines.ts';
import type { Decisions } from './decision.ts';
import type { GameMode } from './engine-types.ts';
import { type Answer, answerValueSchema, type GameEnd, otherRole, type Question, type Role } from './hooks.ts';
import { emptySealedValue, type SealedRound } from './moves.ts';
import { handleJoin, handleReady, sendJoin } from './session-loop.ts';
import type { TableCore } from './table-core.ts';

interface SealedValue {
  value: Answer;
  nonce: string;
  hash: string;
}

/** The peer's next frame; `nothing` while this side's is due or hooks are running. */
type ExpectedFrame = 'join' | 'ready' | 'commit' | 'reveal' | 'result' | 'end' | 'nothing';

export class SimultaneousRounds implements GameMode {
  readonly tolerant = false;
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  readonly #valueField: string;
  #expected: ExpectedFrame;
  #round = -1;
  /** Whether the peer's first message was accepted. */
  #hasPeerJoined = false;
  #ownValue: SealedValue | null = null;
  #peerCommitment: string | null = null;
  #peerValue: Answer | null = null;
  /** Guest: the end returned by its hooks for the last result, effective once the host has sent `end`. */
  #pendingEnd: GameEnd | null = null;
  /** Guest: a frame that arrived while hooks handled the previous one; a host does not wait for the guest's hooks. */
  #deferredFrame: { action: string; frame: JsonObject } | null = null;

  constructor(core: TableCore, decisions: Decisions) {
    this.#core = core;
    this.#decisions = decisions;
    this.#valueField = core.config.spec.flow?.round?.value_field ?? 'value';
    this.#expected = core.role === 'host' ? 'join' : 'nothing';
  }

  start() {
    if (this.#core.role === 'host') return this.#core.peerTurn.expect('automatic');
    sendJoin(this.#core, () => this.#expect('ready', 'automatic'));
  }

  lastMover = () => null;

  receive(action: string, frame: JsonObject) {
    const core = this.#core;
    if (action === 'end' && core.role === 'guest') {
      // The hooks may still be handling the last result.
      if (this.#expected === 'nothing' && this.#defer(action, frame)) return;
      return this.#receiveEnd();
    }
    if (!core.acceptMessage(frame)) return;
    const expected = this.#expected;
    if (expected === 'nothing') {
      if (!this.#defer(action, frame)) core.failOutOfTurn(action);
      return;
    }
    if (expected === 'end')
      return core.fail('judge_disagrees', 'The game is over, but the host continues to play.', {
        action: action.slice(0, 64),
      });
    if (!this.#isExpected(expected, action, frame)) return core.failOutOfTurn(action);
    this.#expected = 'nothing';
    this.#hasPeerJoined = true;
    core.peerTurn.stop();
    if (expected === 'join') return handleJoin(core, frame, () => this.#beginRound());
    if (expected === 'ready') return handleReady(core, frame, () => this.#beginRound());
    if (expected === 'commit') return this.#receiveCommit(frame);
    if (expected === 'reveal') return this.#receiveReveal(frame);
    this.#receiveResult(frame);
  }

  #isExpected(expected: Exclude<ExpectedFrame, 'end' | 'nothing'>, action: string, frame: JsonObject): boolean {
    if (expected === 'join' || expected === 'ready') return this.#core.isOpening(expected, action);
    if (frame.round !== undefined && frame.round !== this.#round) return false;
    return expected === 'result' ? !['join', 'ready', 'commit', 'reveal'].includes(action) : action === expected;
  }

  /** Returns true if the frame was deferred until the hooks are done. */
  #defer(action: string, frame: JsonObject): boolean {
    if (this.#deferredFrame || !this.#hasPeerJoined || !this.#core.isStepping || this.#core.role === 'host')
      return false;
    this.#deferredFrame = { action, frame };
    return true;
  }

  #receiveDeferred() {
    const deferredFrame = this.#deferredFrame;
    this.#deferredFrame = null;
    if (deferredFrame && !this.#core.outcome) this.receive(deferredFrame.action, deferredFrame.frame);
  }

  #expect(expected: ExpectedFrame, kind: 'automatic' | 'move') {
    this.#expected = expected;
    this.#core.peerTurn.expect(kind);
  }

  #beginRound() {
    const core = this.#core;
    this.#round += 1;
    this.#ownValue = null;
    this.#peerCommitment = null;
    this.#peerValue = null;
    core.peerTurn.hasChosen = false;
    core.sealedRounds = [...core.sealedRounds, { round: this.#round, host: emptySealedValue, guest: emptySealedValue }];
    core.markChanged();
    core.step('round_value', [this.#round], ({ ask }) => {
      this.#decisions.askQuestion(ask as Question, (answer) => this.#commitTo(answer));
      // The host may commit while the guest is still choosing.
      if (core.role === 'guest') this.#expected = 'commit';
      this.#receiveDeferred();
    });
  }

  #commitTo(value: Answer) {
    this.#decisions.moves.addMove(this.#core.role, this.#decisions.moves.labels.ofAnswer(value), this.#core.moveSource);
    this.#core.moveSource = null;
    const nonce = this.#core.drawHex('nonce');
    this.#ownValue = { value, nonce, hash: commitmentOf(value, nonce) };
    if (this.#core.role === 'host') return this.#sendCommit('commit', 'move');
    if (this.#peerCommitment !== null) return this.#sendCommit('reveal', 'automatic');
    this.#holdCommit();
  }

  /** The host's commitment comes first. Until then, the host is told that this side has chosen. */
  #holdCommit() {
    const core = this.#core;
    const usedMs = core.moveTimes.lastOwnMs;
    const limitMs = decisionSeconds(core.config.spec, core.config.options) * 1000;
    core.heldChoice = { usedMs, leftMs: Math.max(0, limitMs - usedMs) };
    core.markChanged();
    core.peerTurn.expect('move');
  }

  #sendCommit(expected: ExpectedFrame, kind: 'automatic' | 'move') {
    const { hash } = this.#ownValue as SealedValue;
    this.#core.heldChoice = null;
    if (!this.#core.send({ action: 'commit', round: this.#round, hash })) return;
    this.#core.hasMoves = true;
    this.#updateRound(this.#core.role, { sealed: hash, sealed_at: this.#core.moment.at });
    this.#expect(expected, kind);
  }

  #receiveCommit(frame: JsonObject) {
    const core = this.#core;
    const hash = frame.hash;
    if (typeof hash !== 'string' || !commitmentPattern.test(hash))
      return core.fail('message_invalid', 'The commit message has no hash.');
    if (hash === this.#ownValue?.hash) {
      return core.fail('commit_copied', 'The other side sent our own commitment back as its own.', {
        round: this.#round,
      });
    }
    core.hasMoves = true;
    this.#peerCommitment = hash;
    this.#updateRound(otherRole(core.role), { sealed: hash, sealed_at: core.moment.at });
    if (core.role === 'host') return this.#sendReveal('reveal');
    if (this.#ownValue) this.#sendCommit('reveal', 'automatic');
  }

  #sendReveal(expected: ExpectedFrame) {
    const { value, nonce } = this.#ownValue as SealedValue;
    const frame: JsonObject = { action: 'reveal', round: this.#round, [this.#valueField]: value, nonce };
    if (!this.#core.send(frame)) return;
    this.#updateRound(this.#core.role, { value: commitValueText(value), nonce });
    this.#expect(expected, 'automatic');
  }

  #receiveReveal(frame: JsonObject) {
    const core = this.#core;
    const value = answerValueSchema.safeParse(frame[this.#valueField]);
    const nonce = frame.nonce;
    // All lone surrogates encode to the same bytes, so one could be revealed as another.
    const isWellFormed = value.success && (typeof value.data !== 'string' || value.data.isWellFormed());
    if (!isWellFormed || typeof nonce !== 'string' || !noncePattern.test(nonce)) {
      return core.fail('message_invalid', 'The reveal message has no value or no nonce.');
    }
    this.#peerValue = value.data;
    this.#updateRound(otherRole(core.role), { value: commitValueText(value.data), nonce });
    if (commitmentOf(value.data, nonce) !== this.#peerCommitment) {
      if (core.role === 'host') core.sendUnchecked({ action: 'error', round: this.#round, reason: 'commit_mismatch' });
      return core.fail(
        'commit_mismatch',
        'The other side revealed a different value from the one it had committed to.',
        {
          round: this.#round,
          sealed: this.#peerCommitment,
          opened: commitmentOf(value.data, nonce),
        },
      );
    }
    this.#decisions.moves.addMove(otherRole(core.role), this.#decisions.moves.labels.ofAnswer(value.data), null);
    if (core.role === 'host') return this.#judge();
    this.#sendReveal('result');
  }

  #judge() {
    const core = this.#core;
    core.step(
      'round_judge',
      [this.#round, (this.#ownValue as SealedValue).value, this.#peerValue as Answer],
      (step) => {
        // The hooks refuse the guest's value.
        if (!step.send) return core.finish(step.end as GameEnd, 'message_invalid');
        if (!core.send(step.send as JsonObject)) return;
        if (!step.end) return this.#beginRound();
        core.sendUnchecked({ action: 'end' });
        core.finish(step.end, 'message_invalid');
      },
    );
  }

  #receiveResult(frame: JsonObject) {
    if (this.#core.config.spec.shadow_judge !== true || !this.#core.hasHook('round_judge'))
      return this.#applyResult(frame);
    this.#shadowJudge(frame, () => this.#applyResult(frame));
  }

  /** If the protocol requires it, the guest also judges the round, and ends the table on any difference. */
  #shadowJudge(frame: JsonObject, next: () => void) {
    const core = this.#core;
    const args = [core.state, this.#round, this.#peerValue as Answer, (this.#ownValue as SealedValue).value];
    core.call(
      'round_judge',
      args,
      (result) => {
        if ('problem' in result)
          return core.fail(result.problem.code, result.problem.message, { method: 'round_judge' });
        const ownResult = (result.value as JsonObject | null)?.send ?? null;
        if (canonicalJson(ownResult) === canonicalJson(frame)) return next();
        core.fail('judge_disagrees', 'The host judged this round differently from this side.', {
          round: this.#round,
        });
      },
      { isStep: true },
    );
  }

  /** Both values of this round, revealed and verified. */
  #revealedValues(): JsonObject {
    const [mine, theirs] = [(this.#ownValue as SealedValue).value, this.#peerValue as Answer];
    const isHost = this.#core.role === 'host';
    return { round: this.#round, host_value: isHost ? mine : theirs, guest_value: isHost ? theirs : mine };
  }

  #applyResult(frame: JsonObject) {
    const core = this.#core;
    core.step('handle', [withoutChatText(core.config.spec, frame), this.#revealedValues()], (step) => {
      if (step.end && !step.end.completed) return core.finish(step.end, 'judge_disagrees');
      if (!step.end) return this.#beginRound();
      this.#pendingEnd = step.end;
      this.#expect('end', 'automatic');
      this.#receiveDeferred();
    });
  }

  #receiveEnd() {
    if (this.#pendingEnd) return this.#core.finish(this.#pendingEnd, 'judge_disagrees');
    if (this.#expected === 'commit' && this.#round > 0) {
      // A side that plays by hand can't know from a result without a winner that the game is over.
      if (this.#core.config.byHand) return this.#core.finish({ completed: true }, 'judge_disagrees');
      return this.#core.fail('judge_disagrees', 'The host ended the game before it was over.', {
        round: this.#round,
      });
    }
    this.#core.failOutOfTurn('end');
  }

  #updateRound(role: Role, roundChange: Partial<SealedRound['host']>) {
    const core = this.#core;
    const lastRound = core.sealedRounds.at(-1) as SealedRound;
    core.sealedRounds = [
      ...core.sealedRounds.slice(0, -1),
      { ...lastRound, [role]: { ...lastRound[role], ...roundChange } },
    ];
    core.markChanged();
  }
}
