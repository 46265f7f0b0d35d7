/** The text that shows a link at a terminal. */
import { hostname, userInfo } from 'node:os';
import { hasDisplay } from './display.ts';

/** Without a display here, the browser is on another computer, which needs the port forwarded. */
export function linkText(url: string, env: NodeJS.ProcessEnv, platform = process.platform): string {
  const instructions = `Open this link:\n\n  ${url}\n`;
  if (hasDisplay(platform, env)) return instructions;
  const { port } = new URL(url);
  return `${instructions}\nFrom another computer, first forward the port there:\n\n  ssh -L ${port}:127.0.0.1:${port} ${loginName(env)}@${serverAddress(env)}\n`;
}

function loginName(env: NodeJS.ProcessEnv): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may be missing in its user database.
    return env.USER ?? 'user';
  }
}

/** The address that the SSH client connected to (the third field of SSH_CONNECTION), else this computer's name. */
const serverAddress = (env: NodeJS.ProcessEnv): string => env.SSH_CONNECTION?.split(' ')[2] ?? hostname();
