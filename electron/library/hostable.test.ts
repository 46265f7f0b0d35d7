import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { hostableProtocolSchema } from '../../shared/bridge/contract.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { defaultResourcesDir } from '../installation.ts';
import { hostableOf } from './hostable.ts';
import { openLibrary } from './library.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
});

const open = () => openLibrary({ resourcesDir: defaultResourcesDir(), dataDir });

it('lists bundled protocols with everything that a form for a table needs', async () => {
  const protocols = await hostableOf(await open());
  const names = protocols.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Chat', 'Connect Four', 'Oracle', 'Rock Paper Scissors']));
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  for (const protocol of protocols) {
    expect(hostableProtocolSchema.parse(protocol)).toMatchObject({ source: 'bundled', refusal: null });
    expect(protocol.control_modes).toEqual(['human', 'hybrid', 'autonomous']);
  }
  expect(protocols.find(({ name }) => name === 'Rock Paper Scissors')).toMatchObject({
    mode: 'simultaneous_round',
    family: 'game:rps',
    parameters: { best_of: { type: 'integer', min: 1, max: 99, default: 3 } },
    board: { source: 'local' },
  });
});

it('gives the reason why a fetched protocol cannot be hosted, and writes nothing', async () => {
  const library = await open();
  const bundled = await readFile(join(defaultResourcesDir(), 'protocols/chat/spec.json'), 'utf8');
  const text = JSON.stringify({
    ...(JSON.parse(bundled) as object),
    rules: { own: 'A talk of my own.' },
    name: 'Aside',
  });
  const protocol = await library.storeSpec(protocolIdOf(text), text);
  const last = async () => (await hostableOf(library)).at(-1);
  expect(await last()).toMatchObject({ name: 'Aside', source: 'cached', refusal: { code: 'hooks_missing' } });
  expect(await readdir(join(dataDir, 'protocols', protocol.protocol_id))).toEqual(['spec.json']);

  await library.requireHooks(protocol).catch(() => {});
  expect(await last()).toMatchObject({ refusal: { code: 'hooks_unfinished' } });
  await library.writeByHand(protocol);
  expect(await last()).toMatchObject({ refusal: null, control_modes: ['human'] });
});
