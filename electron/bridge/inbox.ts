/** The `inbox` calls: messages and contacts. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from './core-parts.ts';

export function inboxHandlers(core: CoreParts): Handlers<Bridge>['inbox'] {
  const inbox = () => core.account().inbox;
  return {
    list: (request) => inbox().list(request),
    status: ({ without }) => inbox().status(without),
    refresh: () => inbox().refresh(),
    conversations: (window) => inbox().conversations(window),
    unverified: (window) => inbox().unverified(window),
    contacts: (window) => inbox().contacts(window),
    contact: ({ public_key }) => ({ contact: inbox().findContact(public_key) }),
    conversation: ({ with: public_key, cursor, limit, without }) =>
      inbox().conversation(public_key, cursor, limit, without),
    read: (request) => inbox().read(request),
    send: (message) => inbox().send(message),
    delete: async ({ at_once = false, ...selection }) => ({ deleted: await inbox().delete(selection, at_once) }),
    clear: async ({ at_once = false }) => ({ deleted: await inbox().clear(at_once) }),
    export: () => inbox().export(),
    invitation: async (of) => ({ post_id: await inbox().findInvitedTable(of) }),
    async block_sender({ id }) {
      await inbox().blockSender(id);
      return {};
    },
    async set_contact({ blocked, ...contact }) {
      await inbox().setContact(contact);
      if (blocked === true) await inbox().block(contact);
      if (blocked === false) await inbox().unblock(contact.public_key);
      return {};
    },
    async block(person) {
      await inbox().block(person);
      return {};
    },
    async unblock({ public_key }) {
      await inbox().unblock(public_key);
      return {};
    },
    async remove_contact({ public_key }) {
      await inbox().removeContact(public_key);
      return {};
    },
  };
}
