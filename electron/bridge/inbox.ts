/** The `inbox` calls: messages and contacts. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from './core-parts.ts';

export function inboxHandlers(core: CoreParts): Handlers<Bridge>['inbox'] {
  const inbox = () => core.account().inbox;
  return {
    list: () => inbox().inbox,
    refresh: () => inbox().refresh(),
    read: ({ id }) => inbox().read(id),
    send: (message) => inbox().send(message),
    delete: async ({ ids, of = 'received', hidden = false, at_once = false }) => ({
      deleted: await inbox().delete({ ids, of, hidden }, at_once),
    }),
    clear: async ({ at_once = false }) => ({ deleted: await inbox().clear(at_once) }),
    export: () => inbox().export(),
    invitation: async (of) => ({ post_id: await inbox().findInvitedTable(of) }),
    async set_contact(contact) {
      await inbox().setContact(contact);
      return {};
    },
    async remove_contact({ public_key }) {
      await inbox().removeContact(public_key);
      return {};
    },
  };
}
