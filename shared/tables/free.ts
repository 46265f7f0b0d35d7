/**
 * `free`: both sides speak when they like. `join` and `ready` as everywhere, then `chat` frames that each side counts from
 * 1, until one of them says `end`; getting up is the normal end. What makes no sense is dropped, for talk has no turns
 * that it could upset. There are no signs of life: peers of this mode know none.
 */

import { utf8Length } from '../json/utf8.ts';
import type { JsonObject } from '../json/value.ts';
import { defaultLimits } from '../protocol/limits.ts';
import type { TableCore } from './core.ts';
import type { Decisions } from './decision.ts';
import type { Mode } from './events.ts';
import { type Answer, type Ask, type Step, textEntryMaxBytes } from './hooks.ts';
import { messageNamed } from './moves.ts';
import { withoutWords } from './words.ts';

/** More than this from a peer within the window is no talk that anybody could follow. */
const burstMessages = 500;
const burstMs = 10_000;
/** Senseless frames from one peer before the table ends over them. */
const droppedMax = 50;

export class FreeTalk implements Mode {
  readonly forgiving = true;
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  readonly #maxBytes: number;
  #open = false;
  /** Of our own last chat frame. */
  #seq = 0;
  /** Messages that wait for the hooks to take note of the one before. */
  #unheard: JsonObject[] = [];
  #dropped = 0;
  #burst = { since: 0, messages: 0 };

  constructor(core: TableCore, decisions: Decisions) {
    this.#core = core;
    this.#decisions = decisions;
    const text = messageNamed(core.terms.spec, 'chat')?.fields.text;
    const declared = text?.type === 'text' ? text.max_length : undefined;
    this.#maxBytes = Math.min(declared ?? defaultLimits.text, textEntryMaxBytes);
  }

  start() {
    if (this.#core.role === 'guest') this.#core.send({ action: 'join' });
    this.#core.expectFrame('automatic');
  }

  receive(action: string, frame: JsonObject) {
    const core = this.#core;
    if (this.#isTooMuch()) return core.fail('rate_limited', 'The other side sends more than anybody could follow.');
    if (!this.#open) return this.#hearOpening(action, frame);
    const problems = action === 'chat' || action === 'end' ? core.problemsOf(frame, 'both') : ['no message of a talk'];
    if (problems.length > 0) return this.#drop(problems);
    if (action === 'end') return core.finish({ completed: true }, 'message_invalid');
    core.noteWords(frame, null);
    this.#unheard.push(withoutWords(core.terms.spec, frame));
    this.#hearNext();
  }

  leave() {
    if (!this.#open) return this.#core.fail('resigned', 'You left before the talk began.');
    this.#core.sendUnchecked({ action: 'end' });
    this.#core.finish({ completed: true }, 'message_invalid');
  }

  #hearOpening(action: string, frame: JsonObject) {
    const core = this.#core;
    const due = core.role === 'host' ? 'join' : 'ready';
    if (action !== due) return this.#drop([`${due} comes first`]);
    if (!core.accept(frame)) return;
    if (due === 'join' && !core.send({ action: 'ready' })) return;
    core.clearTimer('peer');
    this.#open = true;
    this.#listen(true);
  }

  #isTooMuch(): boolean {
    const { now } = this.#core.moment;
    if (now - this.#burst.since >= burstMs) this.#burst = { since: now, messages: 0 };
    this.#burst.messages += 1;
    return this.#burst.messages > burstMessages;
  }

  #drop(problems: string[]) {
    this.#dropped += 1;
    this.#core.record({ kind: 'warning', code: 'message_invalid', problems });
    if (this.#dropped > droppedMax)
      this.#core.fail('message_invalid', 'The other side sends nothing but what makes no sense.', { problems });
  }

  #hearNext() {
    const core = this.#core;
    if (core.outcome || core.stepping) return;
    const message = this.#unheard.shift();
    if (message === undefined) return;
    if (!core.has('on_message')) return this.#decisions.reconsider();
    core.step('on_message', [message], (step) => this.#heard(step));
  }

  #heard(step: Step) {
    if (step.ask) return this.#core.failHook('on_message', 'In a talk nothing is asked but what to say.');
    if (step.end) return this.leave();
    const reply = step.send?.text;
    if (typeof reply === 'string') this.#decisions.suggest(reply);
    else this.#decisions.reconsider();
    this.#hearNext();
  }

  /** The standing question. An agent speaks first or answers; it does not go on talking by itself. */
  #listen(agentMayBegin: boolean) {
    const ask: Ask = {
      key: `say:${this.#seq + 1}`,
      prompt: 'Say something',
      choices: [{ value: false, label: 'goodbye', hint: 'ends the talk for both' }],
      entry: { type: 'text', max_bytes: this.#maxBytes },
    };
    this.#decisions.askAnyTime(ask, agentMayBegin, (answer) => this.#speak(ask.key, answer));
  }

  #speak(key: string, answer: Answer) {
    const core = this.#core;
    if (answer === false) return this.leave();
    if (!core.has('act')) return this.#say(String(answer));
    core.step('act', [key, answer], (step) => {
      if (step.end) return this.leave();
      const text = step.send?.text;
      if (step.ask || typeof text !== 'string') return core.failHook('act', 'In a talk an answer becomes words.');
      this.#say(text);
    });
  }

  #say(text: string) {
    if (utf8Length(text) > this.#maxBytes) return this.#core.failHook('act', 'These words are too long to be sent.');
    const seq = this.#seq + 1;
    if (!this.#core.send({ action: 'chat', text, seq })) return;
    this.#seq = seq;
    this.#listen(false);
    this.#hearNext();
  }
}
