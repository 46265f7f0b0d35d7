/** Tools that electron-builder would download to build Linux packages: Debian's, and stand-ins for fpm and the runtime of an AppImage. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The runtime is the beginning of an AppImage, which extracts the rest and starts it. A whole block, so that the rest is aligned. */
const runtimeLength = 4096;
const runtime = `#!/bin/sh
folder=$(mktemp -d)
unsquashfs -quiet -no-progress -offset ${runtimeLength} -dest "$folder/app" "$0" >&2
APPIMAGE="$0" APPDIR="$folder/app" "$folder/app/AppRun" "$@"
code=$?
rm -r "$folder"
exit $code
`;

/** Writes the tools to a folder; returns the variables by which electron-builder finds them. */
export function writeLinuxTools(folder: string): Record<string, string> {
  const appImage = join(folder, 'appimage');
  for (const name of ['runtimes', 'lib/x64']) mkdirSync(join(appImage, name), { recursive: true });
  for (const name of ['mksquashfs', 'desktop-file-validate'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(appImage, name));
  writeFileSync(join(appImage, 'runtimes/runtime-x64'), runtime.padEnd(runtimeLength));
  const fpm = join(folder, 'fpm');
  writeFileSync(fpm, `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'fpm.ts')}' "$@"\n`);
  chmodSync(fpm, 0o755);
  return { APPIMAGE_TOOLS_PATH: appImage, CUSTOM_FPM_PATH: fpm };
}
