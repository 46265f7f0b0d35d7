/**
 * `simultaneous_round`: sealed hands. Per round the host commits, the guest commits, the host opens, the guest opens and
 * the host judges; after the last `round_result` the host says `end`. Nobody sees a hand before both are sealed: a value
 * leaves this computer only after the peer's commitment to its own has arrived.
 */
import { canonicalJson } from '../json/canonical.ts';
import type { JsonObject } from '../json/value.ts';
import { commitValueText, noncePattern, sealPattern, sealValue } from './commitment.ts';
import type { TableCore } from './core.ts';
import type { Decisions } from './decision.ts';
import type { Mode } from './events.ts';
import { type Answer, answerValueSchema, type End, otherRole, type Role } from './hooks.ts';
import { joinTable, readyTable, welcomeGuest } from './loop.ts';
import type { SealedRound } from './moves.ts';
import { withoutWords } from './words.ts';

interface Hand {
  value: Answer;
  nonce: string;
  seal: string;
}

/** What the peer's next frame is; `nothing` while we owe one or our hooks work. */
type Due = 'join' | 'ready' | 'commit' | 'reveal' | 'result' | 'end' | 'nothing';

const emptyHand = { sealed: null, sealed_at: null, value: null, nonce: null };

export class SimultaneousRounds implements Mode {
  readonly forgiving = false;
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  readonly #valueField: string;
  #due: Due;
  #round = -1;
  /** The peer's first message was taken. */
  #heardPeer = false;
  #mine: Hand | null = null;
  #theirSeal: string | null = null;
  #theirs: Answer | null = null;
  /** Guest: the end its hooks read from the last result; it counts once the host has said `end`. */
  #end: End | null = null;
  /** Guest: one frame that came while the hooks still worked on the one before; a host need not wait there. */
  #held: { action: string; frame: JsonObject } | null = null;

  constructor(core: TableCore, decisions: Decisions) {
    this.#core = core;
    this.#decisions = decisions;
    this.#valueField = core.terms.spec.flow?.round?.value_field ?? 'value';
    this.#due = core.role === 'host' ? 'join' : 'nothing';
  }

