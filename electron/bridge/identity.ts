import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { ParlorError } from '../../shared/errors.ts';
import { register } from '../community/registration.ts';
import type { CoreParts } from '../core-parts.ts';

export function identityHandlers(core: CoreParts): Handlers<Bridge>['identity'] {
  const { identity } = core;
  return {
    async create({ nickname, bio, passphrase }) {
      await identity.create({ nickname, bio, passphrase });
      await core.enter();
      return {};
    },
    async recover({ nickname, words, passphrase }) {
      await identity.recover({ nickname, words, passphrase });
      await core.enter();
      return {};
    },
    async unlock({ passphrase }) {
      await identity.unlock(passphrase);
      await core.enter();
      return {};
    },
    async words({ passphrase }, caller) {
      // Without a passphrase nothing else tells the owner from somebody who found a browser tab: once confirmed, the words
      // are shown in the desktop window only.
      const { protection, words_confirmed } = identity.identity ?? {};
      if (caller.surface === 'web' && protection === 'plain' && words_confirmed) {
        throw new ParlorError(
          'forbidden',
          'The words were confirmed. A browser shows them again only behind a passphrase.',
        );
      }
      return { words: await identity.words(passphrase) };
    },
    async register({ nickname, bio }) {
      const { client } = core.seat();
      return register({ client, signer: identity.signer, nickname, bio });
    },
    async confirm_words({ answers }) {
      const confirmed = await identity.confirmWords(answers);
      core.changed();
      return { confirmed };
    },
  };
}
