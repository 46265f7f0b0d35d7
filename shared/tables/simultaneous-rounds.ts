/**
 * `simultaneous_round`: commit and reveal. In each round the host commits, the guest commits, the host reveals, the guest reveals
 * and the host judges; after the last `round_result` the host sends `end`. A value is revealed only after the peer's commitment
 * has arrived.
 */
import { canonicalJson } from '../json/canonical.ts';
import type { JsonObject } from '../json/value.ts';
import { withoutChatText } from './chat-text.ts';
import { commitmentOf, commitmentPattern, commitValueText, noncePattern } from './commitment.ts';
import type { Decisions } from './decision.ts';
import type { GameMode } from './engine-types.ts';
import { type Answer, answerValueSchema, type GameEnd, otherRole, type Role } from './hooks.ts';
import { type SealedRound, unsealedValue } from './moves.ts';
import { handleJoin, handleReady, sendJoin } from './session-loop.ts';
import type { TableCore } from './table-core.ts';

interface SealedValue {
  value: Answer;
  nonce: string;
  hash: string;
}

/** The peer's next frame; `nothing` while this side's is due or hooks are running. */
type Due = 'join' | 'ready' | 'commit' | 'reveal' | 'result' | 'end' | 'nothing';

export class SimultaneousRounds implements GameMode {
  readonly tolerant = false;
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  readonly #valueField: string;
  #due: Due;
  #round = -1;
  /** Whether the peer's first message was accepted. */
  #joined = false;
  #own: SealedValue | null = null;
  #peerCommitment: string | null = null;
  #peerValue: Answer | null = null;
  /** Guest: the end returned by its hooks for the last result, effective once the host has sent `end`. */
  #end: GameEnd | null = null;
  /** Guest: a frame that arrived while hooks handled the previous one; a host does not wait for the guest's hooks. */
  #deferred: { action: string; frame: JsonObject } | null = null;

  constructor(core: TableCore, decisions: Decisions) {
    this.#core = core;
    this.#decisions = decisions;
    this.#valueField = core.config.spec.flow?.round?.value_field ?? 'value';
    this.#due = core.role === 'host' ? 'join' : 'nothing';
  }