  start() {
    if (this.#core.role === 'host') return this.#core.expectFrame('automatic');
    joinTable(this.#core, () => this.#await('ready', 'automatic'));
  }

  receive(action: string, frame: JsonObject) {
    const core = this.#core;
    if (action === 'end' && core.role === 'guest') {
      // Hooks at work on the last result may be about to say that this is right.
      if (this.#due === 'nothing' && this.#hold(action, frame)) return;
      return this.#hearEnd();
    }
    if (!core.accept(frame)) return;
    const due = this.#due;
    if (due === 'nothing') {
      if (!this.#hold(action, frame)) core.outOfTurn(action);
      return;
    }
    if (due === 'end')
      return core.fail('judge_disagrees', 'The game is over, but the host plays on.', { action: action.slice(0, 64) });
    if (!this.#isDue(due, action, frame)) return core.outOfTurn(action);
    this.#due = 'nothing';
    this.#heardPeer = true;
    core.clearTimer('peer');
    if (due === 'join') return welcomeGuest(core, frame, () => this.#beginRound());
    if (due === 'ready') return readyTable(core, frame, () => this.#beginRound());
    if (due === 'commit') return this.#hearCommit(frame);
    if (due === 'reveal') return this.#hearReveal(frame);
    this.#hearResult(frame);
  }

  #isDue(due: Exclude<Due, 'end' | 'nothing'>, action: string, frame: JsonObject): boolean {
    if (due === 'join' || due === 'ready') return this.#core.opens(due, action);
    if (frame.round !== undefined && frame.round !== this.#round) return false;
    return due === 'result' ? !['join', 'ready', 'commit', 'reveal'].includes(action) : action === due;
  }

  /** True where the frame waits for the hooks. Before the table is open nothing may come early. */
  #hold(action: string, frame: JsonObject): boolean {
    if (this.#held || !this.#heardPeer || !this.#core.stepping || this.#core.role === 'host') return false;
    this.#held = { action, frame };
    return true;
  }

  #releaseHeld() {
    const held = this.#held;
    this.#held = null;
    if (held && !this.#core.outcome) this.receive(held.action, held.frame);
  }

  #await(due: Due, kind: 'automatic' | 'move') {
    this.#due = due;
    this.#core.expectFrame(kind);
  }

  #beginRound() {
    const core = this.#core;
    this.#round += 1;
    this.#mine = null;
    this.#theirSeal = null;
    this.#theirs = null;
    core.sealedRounds = [...core.sealedRounds, { round: this.#round, host: emptyHand, guest: emptyHand }];
    core.touch();
    core.step('round_value', [this.#round], (step) => {
      const { ask } = step;
      if (!ask || step.send || step.end)
        return core.failHook('round_value', 'A round begins with a question and nothing else.');
      this.#decisions.ask(ask, (answer) => this.#seal(answer));
      // The host's commitment may come while we still choose: it seals its hand, not ours.
      if (core.role === 'guest') this.#due = 'commit';
      this.#releaseHeld();
    });
  }

  #seal(value: Answer) {
    this.#decisions.addMove(this.#core.role, this.#decisions.words.ofAnswer(value), this.#core.origin);
    this.#core.origin = null;
    const nonce = this.#core.draw('nonce');
    this.#mine = { value, nonce, seal: sealValue(value, nonce) };
    if (this.#core.role === 'host') return this.#commit('commit', 'move');
    if (this.#theirSeal !== null) return this.#commit('reveal', 'automatic');
    this.#core.expectFrame('move');
  }

  #commit(due: Due, kind: 'automatic' | 'move') {
    const { seal } = this.#mine as Hand;
    if (!this.#core.send({ action: 'commit', round: this.#round, hash: seal })) return;
    this.#note(this.#core.role, { sealed: seal, sealed_at: this.#core.moment.at });
    this.#await(due, kind);
  }

  #hearCommit(frame: JsonObject) {
    const core = this.#core;
    const seal = frame.hash;
    if (typeof seal !== 'string' || !sealPattern.test(seal))
      return core.fail('message_invalid', 'A commitment carries no hash.');
    if (seal === this.#mine?.seal) {
      return core.fail('commit_copied', 'The other side sent our own commitment back as its own.', {
        round: this.#round,
      });
    }
    this.#theirSeal = seal;
    this.#note(otherRole(core.role), { sealed: seal, sealed_at: core.moment.at });
    if (core.role === 'host') return this.#open('reveal');
    if (this.#mine) this.#commit('reveal', 'automatic');
  }

  #open(due: Due) {
    const { value, nonce } = this.#mine as Hand;
    const frame: JsonObject = { action: 'reveal', round: this.#round, [this.#valueField]: value, nonce };
    if (!this.#core.send(frame)) return;
    this.#note(this.#core.role, { value: commitValueText(value), nonce });
    this.#await(due, 'automatic');
  }

  #hearReveal(frame: JsonObject) {
    const core = this.#core;
    const value = answerValueSchema.safeParse(frame[this.#valueField]);
    const nonce = frame.nonce;
    // Lone surrogates all have the same bytes: texts with them could be opened as one another.
    const whole = value.success && (typeof value.data !== 'string' || value.data.isWellFormed());
    if (!whole || typeof nonce !== 'string' || !noncePattern.test(nonce)) {
      return core.fail('message_invalid', 'An opened hand carries no value or no nonce.');
    }
    this.#theirs = value.data;
    this.#note(otherRole(core.role), { value: commitValueText(value.data), nonce });
    if (sealValue(value.data, nonce) !== this.#theirSeal) {
      if (core.role === 'host') core.sendUnchecked({ action: 'error', round: this.#round, reason: 'commit_mismatch' });
      return core.fail('commit_mismatch', 'The other side opened a hand that is not the one it sealed.', {
        round: this.#round,
        sealed: this.#theirSeal,
        opened: sealValue(value.data, nonce),
      });
    }
    this.#decisions.addMove(otherRole(core.role), this.#decisions.words.ofAnswer(value.data), null);
    if (core.role === 'host') return this.#judge();
    this.#open('result');
  }

  #judge() {
    const core = this.#core;
    core.step('round_judge', [this.#round, (this.#mine as Hand).value, this.#theirs as Answer], (step) => {
      if (!step.send || step.ask) return core.failHook('round_judge', 'A judged round needs its result as a message.');
      if (!core.send(step.send as JsonObject)) return;
      if (!step.end) return this.#beginRound();
      core.sendUnchecked({ action: 'end' });
      core.finish(step.end, 'message_invalid');
    });
  }

  #hearResult(frame: JsonObject) {
    if (this.#core.terms.spec.shadow_judge !== true || !this.#core.has('round_judge')) return this.#takeResult(frame);
    this.#judgeInTheShadow(frame, () => this.#takeResult(frame));
  }

  /** Where the protocol asks for it, the guest judges the round too and leaves over any difference. */
  #judgeInTheShadow(frame: JsonObject, next: () => void) {
    const core = this.#core;
    const args = [core.state, this.#round, this.#theirs as Answer, (this.#mine as Hand).value];
    core.call(
      'round_judge',
      args,
      (result) => {
        if ('problem' in result)
          return core.fail(result.problem.code, result.problem.message, { method: 'round_judge' });
        const own = (result.value as JsonObject | null)?.send ?? null;
        if (canonicalJson(own) === canonicalJson(frame)) return next();
        core.fail('judge_disagrees', 'The host judged this round in another way than the rules do.', {
          round: this.#round,
        });
      },
      { step: true },
    );
  }

  /** Both hands of this round as they were opened and found to be the sealed ones. */
  #opened(): JsonObject {
    const [mine, theirs] = [(this.#mine as Hand).value, this.#theirs as Answer];
    const host = this.#core.role === 'host';
    return { round: this.#round, host_value: host ? mine : theirs, guest_value: host ? theirs : mine };
  }

  #takeResult(frame: JsonObject) {
    const core = this.#core;
    core.step('handle', [withoutWords(core.terms.spec, frame), this.#opened()], (step) => {
      if (step.send || step.ask) return core.failHook('handle', 'A result is taken note of, not answered.');
      if (step.end && !step.end.completed) return core.finish(step.end, 'judge_disagrees');
      if (!step.end) return this.#beginRound();
      this.#end = step.end;
      this.#await('end', 'automatic');
      this.#releaseHeld();
    });
  }

  #hearEnd() {
    if (this.#end) return this.#core.finish(this.#end, 'judge_disagrees');
    if (this.#due === 'commit' && this.#round > 0) {
      return this.#core.fail('judge_disagrees', 'The host says the game is over; by the rules it is not.', {
        round: this.#round,
      });
    }
    this.#core.outOfTurn('end');
  }

  #note(role: Role, change: Partial<SealedRound['host']>) {
    const core = this.#core;
    const last = core.sealedRounds.at(-1) as SealedRound;
    core.sealedRounds = [...core.sealedRounds.slice(0, -1), { ...last, [role]: { ...last[role], ...change } }];
    core.touch();
  }
}
