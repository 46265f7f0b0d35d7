/** Checks everything that a table needs on this computer and its network by actually using it. */
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AppState, Check, Relays } from '../../shared/bridge/contract.ts';
import { toProblem } from '../../shared/errors.ts';
import { findBrowser } from '../browser/open-browser.ts';
import { type CommunityClient, createCommunityClient } from '../community/client.ts';
import type { LaunchHooks } from '../hooks/host.ts';
import { type NetworkProbe, tryNetwork } from './network.ts';

export interface DoctorParts {
  dataDir: string;
  /** Folder of the key in use. */
  folder: string;
  version: string;
  identity: AppState['identity'];
  phase: AppState['phase'];
  community: AppState['community'];
  /** Whether the community is open to the local network. */
  opened: AppState['network'];
  /** Unsigned. */
  client: Pick<CommunityClient, 'call' | 'clockOffsetMs'>;
  launchHooks: LaunchHooks;
  /** Checks nothing beyond this computer. */
  offline: boolean;
  /** As set. */
  relays: Relays;
  /** Replaced in tests. */
  network?: typeof tryNetwork;
}

const mebibyte = 1024 * 1024;
/** Below this, writing a record or backup may fail. */
const scarceBytes = 200 * mebibyte;
/** Communities accept requests within five minutes of their own clock; warn at half of that. */
const skewMs = 150_000;

type Code = Check['code'];
type Facts = Check['facts'];

const checkOf =
  (state: Check['state']) =>
  (id: Check['id'], code: Code, found: string, remedy: string | null = null, facts: Facts = {}): Check => ({
    id,
    state,
    code,
    facts,
    found,
    remedy,
  });
const ok = (id: Check['id'], code: Code, found: string, facts?: Facts) => checkOf('ok')(id, code, found, null, facts);
const advice: (id: Check['id'], code: Code, found: string, remedy: string, facts?: Facts) => Check = checkOf('advice');
const failed: typeof advice = checkOf('failed');
const skipped = (id: Check['id'], code: Code, found: string) => checkOf('skipped')(id, code, found);

/** Never rejects. Results are in the order of the checks. */
export async function examine(parts: DoctorParts): Promise<Check[]> {
  const [dataDir, disk, key, hooks, community, others, network] = await Promise.all([
    checkDataDir(parts.dataDir),
    checkDisk(parts.dataDir),
    checkKey(parts),
    checkHooks(parts.launchHooks),
    parts.offline ? notAsked() : checkCommunity(parts),
    checkOthers(parts.opened),
    checkNetwork(parts),
  ]);
  return [dataDir, disk, key, hooks, ...community, others, ...network, checkBrowser()];
}

async function checkDataDir(dataDir: string): Promise<Check> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const mode = (await stat(dataDir)).mode & 0o777;
    if (process.platform === 'win32' || (mode & 0o077) === 0)
      return ok('data_dir', 'data_dir_ok', 'The data folder can be written and is closed to others.');
    return failed(
      'data_dir',
      'data_dir_open',
      'Other users can look into the data folder.',
      'Close it to them: chmod 700.',
    );
  } catch {
    return failed(
      'data_dir',
      'data_dir_unusable',
      'The data folder cannot be written.',
      'Fix its owner and permissions, or choose another with --data-dir.',
    );
  }
}

async function checkDisk(dataDir: string): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const mib = Math.floor((bavail * bsize) / mebibyte);
    const free = `${mib} MiB are free for records.`;
    if (bavail * bsize >= scarceBytes) return ok('disk', 'disk_ok', free, { mib });
    const remedy = 'Free some space: a table whose record cannot be written is ended.';
    return advice('disk', 'disk_scarce', `Only ${free}`, remedy, { mib });
  } catch {
    return failed(
      'disk',
      'disk_unknown',
      'The free space cannot be read.',
      'Look whether the disk of the data folder is there.',
    );
  }
}

