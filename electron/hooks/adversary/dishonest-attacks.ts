/** Sends the hooks of each seat what a cheating peer could send, and judges what they accept. */
import { canonicalJson } from '../../../shared/json/canonical.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { validateMessage } from '../../../shared/protocol/message.ts';
import { flowMode, type Spec } from '../../../shared/protocol/spec.ts';
import { withoutChatText } from '../../../shared/tables/chat-text.ts';
import { directionFrom, otherRole, type Role, type Step } from '../../../shared/tables/hooks.ts';
import type { Attack, AttackLog } from './attack-log.ts';
import { checkOpenings, copiedCommitments, isBound, withFoundCommitments } from './commitments.ts';
import { businessFields, comparedPart, otherValues, sample } from './field-values.ts';
import { HonestSender } from './honest-sender.ts';
import { noCommitments, type Verdict, verdictOf } from './judgement.ts';
import { changesOf } from './message-changes.ts';
import { isSame } from './message-space.ts';
import { type PlayedGame, stepOf } from './played-game.ts';
import type { Position } from './positions.ts';
import { isPassedOn, type Reaction, reactionOf } from './reaction.ts';
import { roundsOf, sealedAttempts } from './sealed-values.ts';
import { agreedTerms, changedTerms, openTerms, Terms, withTermsOf } from './terms.ts';

type Sent = Pick<Attack, 'kind' | 'field' | 'frame'>;

/** How many changes of each kind and field are tried at a position that isn't thorough: the first ones, and others at random. */
const firstChanges = 2;
const someChanges = 4;
/** Of a move with what follows from it, only a combination is wrong in one way alone. */
const someMoves = 32;

function someOf(changes: readonly Sent[], random: () => number): Sent[] {
  if (changes[0]?.kind === 'changed_move') return changes.slice(0, someMoves);
  return [...changes.slice(0, firstChanges), ...sample(changes.slice(firstChanges), someChanges, random)];
}

const unofferedMax = 12;

export class DishonestAttacks {
  readonly #log: AttackLog;
  readonly #random: () => number;
  readonly #senders = new Map<PlayedGame, Record<Role, HonestSender>>();
  readonly #specs = new Map<PlayedGame, Spec>();
  readonly #terms = new Map<PlayedGame, Terms>();

  constructor(log: AttackLog, random: () => number) {
    this.#log = log;
    this.#random = random;
  }

