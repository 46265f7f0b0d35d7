import { expect, test } from 'vitest';
import { specJsonSchema, specSchema } from './spec-schema.ts';
import { supportedModes } from './spec-types.ts';
import { templateSpec } from './templates.ts';

test.each(supportedModes)('the schema accepts the template for %s', (mode) => {
  expect(specSchema.safeParse(templateSpec(mode, 'Trial')).error).toBeUndefined();
});

test('the schema describes messages, their fields and the values of enums', () => {
  const message = specJsonSchema().properties?.messages?.items;
  expect(message?.required).toEqual(['name', 'direction', 'fields']);
  expect(message?.properties?.direction?.enum).toContain('guest_to_host');
  const field = message?.properties?.fields?.additionalProperties;
  expect(field).toMatchObject({ properties: { type: { about: { integer: expect.any(String) } } } });
});
