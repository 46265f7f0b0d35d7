/**
 * The house players as a process: `node electron/house/main.ts [--server URL] --data-dir DIR [--strength every|easy|steady|sharp]
 * [--language TAG] [--reach local] [--exit-with-parent]`. Prints one line `{"event":"house","keys":[...]}`, then hosts until it is stopped. The
 * parent may send `{"server": URL}` once, if it was not given, and `{"reach": REACH}`, `{"language": TAG}` and `{"strength": STRENGTH}`; with the
 * strength null the process ends after its last game.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { houseStrengths } from '../../shared/bridge/contract.ts';
import { languages } from '../../shared/language.ts';
import { defaultResourcesDir } from '../installation.ts';
import { runWorker, type WorkerBody } from '../workers/entry.ts';
import { keepYoungGenerationSmall } from '../workers/young-generation.ts';
import type { runHouse } from './house.ts';

const strengthSchema = z.enum(houseStrengths);
const languageSchema = z.enum(languages);

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    'data-dir': { type: 'string' },
    reach: { type: 'string' },
    strength: { type: 'string', default: 'every' },
    language: { type: 'string', default: 'en' },
    'exit-with-parent': { type: 'boolean', default: false },
  },
});
const { 'data-dir': dataDir, 'exit-with-parent': exitWithParent } = values;
const { data: strength } = strengthSchema.safeParse(values.strength);
if (dataDir === undefined || strength === undefined) {
  process.stderr.write(
    `unknown_option: the house needs --data-dir; --strength is one of ${houseStrengths.join(', ')}\n`,
  );
  process.exit(2);
}

const { promise: server, resolve: resolveServer } = Promise.withResolvers<string>();
if (values.server !== undefined) resolveServer(values.server);

const parseReach = (value: unknown) => (value === 'local' ? 'local' : 'loopback');

async function start(config: Parameters<typeof runHouse>[0]): Promise<WorkerBody> {
  keepYoungGenerationSmall();
  const { runHouse } = await import('./house.ts');
  const house = await runHouse(config);
  process.stdout.write(`${JSON.stringify({ event: 'house', keys: house.keys })}\n`);
  return {
    ended: house.idle,
    receive({ server, strength, language, reach }) {
      if (server !== undefined) resolveServer(z.string().parse(server));
      if (strength !== undefined) house.setStrength(strengthSchema.nullable().parse(strength));
      if (language !== undefined) house.setLanguage(languageSchema.parse(language));
      if (reach !== undefined) house.setReach(parseReach(reach));
    },
    stop: () => house.dispose(),
  };
}
const config = {
  server,
  dataDir,
  resourcesDir: defaultResourcesDir(),
  strength,
  language: languageSchema.parse(values.language),
  reach: parseReach(values.reach),
} as const;
runWorker(() => start(config), { exitWithParent });
