/** Messages between a parent and its worker processes: each is one JSON object as text. */
import { isJsonObject, type JsonObject } from './json/value.ts';

/** Asks a worker to exit. Electron's utility processes have no stdin to close and, on Windows, no signals. */
export const stopRequest = '{"stop":true}';

export const isStopRequest = (text: unknown): boolean => text === stopRequest;

/** Tells the service the URLs under which others reach it now. */
export const publicUrlsMessage = (urls: readonly string[]): JsonObject => ({ public_urls: [...urls] });

/** Null for any other message. */
export function readPublicUrls(text: string): string[] | null {
  const urls = readWorkerMessage(text)?.public_urls;
  return Array.isArray(urls) ? urls.filter((url) => typeof url === 'string') : null;
}

/** Tells the service after whom the community is named. */
export const namedAfterMessage = (name: string): JsonObject => ({ named_after: name });

/** Null for any other message. */
export function readNamedAfter(text: string): string | null {
  const name = readWorkerMessage(text)?.named_after;
  return typeof name === 'string' ? name : null;
}

/** Parses a message; null if the text is not a JSON object. */
export function readWorkerMessage(text: string): JsonObject | null {
  try {
    const message: unknown = JSON.parse(text);
    return isJsonObject(message) ? message : null;
  } catch {
    return null;
  }
}
