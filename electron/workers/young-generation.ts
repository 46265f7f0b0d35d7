import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation at its initial size; otherwise it retains startup garbage for as long as the process is idle. A flag on the
 * command line would not reach an Electron utility process. Call it before other imports.
 */
export const keepYoungGenerationSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');