async function checkKey({ folder, identity, phase }: DoctorParts): Promise<Check> {
  if (phase === 'unreadable') {
    return failed(
      'key',
      'key_unreadable',
      'The key file does not open.',
      'Bring the key back from its 24 words or a backup; the file is kept.',
    );
  }
  if (identity === null)
    return failed('key', 'key_missing', 'There is no key here.', 'Make one: parlor init --nickname NAME');
  const mode = (await stat(join(folder, 'identity.json'))).mode & 0o777;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return failed(
      'key',
      'key_open',
      'Other users can read the key file.',
      'Close it to them: chmod 600 identity.json in the data folder.',
    );
  }
  const protectionText = {
    passphrase: 'a passphrase protects it',
    keychain: 'the system’s keychain protects it',
    plain: 'only file permissions protect it',
  };
  const facts = { name: identity.nickname, protection: identity.protection };
  const found = `The key of ${identity.nickname} is here, and ${protectionText[identity.protection]}.`;
  if (identity.protection === 'plain') return advice('key', 'key_plain', found, 'Give it a passphrase.', facts);
  if (!identity.words_confirmed)
    return advice(
      'key',
      'key_words_due',
      found,
      'Write its 24 words down: without them a lost disk is a lost name.',
      facts,
    );
  return ok('key', 'key_ok', found, facts);
}

/** Runs hooks that try what the sandbox must prevent. */
const trial = 'export const view = () => [typeof process, typeof require, typeof fetch].join();';

async function checkHooks(launch: LaunchHooks): Promise<Check> {
  try {
    const host = await launch(trial, { seed: '0'.repeat(32) });
    const seen = await host.call('view', [{}]).finally(() => host.dispose());
    if (seen === 'undefined,undefined,undefined')
      return ok('hooks', 'hooks_ok', 'Hooks run, and reach nothing of this computer.');
    return failed(
      'hooks',
      'hooks_see',
      'Hooks see more of this computer than they may.',
      'Play nothing, and report this.',
    );
  } catch (error) {
    return failed(
      'hooks',
      'hooks_failed',
      `Hooks do not run here. ${toProblem(error).message}`,
      'Reinstall Parlor; look for a program that stops its processes.',
      { why: toProblem(error).message },
    );
  }
}

const notAsked = async () =>
  (['service', 'version', 'clock'] as const).map((id) => skipped(id, 'offline', 'Skipped: offline.'));

async function checkCommunity({ community, client, version }: DoctorParts): Promise<Check[]> {
  try {
    const begun = performance.now();
    const { body } = await client.call('GET /api/v1/version', {}, { timeoutMs: 5_000 });
    const ms = Math.round(performance.now() - begun);
    return [
      ok('service', 'service_ok', `${community.name} answers in ${ms} ms, with ${body.name} ${body.version}.`, {
        community: community.name,
        ms,
        software: `${body.name} ${body.version}`,
      }),
      checkVersion(version, body.min_client_version, body.latest_version),
      checkClock(client.clockOffsetMs ?? 0),
    ];
  } catch (error) {
    const where = community.url === '' ? community.name : `${community.name} (${community.url})`;
    return [
      failed(
        'service',
        'service_away',
        `${where} does not answer. ${toProblem(error).message}`,
        'Check the address and the network, or choose another community.',
        { where, why: toProblem(error).message },
      ),
      skipped('version', 'unknown', 'The community did not say.'),
      skipped('clock', 'unknown', 'There was no other clock to compare with.'),
    ];
  }
}

export function checkVersion(own: string, least: string, latest: string): Check {
  if (isOlder(own, least))
    return failed(
      'version',
      'version_old',
      `This is Parlor ${own}, and the community wants ${least} at least.`,
      'Update Parlor.',
      { own, least },
    );
  if (isOlder(own, latest))
    return advice('version', 'version_newer', `This is Parlor ${own}; ${latest} is there.`, 'Update when you like.', {
      own,
      latest,
    });
  return ok('version', 'version_ok', `This is Parlor ${own}, which the community takes.`, { own });
}

/** Compares dotted numbers; other parts count as 0. */
function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0));
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
  if (Math.abs(offsetMs) < 2_000) return ok('clock', 'clock_ok', 'This computer’s clock and the community’s agree.');
  if (Math.abs(offsetMs) < skewMs)
    return advice('clock', code, message, 'Let the system set its clock from the network.', { seconds });
  const remedy = 'Set the clock: signed requests are refused if it is off by more than five minutes.';
  return failed('clock', code, message, remedy, { seconds });
}

