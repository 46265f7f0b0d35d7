/** Looks at everything a table needs on this computer and its way to others, each part by using it once. */
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AppState, Check } from '../../shared/bridge/contract.ts';
import { toProblem } from '../../shared/errors.ts';
import { type CommunityClient, createCommunityClient } from '../community/client.ts';
import type { LaunchHooks } from '../hooks/host.ts';
import { findBrowser } from '../shells/browser.ts';
import { type Network, tryNetwork } from './network.ts';

export interface DoctorParts {
  dataDir: string;
  version: string;
  identity: AppState['identity'];
  phase: AppState['phase'];
  community: AppState['community'];
  /** Whether others on the network are let in. */
  opened: AppState['network'];
  /** Unsigned. */
  client: Pick<CommunityClient, 'call' | 'clockOffsetMs'>;
  launchHooks: LaunchHooks;
  /** Looks at nothing beyond this computer. */
  offline: boolean;
  /** Replaced where a test stands in for the network. */
  network?: (offline: boolean) => Promise<Network>;
}

const mebibyte = 1024 * 1024;
/** Below this a full record or backup may not fit. */
const scarceBytes = 200 * mebibyte;
/** A community takes requests within five minutes of its own clock; half of that leaves room. */
const skewMs = 150_000;

const ok = (id: Check['id'], found: string): Check => ({ id, state: 'ok', found, remedy: null });
const advice = (id: Check['id'], found: string, remedy: string): Check => ({ id, state: 'advice', found, remedy });
const failed = (id: Check['id'], found: string, remedy: string): Check => ({ id, state: 'failed', found, remedy });
const skipped = (id: Check['id'], found: string): Check => ({ id, state: 'skipped', found, remedy: null });

/** Never rejects; in the order of the list. */
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
      return ok('data_dir', 'The data folder can be written and is closed to others.');
    return failed('data_dir', 'Other users can look into the data folder.', 'Close it to them: chmod 700.');
  } catch {
    return failed(
      'data_dir',
      'The data folder cannot be written.',
      'Mend its owner and permissions, or choose another with --data-dir.',
    );
  }
}

async function checkDisk(dataDir: string): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const free = `${Math.floor((bavail * bsize) / mebibyte)} MiB are free for records.`;
    if (bavail * bsize >= scarceBytes) return ok('disk', free);
    return advice('disk', `Only ${free}`, 'Free some space: a table whose record cannot be written is ended.');
  } catch {
    return failed('disk', 'The free space cannot be read.', 'Look whether the disk of the data folder is there.');
  }
}

async function checkKey({ dataDir, identity, phase }: DoctorParts): Promise<Check> {
  if (phase === 'unreadable') {
    return failed(
      'key',
      'The key file does not open.',
      'Bring the key back from its 24 words or a backup; the file is kept.',
    );
  }
  if (identity === null) return failed('key', 'There is no key here.', 'Make one: parlor init --nickname NAME');
  const mode = (await stat(join(dataDir, 'identity.json'))).mode & 0o777;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return failed(
      'key',
      'Other users can read the key file.',
      'Close it to them: chmod 600 identity.json in the data folder.',
    );
  }
  const words = {
    passphrase: 'a passphrase protects it',
    keychain: 'the system’s keychain protects it',
    plain: 'only file permissions protect it',
  };
  const found = `The key of ${identity.nickname} is here, and ${words[identity.protection]}.`;
  if (identity.protection === 'plain') return advice('key', found, 'Give it a passphrase.');
  if (!identity.words_confirmed)
    return advice('key', found, 'Write its 24 words down: without them a lost disk is a lost name.');
  return ok('key', found);
}

/** A file that tries what hooks may not, run once as a table would run it. */
const trial = 'export const view = () => [typeof process, typeof require, typeof fetch].join();';

async function checkHooks(launch: LaunchHooks): Promise<Check> {
  try {
    const host = await launch(trial, { seed: '0'.repeat(32) });
    const seen = await host.call('view', [{}]).finally(() => host.dispose());
    if (seen === 'undefined,undefined,undefined') return ok('hooks', 'Hooks run, and reach nothing of this computer.');
    return failed('hooks', 'Hooks see more of this computer than they may.', 'Play nothing, and report this.');
  } catch (error) {
    return failed(
      'hooks',
      `Hooks do not run here. ${toProblem(error).message}`,
      'Reinstall Parlor; look for a program that stops its processes.',
    );
  }
}

const notAsked = async () =>
  (['service', 'version', 'clock'] as const).map((id) => skipped(id, 'Not looked at: offline.'));

