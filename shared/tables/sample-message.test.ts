/** Examples of messages are valid, for every message of every bundled protocol. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateMessage } from '../protocol/message.ts';
import { readSpec } from '../protocol/spec.ts';
import { directionFrom, roles } from './hooks.ts';
import { sampleMessage, sentBy } from './sample-message.ts';

const protocols = join(import.meta.dirname, '../../resources/protocols');

describe('the sample of a message', () => {
  test.each(readdirSync(protocols).filter((name) => !name.includes('.')))(
    'is valid, for every message of %s',
    (name) => {
      const { spec } = readSpec(readFileSync(join(protocols, name, 'spec.json'), 'utf8'));
      for (const role of roles) {
        const messages = sentBy(spec!, role);
        expect(messages).not.toEqual([]);
        for (const definition of messages)
          expect([definition.name, validateMessage(spec!, sampleMessage(definition), directionFrom(role))]).toEqual([
            definition.name,
            [],
          ]);
      }
    },
  );
});
