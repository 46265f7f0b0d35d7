/** What Electron starts. The cache of compiled code must be on before the app is loaded, and Electron waits for this module. */
import { keepCompiled } from '../../files/compile-cache.ts';

keepCompiled(process.env);
await import('./main.ts');
