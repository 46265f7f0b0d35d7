/** Message boxes of the operating system, for what the window itself cannot show. */
import type { BrowserWindow, Dialog } from 'electron';
import { type ShownText, shownText } from '../../../shared/peer-text.ts';
import type { Translate } from './texts.ts';

export interface Message {
  type: 'info' | 'warning';
  message: ShownText;
  detail: ShownText | '';
  /** The default first. The last one is also the result of closing the box. */
  buttons: ShownText[];
  /** Without a window, the box is not modal. */
  window?: BrowserWindow | undefined;
  /** Closes the box. */
  signal?: AbortSignal | undefined;
}

/** Resolves with the index of the button. */
export async function showMessage(
  dialog: Pick<Dialog, 'showMessageBox'>,
  { window, signal, ...message }: Message,
): Promise<number> {
  const lastIndex = message.buttons.length - 1;
  const options = {
    ...message,
    title: 'Parlor' as const,
    defaultId: 0,
    cancelId: lastIndex,
    noLink: true,
    ...(signal ? { signal } : {}),
  };
  const { response } = await (window && !window.isDestroyed()
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  return Math.min(response, lastIndex);
}

export interface Question<Answer extends string> {
  /** The key of its texts below `problem` in desktop.json. */
  problem: string;
  /** Overrides the text's own detail. */
  detail?: string;
  /** Appears in the text's detail. */
  reason?: string;
  /** The keys of the buttons below `problem`, in the order of Message. */
  answers: readonly Answer[];
  /** As in Message. */
  window?: BrowserWindow;
  signal?: AbortSignal;
}

export type Ask = <Answer extends string>(question: Question<Answer>) => Promise<Answer>;

/** Returns a function that shows a question and resolves with the chosen answer. */
export function createDialogs(dialog: Pick<Dialog, 'showMessageBox'>, t: Translate): Ask {
  return async ({ problem, detail, reason = '', answers, window, signal }) => {
    const index = await showMessage(dialog, {
      type: 'warning',
      message: t(`problem.${problem}.title`),
      detail: detail === undefined ? t(`problem.${problem}.detail`, { reason }) : shownText(detail),
      buttons: answers.map((answer) => t(`problem.${answer}`)),
      window,
      signal,
    });
    return answers[index] as (typeof answers)[number];
  };
}