async function checkCommunity({ community, client, version }: DoctorParts): Promise<Check[]> {
  try {
    const begun = performance.now();
    const { body } = await client.call('GET /api/v1/version', {}, { timeoutMs: 5_000 });
    const ms = Math.round(performance.now() - begun);
    return [
      ok('service', `${community.name} answers in ${ms} ms, with ${body.name} ${body.version}.`),
      checkVersion(version, body.min_client_version, body.latest_version),
      checkClock(client.clockOffsetMs ?? 0),
    ];
  } catch (error) {
    const where = community.url === '' ? community.name : `${community.name} (${community.url})`;
    return [
      failed(
        'service',
        `${where} does not answer. ${toProblem(error).message}`,
        'Check the address and the network, or choose another community.',
      ),
      skipped('version', 'The community did not say.'),
      skipped('clock', 'There was no other clock to compare with.'),
    ];
  }
}

export function checkVersion(own: string, least: string, latest: string): Check {
  if (isOlder(own, least))
    return failed('version', `This is Parlor ${own}, and the community wants ${least} at least.`, 'Update Parlor.');
  if (isOlder(own, latest))
    return advice('version', `This is Parlor ${own}; ${latest} is there.`, 'Update when you like.');
  return ok('version', `This is Parlor ${own}, which the community takes.`);
}

/** Compares dotted numbers; what is no number counts as 0. */
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
  const words = `This computer’s clock is ${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the community’s.`;
  if (Math.abs(offsetMs) < 2_000) return ok('clock', 'This computer’s clock and the community’s agree.');
  if (Math.abs(offsetMs) < skewMs) return advice('clock', words, 'Let the system set its time by the network.');
  return failed('clock', words, 'Set the clock: signed requests are refused beyond five minutes.');
}

/** From this computer itself a firewall cannot be seen; whether others came by can. */
async function checkOthers({ status, url, url_before, visitors, problem }: AppState['network']): Promise<Check> {
  if (status === 'closed') return ok('others', 'Nobody else on the network is let in.');
  if (problem) {
    return failed('others', problem.message, 'Let the network in where this computer is now, or close it in the app.');
  }
  if (url === null) return skipped('others', 'The network is being let in, as soon as the community here runs.');
  const moved = url_before === null ? '' : ` It was at ${url_before} before: links with that lead nowhere.`;
  try {
    await createCommunityClient({ url: () => url, signer: null }).call('GET /api/v1/version', {}, { timeoutMs: 3_000 });
  } catch {
    return failed(
      'others',
      `Others are let in at ${url}, but it does not answer even here.${moved}`,
      'Close the network and let it in again.',
    );
  }
  const found = `Others are let in at ${url}.${moved}`;
  if (visitors > 0) return ok('others', `${found} Other computers that asked: ${visitors}.`);
  return advice(
    'others',
    `${found} No other computer has asked yet.`,
    `If the link does not open over there, let TCP port ${new URL(url).port} and UDP through the firewall of this computer, and look whether the Wi-Fi keeps its guests apart.`,
  );
}

async function checkNetwork({ offline, network = tryNetwork }: DoctorParts): Promise<Check[]> {
  try {
    const { addresses, udp, relay } = await network(offline);
    return [
      ok('endpoint', `A table can be reached at ${addresses.length === 0 ? 'no address yet' : addresses.join(', ')}.`),
      udp
        ? ok('udp', 'UDP works on this computer.')
        : failed('udp', 'UDP does not get through on this computer.', 'Let UDP through the firewall for Parlor.'),
      relayCheck(relay),
    ];
  } catch (error) {
    return [
      failed(
        'endpoint',
        `No endpoint can be opened. ${toProblem(error).message}`,
        'Look for a firewall or a missing network library.',
      ),
      skipped('udp', 'There was no endpoint to try it with.'),
      skipped('relay', 'There was no endpoint to try it with.'),
    ];
  }
}

function relayCheck(relay: Network['relay']): Check {
  if (relay === 'not_asked') return skipped('relay', 'Not looked at: offline.');
  if (relay === null) {
    return advice(
      'relay',
      'No relay can be reached: only computers that see each other directly can play.',
      'Without internet that is all there is; else let HTTPS and UDP out.',
    );
  }
  return ok('relay', `Others reach this computer directly where they can, else through ${relay}.`);
}

function checkBrowser(): Check {
  const browser = findBrowser();
  if (browser !== null) return ok('browser', `Windows open with ${basename(browser)}.`);
  return advice(
    'browser',
    'No browser of the Chromium family is here.',
    'Install one, or open the link that --web headless prints.',
  );
}
