/** How a table runs, drawn from the phases of a spec; where the author told none, from its mode and messages. */
import type { Json } from '../../shared/json/value.ts';
import { isJsonObject } from '../../shared/json/value.ts';
import { type Direction, directions, type Spec } from '../../shared/protocol/definition.ts';
import { flowMode } from '../../shared/protocol/spec.ts';
import { type MessageRow, messageRows } from './messages.ts';

export interface FlowStep {
  message: string;
  direction: Direction;
  fields: string[];
}

export interface FlowPhase {
  /** `once`, or the way it comes again. */
  kind: 'once' | 'turns' | 'rounds' | 'talk';
  /** The author's words for how long; empty where there are none. */
  until: string;
  steps: FlowStep[];
}

export interface Flow {
  phases: FlowPhase[];
  /** Messages that belong to no phase. */
  anytime: FlowStep[];
}

const opening = ['join', 'ready'];
const closing = ['end'];
const apart = ['error'];

export function flowOf(spec: Spec): Flow {
  const messages = messageRows(spec);
  const mode = flowMode(spec);
  const told = toldPhases(spec.flow?.phases as Json, messages, mode);
  const phases = told.length > 0 ? told : guessedPhases(messages, mode);
  const shown = new Set(phases.flatMap(({ steps }) => steps.map(({ message }) => message)));
  return { phases, anytime: messages.filter(({ name }) => !shown.has(name)).map(stepOf) };
}

const stepOf = ({ name, direction, fields }: MessageRow): FlowStep => ({
  message: name,
  direction,
  fields: fields.map((field) => field.name),
});

const again = (mode: string): FlowPhase['kind'] => {
  if (mode === 'free') return 'talk';
  return mode === 'simultaneous_round' ? 'rounds' : 'turns';
};

function toldPhases(phases: Json, messages: MessageRow[], mode: string): FlowPhase[] {
  return (Array.isArray(phases) ? phases : []).flatMap((phase) => {
    if (!isJsonObject(phase) || !Array.isArray(phase.exchange)) return [];
    const steps = phase.exchange.flatMap((said) => {
      if (!isJsonObject(said) || typeof said.message !== 'string') return [];
      const known = messages.find(({ name }) => name === said.message);
      const direction = directions.find((one) => one === said.direction) ?? known?.direction ?? 'both';
      return [{ message: said.message, direction, fields: known?.fields.map(({ name }) => name) ?? [] }];
    });
    if (steps.length === 0) return [];
    const until = typeof phase.repeat === 'string' ? phase.repeat : '';
    const talks = mode === 'free' && steps.some(({ direction, message }) => isTalk(direction, message));
    return [{ kind: until !== '' || talks ? again(mode) : 'once', until, steps }];
  });
}

const isTalk = (direction: Direction, message: string) => direction === 'both' && !closing.includes(message);

function guessedPhases(messages: MessageRow[], mode: string): FlowPhase[] {
  const named = (names: string[]) => messages.filter(({ name }) => names.includes(name)).map(stepOf);
  const middle = messages.filter(({ name }) => ![...opening, ...closing, ...apart].includes(name)).map(stepOf);
  // A guest speaks first where turns are taken.
  const order: Direction[] = ['guest_to_host', 'both', 'host_to_guest'];
  if (mode !== 'simultaneous_round') middle.sort((a, b) => order.indexOf(a.direction) - order.indexOf(b.direction));
  const once = (steps: FlowStep[]): FlowPhase => ({ kind: 'once', until: '', steps });
  const loop: FlowPhase = { kind: mode === 'request_response' ? 'once' : again(mode), until: '', steps: middle };
  return [once(named(opening)), loop, once(named(closing))].filter(({ steps }) => steps.length > 0);
}
