import { useTranslation } from 'react-i18next';
import type { MessageSelection } from '../../shared/bridge/contract.ts';
import { useBridge } from '../core/context.tsx';
import { runWithUndo } from '../core/toast.ts';
import type { Message } from './conversations.ts';
import { removalKey } from './inbox-filters.ts';

/** Deletes received messages and copies of sent ones, here and at the community, with undo. */
export function useDeleteMessages(): (selection: MessageSelection, text: string) => void {
  const bridge = useBridge();
  return (selection, text) =>
    runWithUndo({
      kind: 'messages',
      hiddenKeys: [removalKey.messages(selection)],
      text,
      perform: () => bridge.inbox.delete(selection),
    });
}

/** Deletes one message. */
export function useDeleteMessage(): (message: Message) => void {
  const { t } = useTranslation('inbox');
  const deleteMessages = useDeleteMessages();
  return ({ kind, content }) => deleteMessages({ ids: [content.id], of: kind }, t(`deleted.${kind}`));
}
