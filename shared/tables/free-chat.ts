/**
 * `free`: a chat without turns. After `join` and `ready`, either side sends `chat` frames, numbered from 1 per side, until one
 * sends `end`, which is the normal end. Invalid frames are dropped, since there is no turn order to violate. There is no heartbeat,
 * which peers of this mode do not support.
 */
import { utf8Length } from '../json/utf8.ts';
import type { JsonObject } from '../json/value.ts';
import { defaultLimits } from '../protocol/limits.ts';
import { budgets } from './budgets.ts';
import { withoutChatText } from './chat-text.ts';
import type { Decisions } from './decision.ts';
import type { GameMode } from './engine-types.ts';
import { type Answer, type Question, type Step, textEntryMaxBytes } from './hooks.ts';
import { failFlooded } from './message-budget.ts';
import { messageByAction } from './move-labels.ts';
import type { TableCore } from './table-core.ts';

const normalEnd = { completed: true, winner: null, reason: null, problem: null } as const;

export class FreeChat implements GameMode {
  readonly tolerant = true;
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  readonly #maxBytes: number;
  #hasBegun = false;
  /** Number of this side's last chat frame. */
  #seq = 0;
  /** Messages that wait while `on_message` handles the previous one. */
  #pendingMessages: JsonObject[] = [];
  #droppedCount = 0;
  #burst = { since: 0, messages: 0 };

  constructor(core: TableCore, decisions: Decisions) {
    this.#core = core;
    this.#decisions = decisions;
    const text = messageByAction(core.config.spec, 'chat')?.fields.text;
    const maxLength = text?.type === 'text' ? text.max_length : undefined;
    this.#maxBytes = Math.min(maxLength ?? defaultLimits.text, textEntryMaxBytes);
  }

  start() {
    if (this.#core.role === 'guest') this.#core.send({ action: 'join' });
    this.#core.peerTurn.expect('automatic');
  }

  receive(action: string, frame: JsonObject) {
    const core = this.#core;
    if (this.#isFlooding()) return failFlooded(this.#core, 'chat');
    if (!this.#hasBegun) return this.#receiveOpening(action, frame);
    const problems = action === 'chat' || action === 'end' ? core.problemsOf(frame, 'both') : ['not a chat message'];
    if (problems.length > 0) return this.#drop(problems);
    if (action === 'end') return core.end(normalEnd);
    core.recordChat(frame, null);
    // A chat has no limits: whoever writes is here.
    core.peerTurn.giveBack(Infinity);
    if (this.#pendingMessages.length >= budgets.chat.waiting) return failFlooded(core, 'chat');
    this.#pendingMessages.push(withoutChatText(core.config.spec, frame));
    this.#processNext();
  }

  leave() {
    if (!this.#hasBegun) return this.#core.fail('resigned', 'You left before the chat began.');
    this.#core.sendUnchecked({ action: 'end' });
    this.#core.end(normalEnd);
  }

  #receiveOpening(action: string, frame: JsonObject) {
    const core = this.#core;
    const expectedAction = core.role === 'host' ? 'join' : 'ready';
    if (action !== expectedAction) return this.#drop([`expected ${expectedAction} first`]);
    if (!core.acceptMessage(frame)) return;
    if (expectedAction === 'join' && !core.send({ action: 'ready' })) return;
    core.peerTurn.stop();
    this.#hasBegun = true;
    this.#openQuestion(true);
  }

  #isFlooding(): boolean {
    const { now } = this.#core.moment;
    if (now - this.#burst.since >= budgets.chat.burstMs) this.#burst = { since: now, messages: 0 };
    this.#burst.messages += 1;
    return this.#burst.messages > budgets.chat.burst;
  }

  #drop(problems: string[]) {
    this.#droppedCount += 1;
    this.#core.record({ kind: 'warning', code: 'message_invalid', problems });
    if (this.#droppedCount > budgets.chat.invalid)
      this.#core.fail('message_invalid', 'The other side sent too many invalid messages.', { problems });
  }

  #processNext() {
    const core = this.#core;
    if (core.outcome || core.isStepping) return;
    const message = this.#pendingMessages.shift();
    if (message === undefined) return;
    if (!core.hasHook('on_message')) return this.#decisions.reconsider();
    core.step('on_message', [message], (step) => this.#applyStep(step));
  }

  #applyStep(step: Step) {
    if (step.end) return this.leave();
    const reply = step.send?.text;
    if (typeof reply === 'string') this.#decisions.proposeReply(reply);
    else this.#decisions.reconsider();
    this.#processNext();
  }

  /** Asks for the next message. An agent may send the first message and replies, but nothing else on its own. */
  #openQuestion(agentMayBegin: boolean) {
    const ask: Question = {
      key: `say:${this.#seq + 1}`,
      prompt: 'Say something',
      choices: [{ value: false, label: 'goodbye', hint: 'ends the talk for both' }],
      entry: { type: 'text', max_bytes: this.#maxBytes },
    };
    this.#decisions.askUntimed(ask, agentMayBegin, (answer) => this.#answer(ask.key, answer));
  }

  #answer(key: string, answer: Answer) {
    const core = this.#core;
    if (answer === false) return this.leave();
    if (!core.hasHook('act')) return this.#sendChat(String(answer));
    core.step('act', [key, answer], (step) => {
      if (step.end) return this.leave();
      this.#sendChat(step.send?.text as string);
    });
  }

  #sendChat(text: string) {
    if (utf8Length(text) > this.#maxBytes) return this.#core.failHook('act', 'This text is too long to be sent.');
    const seq = this.#seq + 1;
    if (!this.#core.send({ action: 'chat', text, seq })) return;
    this.#seq = seq;
    this.#openQuestion(false);
    this.#processNext();
  }
}
