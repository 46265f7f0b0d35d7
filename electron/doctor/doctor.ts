/** Checks everything that a table needs on this computer and its network by actually using it. */
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AppState, Check, Relays } from '../../shared/bridge/contract.ts';
import { type Problem, toProblem } from '../../shared/errors.ts';
import { findBrowser } from '../browser/open-browser.ts';
import { unlistedError } from '../community/audience.ts';
import { type CommunityClient, createCommunityClient } from '../community/client.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import { type NetworkProbe, probeNetwork } from './network-probe.ts';

export interface DoctorParts {
  dataDir: string;
  /** Folder of the key in use. */
  folder: string;
  version: string;
  identity: AppState['identity'];
  phase: AppState['phase'];
  community: AppState['community'];
  /** Whether the community is open to the local network. */
  networkAccess: AppState['network'];
  /** A client that does not sign its requests. */
  client: Pick<CommunityClient, 'call' | 'clockOffsetMs' | 'url'>;
  /** Why the community refuses what the key in use signs; null if it doesn't, or if that key is locked or not registered. */
  refusal(): Promise<Problem | null>;
  launchHooks: LaunchHooks;
  /** Checks nothing beyond this computer. */
  offline: boolean;
  /** The saved setting. */
  relays: Relays;
  /** Replaced in tests. */
  probe?: typeof probeNetwork;
}

/** Below this, writing a record or backup may fail. */
const lowSpaceBytes = 200e6;

type Code = Check['code'];
type Facts = Check['facts'];

const createCheck =
  (state: Check['state']) =>
  (id: Check['id'], code: Code, found: string, remedy: string | null = null, facts: Facts = {}): Check => ({
    id,
    state,
    code,
    facts,
    found,
    remedy,
  });
const ok = (id: Check['id'], code: Code, found: string, facts?: Facts) =>
  createCheck('ok')(id, code, found, null, facts);
const advice: (id: Check['id'], code: Code, found: string, remedy: string, facts?: Facts) => Check =
  createCheck('advice');
const failure: typeof advice = createCheck('failed');
const skip = (id: Check['id'], code: Code, found: string) => createCheck('skipped')(id, code, found);

/** Never rejects. Results are in the order of the checks. */
export async function runChecks(parts: DoctorParts): Promise<Check[]> {
  const [dataDir, disk, key, hooks, community, others, network] = await Promise.all([
    checkDataDir(parts.dataDir),
    checkDisk(parts.dataDir),
    checkKey(parts),
    checkHooks(parts.launchHooks),
    parts.offline ? skipCommunity() : checkCommunity(parts),
    checkNetworkAccess(parts.networkAccess),
    checkConnectivity(parts),
  ]);
  return [dataDir, disk, key, hooks, ...community, others, ...network, checkBrowser()];
}

async function checkDataDir(dataDir: string): Promise<Check> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const mode = (await stat(dataDir)).mode & 0o777;
    if (process.platform === 'win32' || (mode & 0o077) === 0)
      return ok('data_dir', 'data_dir_ok', 'The data folder is writable, and closed to other users.');
    return failure(
      'data_dir',
      'data_dir_open',
      'Other users of this computer can read the data folder.',
      'Restrict access: chmod 700.',
    );
  } catch {
    return failure(
      'data_dir',
      'data_dir_unusable',
      'The data folder is not writable.',
      'Fix its owner and permissions, or choose another folder with --data-dir.',
    );
  }
}

async function checkDisk(dataDir: string): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const bytes = bavail * bsize;
    const free = `${Math.floor(bytes / 1e6)} MB free.`;
    if (bytes >= lowSpaceBytes) return ok('disk', 'disk_ok', free, { bytes });
    const remedy = 'Free some space: a table whose record cannot be saved is ended.';
    return advice('disk', 'disk_scarce', `Only ${free}`, remedy, { bytes });
  } catch {
    return failure(
      'disk',
      'disk_unknown',
      'The free space cannot be determined.',
      'Check that the disk with the data folder is connected.',
    );
  }
}

async function checkKey({ folder, identity, phase }: DoctorParts): Promise<Check> {
  const unreadable = failure(
    'key',
    'key_unreadable',
    'The key file cannot be read.',
    'Restore the key from its recovery phrase or a backup file. The file is kept.',
  );
  if (phase === 'unreadable') return unreadable;
  if (identity === null)
    return failure('key', 'key_missing', 'No key found.', 'Create one: parlor init --nickname NAME');
  const file = await stat(join(folder, 'identity.json')).catch(() => null);
  if (file === null) return unreadable;
  if (process.platform !== 'win32' && (file.mode & 0o077) !== 0) {
    return failure(
      'key',
      'key_open',
      'Other users of this computer can read the key file.',
      'Restrict access: chmod 600 identity.json in the data folder.',
    );
  }
  const protectionText = {
    passphrase: 'a passphrase',
    keychain: 'the system’s keychain',
    plain: 'file permissions only',
  };
  const facts = { name: identity.nickname, protection: identity.protection };
  const found = `The key of ${identity.nickname} is protected by ${protectionText[identity.protection]}.`;
  if (identity.protection === 'plain') return advice('key', 'key_plain', found, 'Set a passphrase.', facts);
  if (!identity.words_confirmed)
    return advice(
      'key',
      'key_words_due',
      found,
      'Save its recovery phrase: without it, a lost disk means a lost identity.',
      facts,
    );
  return ok('key', 'key_ok', found, facts);
}

