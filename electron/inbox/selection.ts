/** Which messages a selection of the bridge means. */
import type { MessageSelection } from '../../shared/bridge/contract.ts';
import { type AnyStoredMessage, correspondentOf, timeOf } from './stored-entries.ts';

export type MessageFilter = (message: AnyStoredMessage) => boolean;

export function filterOf(selection: MessageSelection): MessageFilter {
  const ids = new Set(selection.ids);
  const { of, with: person, all = false, until = Number.POSITIVE_INFINITY } = selection;
  const isPicked: MessageFilter = (message) => {
    if (ids.has(message.id) && message.kind === (of ?? 'received')) return true;
    if (person !== undefined && correspondentOf(message) === person) return of === undefined || message.kind === of;
    return all && message.kind === (of ?? 'received');
  };
  return (message) => timeOf(message) <= until && isPicked(message);
}

/** Whether any of the selections includes a message. */
export function filterOfAny(selections: readonly MessageSelection[]): MessageFilter {
  const filters = selections.map(filterOf);
  return (message) => filters.some((isSelected) => isSelected(message));
}
