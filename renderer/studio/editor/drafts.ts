/** Unsaved texts of the editor, kept in memory while other tabs and pages are open. */
import { create } from 'zustand';
import type { StudioSourceFile } from '../../../shared/bridge/contract.ts';

interface Draft {
  text: string;
  /** Hash of the file that was edited; null if there was none. */
  based_on: string | null;
}

const useDrafts = create<{ [file: string]: Draft }>(() => ({}));

const keyOf = (project_id: string, file: StudioSourceFile): string => `${project_id} ${file}`;

export const useDraft = (project_id: string, file: StudioSourceFile): Draft | undefined =>
  useDrafts((drafts) => drafts[keyOf(project_id, file)]);

export const storeDraft = (project_id: string, file: StudioSourceFile, draft: Draft): void =>
  useDrafts.setState({ [keyOf(project_id, file)]: draft });

/** Drops the draft that was saved, or rebases what was typed while it was being saved. `based_on`: the hash of the saved text. */
export function finishSave(project_id: string, file: StudioSourceFile, { text, based_on }: Draft): void {
  const current = useDrafts.getState()[keyOf(project_id, file)];
  if (!current || current.text === text) dropDraft(project_id, file);
  else storeDraft(project_id, file, { text: current.text, based_on });
}

export const dropDraft = (project_id: string, file: StudioSourceFile): void =>
  useDrafts.setState(({ [keyOf(project_id, file)]: _, ...otherDrafts }) => otherDrafts, true);
