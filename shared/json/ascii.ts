import type { Json } from './value.ts';

/** JSON in ASCII: no character in it can control a terminal, hide the direction of a text, or depend on an encoding. */
export const asciiJson = (value: Json): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
