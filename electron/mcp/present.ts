/** Converts people and open tables to what a client may see. */
import { isIP } from 'node:net';
import type { z } from 'zod';
import type { Deprecation, Inbox, LobbyEntry, Person, Releases } from '../../shared/bridge/contract.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { cutText, textMaxBytes } from './answer-size.ts';
import { labelOf } from './label.ts';
import { legendOf } from './legend.ts';
import { authorText, presentOptions, type Rules } from './present-protocol.ts';
import type { outputs } from './schemas.ts';
import { markUntrusted } from './untrusted-text.ts';

export function presentPerson({ public_key, rating, nickname }: Person, { people }: Releases) {
  const name = people.includes(public_key) ? { name: markUntrusted(cutText(nickname, textMaxBytes)) } : {};
  return { public_key, label: labelOf(public_key), rating, ...name };
}

type Offer = z.input<typeof outputs.list_tables>['tables'][number];

export interface OfferContext {
  releases: Releases;
  /** Null if the protocol is unknown. */
  rules: Rules | null;
  /** Why the client can't play it, in addition to the lobby's reasons. */
  reason: string | null;
  deprecation: Deprecation | null;
}

export function presentOffer(entry: LobbyEntry, { releases, rules, reason, deprecation }: OfferContext): Offer {
  const { post_id, protocol_id, host, host_control_mode, message, gain, refusal, own } = entry;
  const reasonCode = own ? 'own_invitation' : (refusal?.code ?? reason);
  const options = rules ? presentOptions(rules, entry.options as JsonObject) : {};
  const names = rules ? legendOf(rules, options) : undefined;
  return {
    post_id,
    protocol_id,
    protocol: rules && authorText(rules, rules.name, releases),
    options,
    ...(names ? { names } : {}),
    host: presentPerson(host, releases),
    host_control_mode,
    ...(releases.people.includes(host.public_key) && message !== ''
      ? { message: markUntrusted(cutText(message, textMaxBytes)) }
      : {}),
    playable: reasonCode === null,
    ...(reasonCode === null ? {} : { reason: reasonCode }),
    ...presentDeprecation(deprecation),
    expected: gain,
  };
}

/** Without the reason, which its author wrote. */
export const presentDeprecation = (deprecation: Deprecation | null) =>
  deprecation ? { deprecated: { successor: deprecation.successor?.protocol_id ?? null } } : {};

export const presentWriter = (writer: Inbox['messages'][number]['writer']) =>
  writer && { public_key: writer.public_key, label: labelOf(writer.public_key) };

/** Its address if the host is an IP address or localhost; else a label, since the community's operator chooses a host name. */
export function presentCommunity(address: string): string {
  const { origin, hostname } = new URL(address);
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ? origin : labelOf(sha256Hex(origin));
}
