/** The `identity` calls: keys of this data directory, their protection and recovery, and registration. */

import { bytesToHex } from '@noble/hashes/utils.js';
import type { Bridge, KeyLookup } from '../../shared/bridge/contract.ts';
import type { Caller, Handlers } from '../../shared/bridge/define.ts';
import { trimSlashes } from '../../shared/community/address.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import { originOf } from '../../shared/signing/audience.ts';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { type CommunityClient, createCommunityClient } from '../community/client.ts';
import { isExposed } from '../community/communities.ts';
import { identityFor } from '../community/identity-choice.ts';
import { findAgent, register } from '../community/registration.ts';
import type { IdentityStore, PublicIdentity } from '../identity/identity.ts';
import { openBackup } from '../identity/identity-file.ts';
import { keyMissingError } from '../identity/key-errors.ts';
import { readKeyFile } from '../identity/key-file-import.ts';
import { seedOf } from '../identity/recovery-phrase.ts';
import { clockReading } from '../time/awake-clock.ts';
import type { CoreParts } from './core-parts.ts';

type Recovery = Parameters<IdentityStore['recover']>[0];

export function identityHandlers(core: CoreParts): Handlers<Bridge>['identity'] {
  /** Adds an identity; the first one is opened immediately. */
  async function add(initialize: (store: IdentityStore) => Promise<void>): Promise<{ public_key: string }> {
    if (core.identity.state !== 'missing') return { public_key: await core.identities.add(initialize) };
    await initialize(core.identity);
    await core.openAccount();
    return { public_key: core.identity.identity!.public_key };
  }

  /** Adds the identity of a recovery phrase. If its key is here already, only replaces the passphrase, e.g. a forgotten one. */
  async function restoreFromPhrase(request: Recovery): Promise<{ public_key: string }> {
    const public_key = publicKeyOfPhrase(request.words);
    const folder = await core.identities.folderOf(public_key).catch(() => null);
    if (folder === core.identities.folder || (folder === null && core.identity.state === 'unreadable')) {
      await core.identity.recover(request);
      await core.openAccount();
      return { public_key };
    }
    if (folder === null) return add((store) => store.recover(request));
    await core.identities.withIdentity(public_key, (store) => store.recover(request));
    return { public_key };
  }

  async function identityToUse(url: string): Promise<Pick<PublicIdentity, 'public_key' | 'nickname' | 'derived_from'>> {
    const preferred = await identityFor(url, core);
    const listed = (await core.identities.list()).find((identity) => identity.public_key === preferred);
    if (listed?.public_key && listed.nickname !== null)
      return { ...listed, public_key: listed.public_key, nickname: listed.nickname };
    if (core.identity.identity) return core.identity.identity;
    throw keyMissingError();
  }

  /** Keys whose passphrase a browser has set since Parlor started. */
  const browserProtectedKeys = new Set<string>();

  /**
   * Whether the key must not be shown to this caller. Without a passphrase, nothing distinguishes the person from anyone else at an
   * open browser tab, not even a passphrase set in that tab: once the recovery phrase is confirmed, only the desktop window shows the key.
   */
  function isKeyHidden({ surface }: Caller): boolean {
    const { public_key = '', protection, words_confirmed } = core.identity.identity ?? {};
    return (
      surface === 'web' && words_confirmed === true && (protection === 'plain' || browserProtectedKeys.has(public_key))
    );
  }

  /** @throws ParlorError `forbidden` */
  function requireKeyAccess(caller: Caller): void {
    if (!isKeyHidden(caller)) return;
    throw new ParlorError(
      'forbidden',
      'The recovery phrase was confirmed: a browser gets the key only with a passphrase. One set in a browser counts after a restart.',
    );
  }

  return {
    async offer({ url: address }) {
      const url = trimSlashes(address);
      const { public_key, nickname, derived_from } = await identityToUse(url);
      const known = core.communities.list();
      const places = known.filter(({ registered }) => registered.some((agent) => agent.public_key === public_key));
      const isHere = places.some((place) => place.url === url);
      const canDerive =
        core.identity.state === 'open' && core.communities.chosenIdentity(url) === null && !derived_from;
      return {
        nickname,
        used_in: isHere ? [] : places.map((place) => place.url),
        own_key: canDerive ? core.identity.keyFor(originOf(url)) : null,
      };
    },
    async add_for_community({ url: address, passphrase }) {
      const url = trimSlashes(address);
      if (core.identity.identity?.derived_from)
        throw new ParlorError(
          'bad_arguments',
          'This identity belongs to one community. Switch to the one with the recovery phrase first.',
        );
      const origin = originOf(url);
      const public_key = core.identity.keyFor(origin);
      const exists = (await core.identities.list()).some((identity) => identity.public_key === public_key);
      if (!exists) await core.identities.add((store) => core.identity.deriveInto(store, origin, passphrase));
      await core.communities.chooseIdentity(url, public_key);
      return { public_key };
    },
    async create({ nickname, bio, passphrase }) {
      await core.identity.create({ nickname, bio, passphrase });
      await core.openAccount();
      return {};
    },
    async look_up({ words, server }) {
      const public_key = publicKeyOfPhrase(words);
      const localIdentities = await core.identities.list();
      const name_here = localIdentities.find((identity) => identity.public_key === public_key)?.nickname ?? null;
      const url = server === null ? core.connection.url() : trimSlashes(server);
      const result = { public_key, name_here, needs_consent: url !== null && isExposed(url) };
      try {
        const client = createCommunityClient({ url: () => url, signer: null });
        return { ...result, known: await registeredProfile(client, public_key), problem: null };
      } catch (error) {
        return { ...result, known: null, problem: toProblem(error) };
      }
    },
    async recover({ nickname, words, passphrase }) {
      await core.identity.recover({ nickname, words, passphrase });
      await core.openAccount();
      return {};
    },
    async unlock({ passphrase }) {
      await core.identity.unlock(passphrase);
      await core.openAccount();
      return {};
    },
    async recovery_phrase({ passphrase }, caller) {
      requireKeyAccess(caller);
      return { words: await core.identity.words(passphrase) };
    },
    async register({ nickname, bio, admission_code }) {
      const { client, people } = core.account();
      const started_at = clockReading();
      const agent = await register({
        client,
        signer: core.identity.signer,
        nickname,
        bio,
        admissionCode: admission_code,
        onProgress(difficulty, { tries, chance }) {
          const work = { kind: 'proof_of_work' as const, started_at, tries, difficulty, chance };
          core.emit('app', 'changed', { ...core.state(), work });
        },
      }).finally(() => core.emit('app', 'changed', core.state()));
      // Otherwise the next registration would bring the old name back.
      const { identity } = core.identity;
      if (identity?.nickname !== nickname || identity.bio !== bio) await core.identity.setProfile({ nickname, bio });
      await core.communities.addAgent(core.connection.state.embedded ? null : core.connection.state.url, agent);
      if (identity) await core.connection.renameAgent(identity.nickname, nickname);
      people.clearCache();
      core.emitState();
      return agent;
    },
    async confirm_words({ answers }) {
      const confirmed = await core.identity.confirmWords(answers);
      core.emitState();
      return { confirmed };
    },
    list: async () => ({ identities: await core.identities.list() }),
    async add({ nickname, bio, passphrase, words }) {
      if (words) return restoreFromPhrase({ nickname, words, passphrase });
      if (nickname === undefined) throw new ParlorError('bad_arguments', 'A new key needs a nickname.');
      return add((store) => store.create({ nickname, bio, passphrase }));
    },
    async use({ public_key }) {
      await core.switchIdentity(public_key);
      return {};
    },
    async lock() {
      if (core.identity.identity?.protection !== 'passphrase') return { locked: false };
      await core.whileSignedOut(() => core.identity.lock());
      return { locked: true };
    },
    async change_passphrase({ current, next }, caller) {
      const isHidden = isKeyHidden(caller);
      await core.identity.setPassphrase(current, next);
      browserProtectedKeys[isHidden ? 'add' : 'delete'](core.identity.signer.publicKey);
      core.emitState();
      return {};
    },
    async backup({ current, passphrase }, caller) {
      requireKeyAccess(caller);
      const text = await core.identity.createBackup(current, passphrase);
      return { public_key: core.identity.signer.publicKey, text };
    },
    async restore({ text, passphrase }) {
      const { seed, profile } = await openBackup(text, passphrase);
      return add((store) => store.importSeed(seed, profile, passphrase));
    },
    async remove({ public_key }) {
      await core.identities.remove(public_key);
      return {};
    },
    import_key({ text, nickname, bio, passphrase }) {
      const { seed } = readKeyFile(text);
      return add((store) => store.importSeed(seed, { nickname, bio, words_confirmed: false }, passphrase));
    },
  };
}

/** @throws ParlorError `wrong_words` */
function publicKeyOfPhrase(words: readonly string[]): string {
  const seed = seedOf(words);
  try {
    return bytesToHex(publicKeyOf(seed));
  } finally {
    seed.fill(0);
  }
}

/** Null if the key is not registered. */
async function registeredProfile(client: CommunityClient, public_key: string): Promise<KeyLookup['known']> {
  const agent = await findAgent(client, public_key);
  if (agent === null) return null;
  const { body: elo } = await client.call('GET /api/v1/agents/{id}/elo', { params: { id: agent.agent_id } });
  const { nickname, bio, created_at } = agent;
  return { nickname, bio, created_at: Date.parse(created_at), rating: elo.rating, games_played: elo.games_played };
}
