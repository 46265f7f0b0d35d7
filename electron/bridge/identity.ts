import { bytesToHex } from '@noble/hashes/utils.js';
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Caller, Handlers } from '../../shared/bridge/define.ts';
import { ParlorError } from '../../shared/errors.ts';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { register } from '../community/registration.ts';
import type { CoreParts } from '../core-parts.ts';
import type { IdentityStore } from '../identity/identity.ts';
import { openBackup } from '../identity/identity-file.ts';
import { readKeyFile } from '../identity/key-file.ts';
import { seedOf } from '../identity/words.ts';

type Recovery = Parameters<IdentityStore['recover']>[0];

export function identityHandlers(core: CoreParts): Handlers<Bridge>['identity'] {
  /** Where there is no identity yet, the new one is the first; else it comes beside the others. */
  async function add(make: (store: IdentityStore) => Promise<void>): Promise<{ public_key: string }> {
    if (core.identity.state !== 'missing') return { public_key: await core.roster.add(make) };
    await make(core.identity);
    await core.enter();
    return { public_key: core.identity.identity!.public_key };
  }

  /** Words are also the way back into an identity whose passphrase was forgotten. */
  async function restoreFromWords(wish: Recovery): Promise<{ public_key: string }> {
    const seed = seedOf(wish.words);
    const public_key = bytesToHex(publicKeyOf(seed));
    seed.fill(0);
    const folder = await core.roster.folderOf(public_key).catch(() => null);
    if (folder === core.roster.folder || (folder === null && core.identity.state === 'unreadable')) {
      await core.identity.recover(wish);
      await core.enter();
      return { public_key };
    }
    if (folder === null) return add((store) => store.recover(wish));
    await core.roster.within(public_key, (store) => store.recover(wish));
    return { public_key };
  }

  /**
   * Without a passphrase nothing else tells the owner from somebody who found a browser tab: once the words are confirmed, the key
   * leaves by the desktop window only.
   */
  function guardKey({ surface }: Caller): void {
    const { protection, words_confirmed } = core.identity.identity ?? {};
    if (surface !== 'web' || protection !== 'plain' || !words_confirmed) return;
    throw new ParlorError(
      'forbidden',
      'The words were confirmed. A browser gets the key again only behind a passphrase.',
    );
  }

  return {
    async create({ nickname, bio, passphrase }) {
      await core.identity.create({ nickname, bio, passphrase });
      await core.enter();
      return {};
    },
    async recover({ nickname, words, passphrase }) {
      await core.identity.recover({ nickname, words, passphrase });
      await core.enter();
      return {};
    },
    async unlock({ passphrase }) {
      await core.identity.unlock(passphrase);
      await core.enter();
      return {};
    },
    async words({ passphrase }, caller) {
      guardKey(caller);
      return { words: await core.identity.words(passphrase) };
    },
    async register({ nickname, bio }) {
      const { client } = core.seat();
      const agent = await register({ client, signer: core.identity.signer, nickname, bio });
      await core.communities.registered(core.link.state.embedded ? null : core.link.state.url, agent);
      return agent;
    },
    async confirm_words({ answers }) {
      const confirmed = await core.identity.confirmWords(answers);
      core.changed();
      return { confirmed };
    },
    list: async () => ({ identities: await core.roster.list() }),
    async add({ nickname, bio, passphrase, words }) {
      if (words) return restoreFromWords({ nickname, words, passphrase });
      return add((store) => store.create({ nickname, bio, passphrase }));
    },
    async use({ public_key }) {
      await core.switchTo(public_key);
      return {};
    },
    async lock() {
      if (core.identity.identity?.protection !== 'passphrase') return { locked: false };
      await core.away(() => core.identity.lock());
      return { locked: true };
    },
    async change_passphrase({ current, next }) {
      await core.identity.setPassphrase(current, next);
      core.changed();
      return {};
    },
    async backup({ current, passphrase }, caller) {
      guardKey(caller);
      const text = await core.identity.backup(current, passphrase);
      return { public_key: core.identity.signer.publicKey, text };
    },
    async restore({ text, passphrase }) {
      const { seed, profile } = await openBackup(text, passphrase);
      return add((store) => store.adopt(seed, profile, passphrase));
    },
    async remove({ public_key }) {
      await core.roster.remove(public_key);
      return {};
    },
    import_key({ text, nickname, bio, passphrase }) {
      const { seed } = readKeyFile(text);
      return add((store) => store.adopt(seed, { nickname, bio, words_confirmed: false }, passphrase));
    },
  };
}