/** A firewall cannot be detected from this computer, but earlier requests from other computers show that none blocks them. */
async function checkOthers({ status, url, url_before, visitors, problem }: AppState['network']): Promise<Check> {
  if (status === 'closed') return ok('others', 'others_closed', 'Nobody else on the network is let in.');
  if (problem) {
    const remedy = 'Let the network in where this computer is now, or close it in the app.';
    return failed('others', 'others_failed', problem.message, remedy, { why: problem.message });
  }
  if (url === null) {
    return skipped('others', 'others_opening', 'The network is being let in, as soon as the community here runs.');
  }
  try {
    await createCommunityClient({ url: () => url, signer: null }).call('GET /api/v1/version', {}, { timeoutMs: 3_000 });
  } catch {
    return failed(
      'others',
      'others_dead',
      `Others are let in at ${url}, but it does not answer even here.`,
      'Close the network and let it in again.',
      { url },
    );
  }
  const found = `Others are let in at ${url}.`;
  if (url_before !== null) {
    const moved = `${found} It was at ${url_before} before: links with that lead nowhere.`;
    return advice('others', 'others_changed', moved, 'Share the new link.', { url, before: url_before });
  }
  if (visitors > 0)
    return ok('others', 'others_came', `${found} Other computers that asked: ${visitors}.`, { url, visitors });
  return advice(
    'others',
    'others_unseen',
    `${found} No other computer has asked yet.`,
    `If the link does not open over there, let TCP port ${new URL(url).port} and UDP through the firewall of this computer, and look whether the Wi-Fi keeps its guests apart.`,
    { url, port: new URL(url).port },
  );
}

async function checkNetwork({ offline, relays, network = tryNetwork }: DoctorParts): Promise<Check[]> {
  try {
    const { addresses, relay, ...udp } = await network({ offline, relays });
    return [
      addresses.length === 0
        ? ok('endpoint', 'endpoint_nowhere', 'A table can be reached at no address yet.')
        : ok('endpoint', 'endpoint_ok', `A table can be reached at ${addresses.join(', ')}.`, {
            addresses: addresses.join(', '),
          }),
      checkUdp(udp),
      checkRelay(relay, relays),
    ];
  } catch (error) {
    return [
      failed(
        'endpoint',
        'endpoint_failed',
        `No endpoint can be opened. ${toProblem(error).message}`,
        'Look for a firewall or a missing network library.',
        { why: toProblem(error).message },
      ),
      skipped('udp', 'unknown', 'There was no endpoint to try it with.'),
      skipped('relay', 'unknown', 'There was no endpoint to try it with.'),
    ];
  }
}

function checkUdp({ udp, beyond }: Pick<NetworkProbe, 'udp' | 'beyond'>): Check {
  if (!udp) {
    const remedy = 'Let UDP through the firewall for Parlor.';
    return failed('udp', 'udp_failed', 'UDP does not get through on this computer.', remedy);
  }
  if (beyond === 'not_asked') return ok('udp', 'udp_ok', 'UDP works on this computer; beyond it nothing was tried.');
  if (beyond !== null) {
    return ok('udp', 'udp_beyond', `UDP gets out and back: ${beyond.host} answered in ${beyond.ms} ms.`, { ...beyond });
  }
  return advice(
    'udp',
    'udp_nowhere',
    'UDP works on this computer, and no answer came back from beyond it.',
    'Without internet that is so; else let UDP out through the firewall, or every table goes through a relay.',
  );
}

function checkRelay(relay: NetworkProbe['relay'], relays: Relays): Check {
  if (relay === 'not_asked') return skipped('relay', 'offline', 'Skipped: offline.');
  if (relays === 'none')
    return skipped(
      'relay',
      'relay_off',
      'No relay is used, as set: only computers that see each other directly can play.',
    );
  if (relay === null && relays !== 'n0') {
    const own = relays.join(', ');
    return advice(
      'relay',
      'relay_own_none',
      `Your own relay cannot be reached at ${own}: only computers that see each other directly can play.`,
      'Check the address and the certificate of the relay, and let HTTPS and UDP out.',
      { relays: own },
    );
  }
  if (relay === null) {
    return advice(
      'relay',
      'relay_none',
      'No relay can be reached: only computers that see each other directly can play.',
      'Without internet that is all there is; else let HTTPS and UDP out.',
    );
  }
  return ok('relay', 'relay_ok', `Others reach this computer directly where they can, else through ${relay}.`, {
    relay,
  });
}

function checkBrowser(): Check {
  const browser = findBrowser();
  if (browser !== null)
    return ok('browser', 'browser_ok', `Windows open with ${basename(browser)}.`, { name: basename(browser) });
  return advice(
    'browser',
    'browser_none',
    'No browser of the Chromium family is here.',
    'Install one, or open the link that --web headless prints.',
  );
}
