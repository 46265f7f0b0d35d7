/** What the honest games of the adversary never reached. */
import type { Spec } from '../../../shared/protocol/spec.ts';
import { type HookMethod, roles } from '../../../shared/tables/hooks.ts';
import { sentBy } from '../../../shared/tables/sample-message.ts';
import { domainOf } from './field-values.ts';
import type { PlayedGame } from './played-game.ts';

export interface Unreached {
  kind: 'message' | 'value' | 'method';
  /** `host shot`, `host result.winner draw`, or the name of a method. */
  name: string;
}

/** Methods that no rule depends on. */
const otherMethods: readonly HookMethod[] = ['metadata', 'evaluate', 'ahead', 'view', 'session_end', 'decide'];

/** `methods`: those that the hooks export. An `error` is what honest games never have. */
export function unreachedIn(spec: Spec, methods: Iterable<HookMethod>, games: readonly PlayedGame[]): Unreached[] {
  const calls = new Set(
    games.flatMap((game) => roles.flatMap((role) => game.trace(role).calls.map(({ method }) => method))),
  );
  const unusedMethods = [...methods].filter((method) => !otherMethods.includes(method) && !calls.has(method));
  return [
    ...roles.flatMap((role) => {
      const frames = games.flatMap((game) => game.messagesFrom(role).map(({ frame }) => frame));
      return sentBy(spec, role).flatMap((definition): Unreached[] => {
        const { name } = definition;
        if (name === 'error') return [];
        const sent = frames.filter(({ action }) => action === name);
        if (sent.length === 0) return [{ kind: 'message', name: `${role} ${name}` }];
        return Object.entries(definition.fields).flatMap(([field, type]) => {
          if (field === 'action' || (type.type !== 'enum' && type.type !== 'boolean')) return [];
          const missing = (domainOf(type) ?? []).filter((value) => !sent.some((frame) => frame[field] === value));
          return missing.length > valuesMax
            ? []
            : missing.map((value) => ({ kind: 'value' as const, name: `${role} ${name}.${field} ${String(value)}` }));
        });
      });
    }),
    ...unusedMethods.map((method) => ({ kind: 'method' as const, name: method })),
  ];
}

/** A field with more values that never occurred is a place on a board rather than a branch. */
const valuesMax = 8;
