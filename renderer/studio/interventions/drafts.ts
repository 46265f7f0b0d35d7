/** Texts that the author has typed and not used yet, kept in memory while other tabs are open. */
import { create } from 'zustand';
import type { Role } from '../../../shared/tables/hooks.ts';

export interface StateDraft {
  text: string;
  /** The state that was edited. */
  based_on: string;
}

export interface MessageDraft {
  from: Role;
  /** The action of the message that was chosen; null before. */
  action: string | null;
  text: string;
}

interface Drafts {
  /** By project, game and seat. */
  states: { [seat: string]: StateDraft };
  /** By project. */
  messages: { [project_id: string]: MessageDraft };
}

const useDrafts = create<Drafts>(() => ({ states: {}, messages: {} }));

export const useStateDraft = (seat: string): StateDraft | undefined => useDrafts(({ states }) => states[seat]);

export const storeStateDraft = (seat: string, draft: StateDraft): void =>
  useDrafts.setState(({ states }) => ({ states: { ...states, [seat]: draft } }));

export const dropStateDraft = (seat: string): void =>
  useDrafts.setState(({ states: { [seat]: _, ...states } }) => ({ states }));

export const useMessageDraft = (project_id: string): MessageDraft | undefined =>
  useDrafts(({ messages }) => messages[project_id]);

export const storeMessageDraft = (project_id: string, draft: MessageDraft): void =>
  useDrafts.setState(({ messages }) => ({ messages: { ...messages, [project_id]: draft } }));
