/**
 * Fills the profile of a stopped Parlor with what years of use leave: messages, contacts, finished tables and protocols, in the files that
 * the program writes. Its identity must have no passphrase. Usage: node e2e/large-profile/fill.ts DATA_DIR
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIdentity } from '../../electron/identity/identity.ts';
import { fillInbox } from '../../electron/inbox/testing/large-inbox.ts';
import { defaultResourcesDir } from '../../electron/installation.ts';
import { openLibrary } from '../../electron/library/library.ts';
import { finishedTables, personNumber } from '../../electron/tables/testing/finished-tables.ts';
import { playRecorded } from '../../electron/tables/testing/recorded-game.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { largeProfile, profileTimes, protocolName } from './size.ts';

const [dataDir = ''] = process.argv.slice(2);
const resourcesDir = defaultResourcesDir();
const identity = await openIdentity({ dataDir, folder: dataDir, keychain: null });
const { messages, contacts, unread } = largeProfile;
await fillInbox({
  ...{ folder: dataDir, community: 'embedded', opener: identity.opener, public_key: identity.signer.publicKey },
  ...{ messages, contacts, unread, people: contacts, now: profileTimes.newestMessage },
});

const rules = JSON.parse(await readFile(join(resourcesDir, 'protocols/rock-paper-scissors/spec.json'), 'utf8'));
const specTexts = Array.from({ length: largeProfile.protocols }, (_, index) => {
  // A name is not part of the id.
  const best_of = { ...rules.parameters.best_of, max: 100 + index };
  return JSON.stringify({ ...rules, name: protocolName(index), parameters: { ...rules.parameters, best_of } });
});
const library = await openLibrary({ resourcesDir, dataDir });
await Promise.all(specTexts.map((specText) => library.storeSpec(protocolIdOf(specText), specText)));

const folder = await mkdtemp(join(tmpdir(), 'parlor-profile-'));
const { public_key, nickname } = identity.identity!;
await finishedTables(dataDir, largeProfile.tables, {
  game: await playRecorded({ folder: 'connect-four', directory: folder }),
  me: { ...personNumber(-1), public_key, nickname },
  opponent: (index) => personNumber(index % largeProfile.contacts),
  protocol(index) {
    const number = index % specTexts.length;
    return {
      ...{ protocol_id: protocolIdOf(specTexts[number]!), name: protocolName(number) },
      ...{ mode: 'simultaneous_round', family: 'game:rps' },
    };
  },
  newestAt: profileTimes.newestTable,
});
await rm(folder, { recursive: true });
identity.dispose();
