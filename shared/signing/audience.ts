/**
 * Names the community that a signature is meant for, within the signed texts of the specification, which name none. Whoever chooses a
 * random part of such a text (the client a request id and a session nonce, the service a challenge) marks it: 6 bytes that say so,
 * 10 random ones, and 16 of the SHA-256 over the community's origin and the random ones, together 64 hex digits. Another community
 * can't use the text: a service refuses marks that name none of its own addresses, a client those that don't name the address it
 * contacted. Software that doesn't know marks sees random digits. docs/signatures.md describes this for other clients.
 */
import { utf8Bytes } from '../json/utf8.ts';
import { sha256Hex } from './hash.ts';

/** Available in every runtime, but not declared by TypeScript's ECMAScript library. */
declare const URL: { new (text: string): { origin: string } };

/** `parlor` in ASCII. */
const mark = '7061726c6f72';
const randomDigits = 20;
const hashDigits = 32;
const markedPattern = new RegExp(`^${mark}[0-9a-f]{${randomDigits + hashDigits}}$`);

/** Bytes of randomness in a mark. */
export const audienceRandomBytes = randomDigits / 2;

/** Scheme, host and port of a community's address as `URL` writes them: lower case, without a default port (RFC 6454, section 6.2). */
export const originOf = (address: string): string => new URL(address).origin;

/** @param random 20 hex digits, new for each text */
export function audienceMark(origin: string, random: string): string {
  return `${mark}${random}${audienceHash(origin, random)}`;
}

export const isAudienceMark = (text: string): boolean => markedPattern.test(text);

/** Whether a marked text names this community. */
export function namesAudience(marked: string, origin: string): boolean {
  const random = marked.slice(mark.length, mark.length + randomDigits);
  return isAudienceMark(marked) && marked.endsWith(audienceHash(origin, random));
}

const audienceHash = (origin: string, random: string): string =>
  sha256Hex(utf8Bytes(`parlor-audience:1\n${origin}\n${random}`)).slice(0, hashDigits);
