/** Plays a bundled game between two agents over an in-memory channel, and returns its records. */
import { readFileSync } from 'node:fs';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8Bytes } from '../../../shared/json/utf8.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { protocolIdOf } from '../../../shared/protocol/contract.ts';
import { readSpec } from '../../../shared/protocol/spec.ts';
import { publicKeyOf, sign } from '../../../shared/signing/ed25519.ts';
import { sha256Hex } from '../../../shared/signing/hash.ts';
import { sessionIdOf, sessionText } from '../../../shared/signing/texts.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { generateByHand } from '../../hooks/by-hand.ts';
import type { LaunchHooks } from '../../hooks/hook-host.ts';
import { holdKey } from '../../identity/signer.ts';
import { runTable } from '../engine-runner.ts';
import { openTableStore } from '../records/journal.ts';
import type { RunningTable } from '../running-table.ts';
import { channelPair } from './channel-pair.ts';
import { launchPlainHooks } from './plain-hooks.ts';

const keys = { host: new Uint8Array(32).fill(1), guest: new Uint8Array(32).fill(2) };
export const publicKeys = { host: bytesToHex(publicKeyOf(keys.host)), guest: bytesToHex(publicKeyOf(keys.guest)) };

export const specTextOf = (folder: string) =>
  readFileSync(new URL(`../../../resources/protocols/${folder}/spec.json`, import.meta.url), 'utf8');
const hooksTextOf = (folder: string) =>
  readFileSync(new URL(`../../../resources/protocols/${folder}/hooks.js`, import.meta.url), 'utf8');

export interface RecordedGame {
  specText: string;
  /** As on disk, for each side. */
  records: Record<Role, string>;
  /** The board's views of each side. */
  views: Record<Role, string>;
  snapshots: Record<Role, ReturnType<RunningTable['snapshot']>>;
}

/** `onGuest` is called with the guest's table whenever it changes; with `byHand` the guest has no agent, and `onGuest` has to answer. */
export async function playRecorded(parts: {
  folder: string;
  directory: string;
  options?: JsonObject;
  onGuest?: (guest: RunningTable) => void;
  byHand?: boolean;
  launchHooks?: LaunchHooks;
  /** The sides that sign the record. */
  signs?: readonly Role[];
  /** What reaches the host of a frame that the guest sends; null for nothing. */
  fromGuest?: (frame: JsonObject) => JsonObject | null;
  /** What reaches the guest of a frame that the host sends. */
  fromHost?: (frame: JsonObject) => JsonObject;
}): Promise<RecordedGame> {
  const { folder, directory, options = {}, onGuest = () => {}, byHand = false, launchHooks = launchPlainHooks } = parts;
  const { signs = [], fromGuest = (frame) => frame, fromHost = (frame) => frame } = parts;
  const specText = specTextOf(folder);
  const sessionParts = {
    post_id: '00000000-0000-4000-8000-000000000001',
    host_public_key: publicKeys.host,
    guest_public_key: publicKeys.guest,
    protocol_id: protocolIdOf(specText),
    session_nonce: '0011223344556677',
  };
  const signature = (role: Role) => bytesToHex(sign(utf8Bytes(sessionText(sessionParts)), keys[role]));
  const session = {
    ...{ session_id: sessionIdOf(sessionParts), ...sessionParts },
    ...{
      host_signature: signature('host'),
      guest_signature: signature('guest'),
      peer_control_mode: 'autonomous' as const,
    },
  };
  const store = await openTableStore(directory);
  const channels = channelPair();
  const sendAsGuest = channels.guest.send.bind(channels.guest);
  channels.guest.send = async (frame) => {
    const changed = fromGuest(frame);
    if (changed) await sendAsGuest(changed);
  };
  const sendAsHost = channels.host.send.bind(channels.host);
  channels.host.send = (frame) => sendAsHost(fromHost(frame));
  const { spec } = readSpec(specText);
  const startSeat = async (role: Role) => {
    const isByHand = byHand && role === 'guest';
    const hooks = isByHand ? generateByHand(spec) : hooksTextOf(folder);
    return runTable({
      ...{ role, control_mode: isByHand ? 'human' : 'autonomous', spec, options, manner: null, canConcede: true },
      hooks: await launchHooks(hooks, { seed: role }),
      ...{ channel: channels[role], journal: await store.create(role, {}), session },
      ...(signs.includes(role)
        ? { recordSigner: holdKey(keys[role].slice()).signer, specHash: sha256Hex(specText) }
        : {}),
    });
  };
  const tables = { host: await startSeat('host'), guest: await startSeat('guest') };
  tables.guest.onChange(() => onGuest(tables.guest));
  onGuest(tables.guest);
  await Promise.all([tables.host.ended, tables.guest.ended]);
  const forBothRoles = async <T>(read: (role: Role) => Promise<T>) => ({
    host: await read('host'),
    guest: await read('guest'),
  });
  return {
    specText,
    records: await forBothRoles(async (role) => (await store.readRecordText(role, 0)).text),
    views: await forBothRoles(async (role) => (await store.readViewsText(role, 0)).text),
    snapshots: { host: tables.host.snapshot(), guest: tables.guest.snapshot() },
  };
}
