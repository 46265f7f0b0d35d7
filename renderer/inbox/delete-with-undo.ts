import { useTranslation } from 'react-i18next';
import { useBridge } from '../core/context.tsx';
import { runWithUndo } from '../core/toast.ts';
import type { Message } from './conversations.ts';
import { removalKey } from './inbox-filters.ts';

/** Deletes received messages and copies of sent ones, here and at the community, with undo. */
export function useDeleteMessages(): (messages: readonly Message[], text: string) => void {
  const bridge = useBridge();
  return (messages, text) => {
    const idsOf = (kind: Message['kind']) =>
      messages.filter((message) => message.kind === kind).map(({ content }) => content.id);
    const [received, sent] = [idsOf('received'), idsOf('sent')];
    runWithUndo({
      kind: 'messages',
      hiddenKeys: [...received.map(removalKey.received), ...sent.map(removalKey.sent)],
      text,
      async perform() {
        if (received.length > 0) await bridge.inbox.delete({ ids: received });
        if (sent.length > 0) await bridge.inbox.delete({ ids: sent, of: 'sent' });
      },
    });
  };
}

/** Deletes one message. */
export function useDeleteMessage(): (message: Message) => void {
  const { t } = useTranslation('inbox');
  const deleteMessages = useDeleteMessages();
  return (message) => deleteMessages([message], t(`deleted.${message.kind}`));
}