/** Hooks that look for what the sandbox must hide from them. */
const probeSource = 'export const view = () => [typeof process, typeof require, typeof fetch].join();';

async function checkHooks(launch: LaunchHooks): Promise<Check> {
  try {
    const host = await launch(probeSource, { seed: '0'.repeat(32) });
    const visible = await host.call('view', [{}]).finally(() => host.dispose());
    if (visible === 'undefined,undefined,undefined')
      return ok('hooks', 'hooks_ok', 'Hooks run and cannot reach anything on this computer.');
    return failure(
      'hooks',
      'hooks_see',
      'Hooks can see more of this computer than they should.',
      'Do not play, and report this problem.',
    );
  } catch (error) {
    return failure(
      'hooks',
      'hooks_failed',
      `Hooks do not run. ${toProblem(error).message}`,
      'Reinstall Parlor, and check whether another program stops its processes.',
      { why: toProblem(error).message },
    );
  }
}

const skipCommunity = async () =>
  (['service', 'version', 'clock'] as const).map((id) => skip(id, 'offline', 'Skipped: offline.'));

async function checkCommunity({ community, client, refusal, version }: DoctorParts): Promise<Check[]> {
  try {
    const startedAt = performance.now();
    const { body } = await client.call('GET /api/v1/version', {}, { timeoutMs: 5_000 });
    const ms = Math.round(performance.now() - startedAt);
    const refused = unlistedError(client.url ?? community.url, body.addresses)?.toProblem() ?? (await refusal());
    return [
      refused
        ? serviceFailure(community, refused)
        : ok('service', 'service_ok', `${community.name} responds in ${ms} ms (${body.name} ${body.version}).`, {
            community: community.name,
            ms,
            software: `${body.name} ${body.version}`,
          }),
      checkVersion(version, body.min_client_version, body.latest_version),
      checkClock(client.clockOffsetMs ?? 0),
    ];
  } catch (error) {
    return [
      serviceFailure(community, toProblem(error)),
      skip('version', 'unknown', 'Skipped: the community does not respond.'),
      skip('clock', 'unknown', 'Skipped: the community does not respond.'),
    ];
  }
}

function serviceFailure({ name, url }: DoctorParts['community'], { code, message: why }: Problem): Check {
  const where = url === '' ? name : `${name} (${url})`;
  if (code !== 'community_unreachable' && code !== 'community_timeout') {
    return failure(
      'service',
      'service_refused',
      `${where} responds, but does not serve this computer. ${why}`,
      'Wait, ask whoever runs it, or choose another community.',
      { where, why },
    );
  }
  return failure(
    'service',
    'service_away',
    `${where} does not respond. ${why}`,
    'Check the address and the network, or choose another community.',
    { where, why },
  );
}

export function checkVersion(ownVersion: string, minimumVersion: string, latestVersion: string): Check {
  if (isOlder(ownVersion, minimumVersion))
    return failure(
      'version',
      'version_old',
      `This is Parlor ${ownVersion}; the community requires ${minimumVersion} or later.`,
      'Update Parlor.',
      { own: ownVersion, least: minimumVersion },
    );
  if (isOlder(ownVersion, latestVersion))
    return advice(
      'version',
      'version_newer',
      `This is Parlor ${ownVersion}; ${latestVersion} is available.`,
      'Update when it suits you.',
      { own: ownVersion, latest: latestVersion },
    );
  return ok('version', 'version_ok', `This is Parlor ${ownVersion}, which the community supports.`, {
    own: ownVersion,
  });
}

