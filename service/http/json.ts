/** Serializes response bodies, whose members may be stored JSON texts that must be returned byte for byte, such as specs. */
import type { JsonObject } from '../../shared/json/value.ts';

class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Marks a top-level member of a response body as JSON text that is sent unchanged. */
export function rawJson(text: string): JsonObject {
  return new RawJson(text) as unknown as JsonObject;
}

export function toJson(body: object): string {
  const members = Object.entries(body);
  if (!members.some(([, value]) => value instanceof RawJson)) return JSON.stringify(body);
  const texts = members.map(
    ([key, value]) => `${JSON.stringify(key)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`,
  );
  return `{${texts.join(',')}}`;
}
