/** Electron's main module. The cache of compiled code must be enabled before the app is loaded, and Electron waits for this module. */
import { keepCompiled } from '../../files/compile-cache.ts';
import { keepYoungGenerationSmall } from '../../workers/young-generation.ts';

keepCompiled(process.env);
keepYoungGenerationSmall();
await import('./main.ts');