  /** Sends one change after another; `isOver` is asked before each. */
  async attack(position: Position, isOver: () => boolean): Promise<void> {
    const { game, from, index } = position;
    if (flowMode(game.parts.spec) === 'free') return;
    if (flowMode(game.parts.spec) === 'simultaneous_round') await this.#attackRound(position);
    const { frame } = game.messagesFrom(from)[index]!;
    const attempts = [...this.#changesAt(position), ...(await this.#unofferedAt(position))];
    const sent = new Set<string>();
    for (const { kind, field, frame: changed } of attempts) {
      if (isOver()) return;
      const text = canonicalJson(changed);
      const attack: Attack = { game, from, index, kind, field, frame: changed };
      if (sent.has(`${kind} ${text}`) || text === canonicalJson(frame) || this.#log.hasFound(attack)) continue;
      sent.add(`${kind} ${text}`);
      const isRead = kind === 'error_message' || isPassedOn(game.parts.spec, frame, changed);
      if (!isRead || validateMessage(game.parts.spec, changed, directionFrom(from)).length > 0) continue;
      await this.#send(attack);
    }
  }

  #changesAt({ game, from, index, isThorough }: Position): Sent[] {
    const position = game.positionOf(from, index);
    const { messages, moveFields, parts } = game;
    const copies = copiedCommitments(this.#specOf(game), messages.slice(0, position), from, messages[position]!.frame);
    const changes: Sent[] = [
      ...copies.map(({ field, frame }) => ({ kind: 'copied_commitment' as const, field, frame })),
      ...changesOf({ spec: parts.spec, from, messages, position, moveFields, random: this.#random }),
    ];
    if (isThorough) return changes;
    const groups = Map.groupBy(changes, ({ kind, field }) => `${kind} ${field}`);
    return [...groups.values()].flatMap((group) => someOf(group, this.#random));
  }

  /** Messages that the sender's own hooks make of answers that they did not offer, and that are therefore wrong in only one way. */
  async #unofferedAt({ game, from, index, isThorough }: Position): Promise<Sent[]> {
    const question = game.answeredBefore(from, index);
    if (!question) return [];
    const { frame } = game.messagesFrom(from)[index]!;
    const values = businessFields(game.parts.spec, frame)
      .sort(([a], [b]) => Number(frame[b] === question.answer) - Number(frame[a] === question.answer))
      .flatMap(([name, field]) => [
        ...game.messages.flatMap((message) => (name in message.frame ? [message.frame[name]!] : [])),
        ...otherValues(field, frame[name]!, [], this.#random),
      ]);
    const answers = [...new Set(values)].filter((value) => typeof value !== 'object') as (string | number | boolean)[];
    const changes: Sent[] = [];
    for (const answer of sample(answers, isThorough ? unofferedMax : someChanges, this.#random)) {
      const message = await this.#senderOf(game, from).unofferedMessage(index, answer);
      if (message) changes.push({ kind: 'illegal_answer', field: null, frame: message });
    }
    return changes;
  }

  async #attackRound({ game, from, index, isThorough }: Position): Promise<void> {
    const { frame } = game.messagesFrom(from)[index]!;
    // Each round is attacked once, at the guest's reveal.
    if (from !== 'guest' || frame.action !== 'reveal') return;
    const round = game
      .messagesFrom('guest')
      .slice(0, index)
      .filter((sent) => sent.frame.action === 'reveal').length;
    if (round >= roundsOf(game)) return;
    const attempts = await sealedAttempts(game, round, this.#random);
    for (const { call, ...attempt } of isThorough ? attempts : sample(attempts, 2 * someChanges, this.#random)) {
      const attack: Attack = { ...attempt, game };
      const reaction = await reactionOf(game, otherRole(attempt.from), call);
      const verdict =
        attempt.kind === 'sealed_value'
          ? reaction.kind === 'taken'
            ? 'dishonest'
            : 'honest'
          : await this.#judge(attack, reaction);
      this.#log.add(attack, { reaction: reaction.kind, problem: reaction.problem, method: call.method }, verdict);
    }
  }

  async #send(attack: Attack): Promise<void> {
    const { game, from, index, frame } = attack;
    const received = game.receivingCall(from, index);
    // The engine alone receives it.
    if (!received && index > 0) return;
    const { spec } = game.parts;
    const call = received && { ...received, args: received.args.with(1, withoutChatText(spec, frame)) };
    const reaction: Reaction = call
      ? await reactionOf(game, otherRole(from), call)
      : { kind: 'taken', problem: null, step: null };
    const verdict = await this.#judge(attack, reaction);
    // Hooks may fail at what the engine keeps from them.
    const problem = isPassedOn(spec, game.messagesFrom(from)[index]!.frame, frame) ? reaction.problem : null;
    this.#log.add(attack, { reaction: reaction.kind, problem, method: call?.method ?? null }, verdict);
  }

  /** `honest` for every message that was refused. */
  async #judge(attack: Attack, { kind: reaction, step }: Reaction): Promise<Verdict> {
    const { game, from, index, kind, frame } = attack;
    if (kind === 'error_message') return step?.end?.completed ? 'dishonest' : 'honest';
    if (reaction === 'ended') return 'honest';
    if (kind === 'copied_commitment') return this.#copyVerdict(attack);
    if (index === 0) return from === 'guest' ? this.#joinVerdict(game, step) : this.#readyVerdict(attack);
    const spec = this.#specOf(game);
    const earlier = game.messages.slice(0, game.positionOf(from, index));
    const openings = checkOpenings(spec, earlier, from, frame);
    const known = await this.#senderOf(game, from).possibilities(index, frame);
    // With what the message itself opens.
    const opened = openings === 'kept' ? [...earlier, { from, frame }] : earlier;
    const commitments = { openings, isBound: isBound(spec, opened, from) };
    const verdict = verdictOf(spec, comparedPart(spec, frame), commitments, known);
    // Nothing says what an undeclared nonce has to match.
    return verdict === 'honest' && kind === 'wrong_opening' && openings === 'none' && isNonce(spec, attack)
      ? 'undecided'
      : verdict;
  }

  #copyVerdict({ game, from, index, field, frame }: Attack): Verdict {
    const position = game.positionOf(from, index);
    const { messages } = game;
    const copies = copiedCommitments(this.#specOf(game), messages.slice(0, position), from, messages[position]!.frame);
    const copy = copies.find((each) => each.field === field && canonicalJson(each.frame) === canonicalJson(frame));
    return copy?.isDeclared ? 'dishonest' : 'undecided';
  }

  /** A guest may request anything, and a host may agree to it, but not state terms by which it doesn't play. */
  #joinVerdict(game: PlayedGame, step: Step | null): Verdict {
    const isStated = step?.send !== undefined && changedTerms(game, step.send as JsonObject).length > 0;
    const fair = stepOf(game.receivingCall('guest', 0)?.value ?? null);
    return isStated && fair && isSame(step.state as JsonObject, fair.state as JsonObject) ? 'dishonest' : 'honest';
  }

  async #readyVerdict({ game, frame }: Attack): Promise<Verdict> {
    for (const name of changedTerms(game, frame)) {
      if (await this.#termsOf(game).matter(name, frame[name]!)) return 'dishonest';
    }
    const { spec } = game.parts;
    const sender = this.#senderOf(game, 'host');
    // The host may choose what nobody agreed on; everything else has to follow from it.
    const open = openTerms(game, frame);
    const chosen = await sender.readyWith(open);
    const rest = withTermsOf(game, frame, game.messagesFrom('host')[0]!.frame);
    const known = await sender.possibilities(0, rest);
    if (!chosen || Object.keys(open).length === 0)
      return verdictOf(spec, comparedPart(spec, rest), noCommitments, known);
    const part = comparedPart(spec, chosen);
    const isActual = isSame(part, comparedPart(spec, { ...frame, ...agreedTerms(game, chosen) }));
    return verdictOf(spec, comparedPart(spec, frame), noCommitments, { ...known, isActual, actual: [part] });
  }

  #senderOf(game: PlayedGame, role: Role): HonestSender {
    const senders = this.#senders.get(game) ?? {
      host: new HonestSender(game, 'host'),
      guest: new HonestSender(game, 'guest'),
    };
    this.#senders.set(game, senders);
    return senders[role];
  }

  #specOf(game: PlayedGame): Spec {
    const spec = this.#specs.get(game) ?? withFoundCommitments(game.parts.spec, game.messages);
    this.#specs.set(game, spec);
    return spec;
  }

  #termsOf(game: PlayedGame): Terms {
    const terms = this.#terms.get(game) ?? new Terms(game);
    this.#terms.set(game, terms);
    return terms;
  }
}

function isNonce(spec: Spec, { field, frame }: Attack): boolean {
  const definition = spec.messages.find(({ name }) => name === frame.action)?.fields[field ?? ''];
  return (definition?.type === 'array' ? definition.items.type : definition?.type) === 'nonce';
}