  start() {
    if (this.#core.role === 'host') return this.#core.expectFrame('automatic');
    sendJoin(this.#core, () => this.#await('ready', 'automatic'));
  }

  lastMover = () => null;

  receive(action: string, frame: JsonObject) {
    const core = this.#core;
    if (action === 'end' && core.role === 'guest') {
      // The hooks may still be handling the last result.
      if (this.#due === 'nothing' && this.#defer(action, frame)) return;
      return this.#receiveEnd();
    }
    if (!core.accept(frame)) return;
    const due = this.#due;
    if (due === 'nothing') {
      if (!this.#defer(action, frame)) core.outOfTurn(action);
      return;
    }
    if (due === 'end')
      return core.fail('judge_disagrees', 'The game is over, but the host continues to play.', {
        action: action.slice(0, 64),
      });
    if (!this.#isDue(due, action, frame)) return core.outOfTurn(action);
    this.#due = 'nothing';
    this.#joined = true;
    core.clearTimer('peer');
    if (due === 'join') return handleJoin(core, frame, () => this.#beginRound());
    if (due === 'ready') return handleReady(core, frame, () => this.#beginRound());
    if (due === 'commit') return this.#receiveCommit(frame);
    if (due === 'reveal') return this.#receiveReveal(frame);
    this.#receiveResult(frame);
  }

  #isDue(due: Exclude<Due, 'end' | 'nothing'>, action: string, frame: JsonObject): boolean {
    if (due === 'join' || due === 'ready') return this.#core.opens(due, action);
    if (frame.round !== undefined && frame.round !== this.#round) return false;
    return due === 'result' ? !['join', 'ready', 'commit', 'reveal'].includes(action) : action === due;
  }

  /** Returns true if the frame was deferred until the hooks are done. */
  #defer(action: string, frame: JsonObject): boolean {
    if (this.#deferred || !this.#joined || !this.#core.stepping || this.#core.role === 'host') return false;
    this.#deferred = { action, frame };
    return true;
  }

  #receiveDeferred() {
    const deferred = this.#deferred;
    this.#deferred = null;
    if (deferred && !this.#core.outcome) this.receive(deferred.action, deferred.frame);
  }

  #await(due: Due, kind: 'automatic' | 'move') {
    this.#due = due;
    this.#core.expectFrame(kind);
  }

  #beginRound() {
    const core = this.#core;
    this.#round += 1;
    this.#own = null;
    this.#peerCommitment = null;
    this.#peerValue = null;
    core.sealedRounds = [...core.sealedRounds, { round: this.#round, host: unsealedValue, guest: unsealedValue }];
    core.markChanged();
    core.step('round_value', [this.#round], (step) => {
      const { ask } = step;
      if (!ask || step.send || step.end) return core.failHook('round_value', 'round_value must ask and nothing else.');
      this.#decisions.open(ask, (answer) => this.#commitTo(answer));
      // The host may commit while the guest is still choosing.
      if (core.role === 'guest') this.#due = 'commit';
      this.#receiveDeferred();
    });
  }

  #commitTo(value: Answer) {
    this.#decisions.moves.addMove(this.#core.role, this.#decisions.moves.labels.ofAnswer(value), this.#core.source);
    this.#core.source = null;
    const nonce = this.#core.draw('nonce');
    this.#own = { value, nonce, hash: commitmentOf(value, nonce) };
    if (this.#core.role === 'host') return this.#sendCommit('commit', 'move');
    if (this.#peerCommitment !== null) return this.#sendCommit('reveal', 'automatic');
    this.#core.expectFrame('move');
  }

  #sendCommit(due: Due, kind: 'automatic' | 'move') {
    const { hash } = this.#own as SealedValue;
    if (!this.#core.send({ action: 'commit', round: this.#round, hash })) return;
    this.#core.begun = true;
    this.#updateRound(this.#core.role, { sealed: hash, sealed_at: this.#core.moment.at });
    this.#await(due, kind);
  }

  #receiveCommit(frame: JsonObject) {
    const core = this.#core;
    const hash = frame.hash;
    if (typeof hash !== 'string' || !commitmentPattern.test(hash))
      return core.fail('message_invalid', 'The commit message has no hash.');
    if (hash === this.#own?.hash) {
      return core.fail('commit_copied', 'The other side sent our own commitment back as its own.', {
        round: this.#round,
      });
    }
    core.begun = true;
    this.#peerCommitment = hash;
    this.#updateRound(otherRole(core.role), { sealed: hash, sealed_at: core.moment.at });
    if (core.role === 'host') return this.#sendReveal('reveal');
    if (this.#own) this.#sendCommit('reveal', 'automatic');
  }

  #sendReveal(due: Due) {
    const { value, nonce } = this.#own as SealedValue;
    const frame: JsonObject = { action: 'reveal', round: this.#round, [this.#valueField]: value, nonce };
    if (!this.#core.send(frame)) return;
    this.#updateRound(this.#core.role, { value: commitValueText(value), nonce });
    this.#await(due, 'automatic');
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
    core.step('round_judge', [this.#round, (this.#own as SealedValue).value, this.#peerValue as Answer], (step) => {
      if (!step.send || step.ask) return core.failHook('round_judge', 'round_judge must send its result.');
      if (!core.send(step.send as JsonObject)) return;
      if (!step.end) return this.#beginRound();
      core.sendUnchecked({ action: 'end' });
      core.finish(step.end, 'message_invalid');
    });
  }

  #receiveResult(frame: JsonObject) {
    if (this.#core.config.spec.shadow_judge !== true || !this.#core.has('round_judge')) return this.#takeResult(frame);
    this.#shadowJudge(frame, () => this.#takeResult(frame));
  }

  /** If the protocol requires it, the guest also judges the round, and ends the table on any difference. */
  #shadowJudge(frame: JsonObject, next: () => void) {
    const core = this.#core;
    const args = [core.state, this.#round, this.#peerValue as Answer, (this.#own as SealedValue).value];
    core.call(
      'round_judge',
      args,
      (result) => {
        if ('problem' in result)
          return core.fail(result.problem.code, result.problem.message, { method: 'round_judge' });
        const own = (result.value as JsonObject | null)?.send ?? null;
        if (canonicalJson(own) === canonicalJson(frame)) return next();
        core.fail('judge_disagrees', 'The host judged this round differently from this side.', {
          round: this.#round,
        });
      },
      { step: true },
    );
  }

  /** Both values of this round, revealed and verified. */
  #opened(): JsonObject {
    const [mine, theirs] = [(this.#own as SealedValue).value, this.#peerValue as Answer];
    const host = this.#core.role === 'host';
    return { round: this.#round, host_value: host ? mine : theirs, guest_value: host ? theirs : mine };
  }

  #takeResult(frame: JsonObject) {
    const core = this.#core;
    core.step('handle', [withoutChatText(core.config.spec, frame), this.#opened()], (step) => {
      if (step.send || step.ask) return core.failHook('handle', 'A result cannot be answered.');
      if (step.end && !step.end.completed) return core.finish(step.end, 'judge_disagrees');
      if (!step.end) return this.#beginRound();
      this.#end = step.end;
      this.#await('end', 'automatic');
      this.#receiveDeferred();
    });
  }

  #receiveEnd() {
    if (this.#end) return this.#core.finish(this.#end, 'judge_disagrees');
    if (this.#due === 'commit' && this.#round > 0) {
      return this.#core.fail('judge_disagrees', 'The host ended the game before it was over.', {
        round: this.#round,
      });
    }
    this.#core.outOfTurn('end');
  }

  #updateRound(role: Role, change: Partial<SealedRound['host']>) {
    const core = this.#core;
    const last = core.sealedRounds.at(-1) as SealedRound;
    core.sealedRounds = [...core.sealedRounds.slice(0, -1), { ...last, [role]: { ...last[role], ...change } }];
    core.markChanged();
  }
}