/** Compares dotted numbers; other parts count as 0. */
function isOlder(version: string, reference: string): boolean {
  const [a, b] = [version, reference].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (let index = 0; index < Math.max(a!.length, b!.length); index += 1) {
    const difference = (a![index] ?? 0) - (b![index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** `offsetMs`: the community's clock minus ours. */
export function checkClock(offsetMs: number): Check {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  const code = offsetMs > 0 ? 'clock_behind' : 'clock_ahead';
  const message = `This computer’s clock is ${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the community’s.`;
  if (Math.abs(offsetMs) < 2_000) return ok('clock', 'clock_ok', 'This computer’s clock matches the community’s.');
  const remedy =
    'Set the clock automatically. Until then, Parlor adds the difference to its requests, above five minutes if you agree.';
  return advice('clock', code, message, remedy, { seconds });
}

/** A firewall cannot be detected from this computer, but requests from other computers show that none blocks them. */
async function checkNetworkAccess({ status, url, url_before, visitors, problem }: AppState['network']): Promise<Check> {
  if (status === 'closed') return ok('others', 'others_closed', 'Nobody else on the network can connect.');
  if (problem) {
    const remedy = 'Allow people on the current network, or turn network access off in the app.';
    return failure('others', 'others_failed', problem.message, remedy, { why: problem.message });
  }
  if (url === null) {
    return skip(
      'others',
      'others_opening',
      'People on this network can connect as soon as the community here is running.',
    );
  }
  try {
    await createCommunityClient({ url: () => url, signer: null }).call('GET /api/v1/version', {}, { timeoutMs: 3_000 });
  } catch {
    return failure(
      'others',
      'others_dead',
      `People on this network should connect at ${url}, but it does not respond even from this computer.`,
      'Turn network access off and on again.',
      { url },
    );
  }
  const found = `People on this network can connect at ${url}.`;
  if (url_before !== null) {
    const message = `${found} The previous address was ${url_before}: links with it no longer work.`;
    return advice('others', 'others_changed', message, 'Share the new link.', { url, before: url_before });
  }
  if (visitors > 0)
    return ok('others', 'others_came', `${found} Computers that have connected: ${visitors}.`, { url, visitors });
  return advice(
    'others',
    'others_unseen',
    `${found} No other computer has done so yet.`,
    `If the link does not open on the other computer, allow TCP port ${new URL(url).port} and UDP through this computer’s firewall, and check whether the Wi-Fi isolates its guests.`,
    { url, port: new URL(url).port },
  );
}

async function checkConnectivity({ offline, relays, probe = probeNetwork }: DoctorParts): Promise<Check[]> {
  try {
    const { addresses, relay, ...udp } = await probe({ offline, relays });
    return [
      addresses.length === 0
        ? ok('endpoint', 'endpoint_nowhere', 'Tables on this computer have no reachable address yet.')
        : ok('endpoint', 'endpoint_ok', `Tables on this computer can be reached at ${addresses.join(', ')}.`, {
            addresses: addresses.join(', '),
          }),
      checkUdp(udp),
      checkRelay(relay, relays),
    ];
  } catch (error) {
    return [
      failure(
        'endpoint',
        'endpoint_failed',
        `No endpoint can be opened. ${toProblem(error).message}`,
        'Check for a firewall or a missing network library.',
        { why: toProblem(error).message },
      ),
      skip('udp', 'unknown', 'Skipped: no endpoint can be opened.'),
      skip('relay', 'unknown', 'Skipped: no endpoint can be opened.'),
    ];
  }
}

function checkUdp({ udp, external }: Pick<NetworkProbe, 'udp' | 'external'>): Check {
  if (!udp) {
    const remedy = 'Allow UDP for Parlor in the firewall.';
    return failure('udp', 'udp_failed', 'UDP is blocked on this computer.', remedy);
  }
  if (external === 'not_tested') return ok('udp', 'udp_ok', 'UDP works on this computer. Nothing further was tested.');
  if (external !== null) {
    return ok('udp', 'udp_beyond', `UDP works: ${external.host} answered in ${external.ms} ms.`, { ...external });
  }
  return advice(
    'udp',
    'udp_nowhere',
    'UDP works on this computer, but no answer came from outside.',
    'Normal without internet access. Otherwise allow outgoing UDP in the firewall, or all games go through a relay.',
  );
}

function checkRelay(relay: NetworkProbe['relay'], relays: Relays): Check {
  if (relay === 'not_tested') return skip('relay', 'offline', 'Skipped: offline.');
  if (relays === 'none')
    return skip(
      'relay',
      'relay_off',
      'Relays are turned off: only computers that can connect directly can play with each other.',
    );
  if (relay === null && relays !== 'n0') {
    const relayAddresses = relays.join(', ');
    return advice(
      'relay',
      'relay_own_none',
      `Your own relay cannot be reached at ${relayAddresses}: only computers that can connect directly can play with each other.`,
      'Check the relay’s address, its certificate, and whether outgoing HTTPS and UDP are allowed.',
      { relays: relayAddresses },
    );
  }
  if (relay === null) {
    return advice(
      'relay',
      'relay_none',
      'No relay can be reached: only computers that can connect directly can play with each other.',
      'Normal without internet access. Otherwise allow outgoing HTTPS and UDP.',
    );
  }
  return ok('relay', 'relay_ok', `Others connect directly where possible, otherwise through ${relay}.`, {
    relay,
  });
}

function checkBrowser(): Check {
  const browser = findBrowser();
  if (browser !== null)
    return ok('browser', 'browser_ok', `Windows open in ${basename(browser)}.`, { name: basename(browser) });
  return advice(
    'browser',
    'browser_none',
    'No Chromium-based browser found.',
    'Install one, or open the link printed by --web headless.',
  );
}
