import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedVectors } from '../testing/generate-vectors.ts';
import { contractTextOf, protocolIdOf } from './contract.ts';

const vectors = storedVectors('shared/protocol/vectors/protocol-ids.json');

describe('protocolIdOf', () => {
  test.each(vectors)('$what', ({ spec, contract, protocol_id }) => {
    expect(contractTextOf(spec)).toBe(contract);
    expect(protocolIdOf(spec)).toBe(protocol_id);
    expect(createHash('sha256').update(contract).digest('hex')).toBe(protocol_id);
  });

  test('ignores white space, key order and the name', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3, noUnicodeString: false })), (rules) => {
        const text = JSON.stringify({ rules, parameters: { p: { default: 1, type: 'integer' } } });
        fc.pre(text.isWellFormed());
        const reversed = JSON.stringify(
          {
            parameters: { p: { type: 'integer' } },
            name: 'other',
            rules: Object.fromEntries(Object.entries(rules).reverse()),
          },
          null,
          2,
        );
        expect(protocolIdOf(reversed)).toBe(protocolIdOf(text));
      }),
    );
  });

  test('depends on every part of the contract', () => {
    const base = {
      messages: [1],
      rules: 'r',
      choices: ['c'],
      commit_reveal: true,
      timing: { mode: 'none' },
      flow: { mode: 'free' },
      parameters: { p: {} },
    };
    const ids = new Set([protocolIdOf(JSON.stringify(base))]);
    for (const key of Object.keys(base)) ids.add(protocolIdOf(JSON.stringify({ ...base, [key]: { changed: key } })));
    expect(ids.size).toBe(1 + Object.keys(base).length);
  });

  test.each([
    ['malformed_json', '{'],
    ['malformed_json', '{"name":"\\ud800"}'],
    ['malformed_json', '{"rules":1e999}'],
    ['malformed_json', `{"rules":${'['.repeat(1e5)}`],
    ['duplicate_key', '{"rules":1,"rules":1}'],
    ['invalid_spec', '[]'],
    ['invalid_spec', 'null'],
    ['invalid_spec', '1.5'],
  ])('throws %s for %.30s', (code, text) => {
    expect(() => protocolIdOf(text)).toThrow(expect.objectContaining({ code }));
  });
});
