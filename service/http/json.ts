/** JSON texts of answers. */
import type { JsonObject } from '../../shared/json/value.ts';

class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A member that is JSON already, and goes out letter by letter. Only directly in the body of an answer. */
export function asReceived(text: string): JsonObject {
  return new JsonText(text) as unknown as JsonObject;
}

export function toJson(body: object): string {
  const members = Object.entries(body);
  if (!members.some(([, value]) => value instanceof JsonText)) return JSON.stringify(body);
  const texts = members.map(
    ([key, value]) => `${JSON.stringify(key)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`,
  );
  return `{${texts.join(',')}}`;
}
