/** The flow of a table: the phases that the spec declares, or else phases derived from its mode and messages. */
import type { Json } from '../../../shared/json/value.ts';
import { isJsonObject } from '../../../shared/json/value.ts';
import { flowMode } from '../../../shared/protocol/spec.ts';
import { type Direction, directions, type Spec } from '../../../shared/protocol/spec-types.ts';
import { type MessageRow, messageRows } from './spec-rows.ts';

export interface FlowStep {
  message: string;
  direction: Direction;
  fields: string[];
}

export interface FlowPhase {
  /** `once`, or how it repeats. */
  kind: 'once' | 'turns' | 'rounds' | 'talk';
  /** The author's description of the end condition; may be empty. */
  until: string;
  steps: FlowStep[];
}

export interface Flow {
  phases: FlowPhase[];
  /** Messages that belong to no phase. */
  anytime: FlowStep[];
}

/** Conventional message names. */
const openingMessages = ['join', 'ready'];
const closingMessages = ['end'];
const unlistedMessages = ['error'];

export function flowOf(spec: Spec): Flow {
  const messages = messageRows(spec);
  const mode = flowMode(spec);
  const specPhases = readPhases(spec.flow?.phases as Json, messages, mode);
  const phases = specPhases.length > 0 ? specPhases : derivePhases(messages, mode);
  const phaseMessages = new Set(phases.flatMap(({ steps }) => steps.map(({ message }) => message)));
  return { phases, anytime: messages.filter(({ name }) => !phaseMessages.has(name)).map(stepOf) };
}

const stepOf = ({ name, direction, fields }: MessageRow): FlowStep => ({
  message: name,
  direction,
  fields: fields.map((field) => field.name),
});

const loopKind = (mode: string): FlowPhase['kind'] => {
  if (mode === 'free') return 'talk';
  return mode === 'simultaneous_round' ? 'rounds' : 'turns';
};

function readPhases(phases: Json, messages: MessageRow[], mode: string): FlowPhase[] {
  return (Array.isArray(phases) ? phases : []).flatMap((phase) => {
    if (!isJsonObject(phase) || !Array.isArray(phase.exchange)) return [];
    const steps = phase.exchange.flatMap((step) => {
      if (!isJsonObject(step) || typeof step.message !== 'string') return [];
      const definition = messages.find(({ name }) => name === step.message);
      const direction = directions.find((candidate) => candidate === step.direction) ?? definition?.direction ?? 'both';
      return [{ message: step.message, direction, fields: definition?.fields.map(({ name }) => name) ?? [] }];
    });
    if (steps.length === 0) return [];
    const until = typeof phase.repeat === 'string' ? phase.repeat : '';
    const isTalkPhase = mode === 'free' && steps.some(({ direction, message }) => isTalk(direction, message));
    return [{ kind: until !== '' || isTalkPhase ? loopKind(mode) : 'once', until, steps }];
  });
}

const isTalk = (direction: Direction, message: string) => direction === 'both' && !closingMessages.includes(message);

function derivePhases(messages: MessageRow[], mode: string): FlowPhase[] {
  const stepsNamed = (names: string[]) => messages.filter(({ name }) => names.includes(name)).map(stepOf);
  const middleSteps = messages
    .filter(({ name }) => ![...openingMessages, ...closingMessages, ...unlistedMessages].includes(name))
    .map(stepOf);
  // The author's order, except that in turn-based games the guest moves first.
  const first = middleSteps.findIndex(({ direction }) => direction !== 'host_to_guest');
  if (mode !== 'simultaneous_round' && first > 0) middleSteps.unshift(...middleSteps.splice(first, 1));
  const runOnce = (steps: FlowStep[]): FlowPhase => ({ kind: 'once', until: '', steps });
  const loopPhase: FlowPhase = {
    kind: mode === 'request_response' ? 'once' : loopKind(mode),
    until: '',
    steps: middleSteps,
  };
  return [runOnce(stepsNamed(openingMessages)), loopPhase, runOnce(stepsNamed(closingMessages))].filter(
    ({ steps }) => steps.length > 0,
  );
}
