import { useStore } from 'zustand';
import type { Labels } from '../../shared/protocol/labels.ts';
import { useLive } from './context.tsx';
import type { LabelBook } from './labels.ts';

export const useLabelBook = (): LabelBook => useStore(useLive().labels);
/** Labels of one protocol in the window's language. */
export const useLabels = (protocol_id: string): Labels => useLabelBook().labelsFor(protocol_id);
