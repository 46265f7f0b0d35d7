/** Browsers in network namespaces. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import type { Network } from '../electron/cli/testing/namespaces.ts';
import { chromiumLaunch } from './chromium.ts';

/** A browser on one of the computers. `dir`: for the script that starts it. */
export async function browserIn(
  network: Network,
  computer: string,
  dir: string,
  moreArgs: readonly string[] = [],
): Promise<Browser> {
  const { executablePath, args } = chromiumLaunch(process.env.PARLOR_CHROMIUM ?? '/usr/bin/chromium');
  const path = join(dir, `chromium-${computer}`);
  const [command, commandArgs] = network.commandInside(computer, [executablePath]);
  await writeFile(path, `#!/bin/sh\nexec ${[command, ...commandArgs].join(' ')} "$@"\n`);
  await chmod(path, 0o755);
  return chromium.launch({ executablePath: path, args: [...args, ...moreArgs] });
}
