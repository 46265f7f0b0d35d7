/** Records what leaves a network namespace (way-out.c). Needs root, iproute2 and a C compiler. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Network } from './namespaces.ts';
import { canBuildNetworks } from './namespaces.ts';
import { isEvent, openPrograms } from './programs.ts';

export interface WayOut {
  /** The destination of each packet that left so far, such as `udp 192.0.2.53 53`. */
  packets(): string[];
  /** Resolves once a packet has left for this destination. */
  waitFor(destination: string): Promise<unknown>;
  close(): void;
}

/** The name server of the namespace: whatever asks it for a name is recorded. */
export const nameserver = '192.0.2.53';

/** Why this machine can't record what leaves; null if it can. */
export async function whyUnsupported(): Promise<string | null> {
  if (!(await canBuildNetworks())) return 'network namespaces need root and iproute2';
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'there is no C compiler';
  }
}

const protocolNames = new Map([
  [6, 'tcp'],
  [17, 'udp'],
]);

/**
 * Everything of `computer` that isn't for the addresses of the network leaves through a device that records it. `dir`: for the program.
 * Programs that are started afterwards ask a name server that is outside, too.
 */
export async function openWayOut(network: Network, computer: string, dir: string): Promise<WayOut> {
  const program = join(dir, 'way-out');
  execFileSync('cc', ['-O2', '-Wall', '-Werror', '-o', program, join(import.meta.dirname, 'way-out.c')]);
  const namespace = network.namespaceOf(computer);
  const { start, killAll } = openPrograms();
  const recorder = start(program, [namespace]);
  await recorder.waitFor(isEvent('ready'));
  const ip = (...args: string[]) => execFileSync('ip', ['-n', namespace, ...args]);
  ip('route', 'add', '10.77.0.0/16', 'via', '10.77.1.1');
  ip('addr', 'add', '198.51.100.2/24', 'dev', 'out');
  ip('addr', 'add', '2001:db8::2/64', 'dev', 'out', 'nodad');
  ip('link', 'set', 'out', 'up');
  ip('route', 'replace', 'default', 'dev', 'out');
  ip('-6', 'route', 'replace', 'default', 'dev', 'out');
  // `ip netns exec` shows this file to programs in place of /etc/resolv.conf.
  const configuration = join('/etc/netns', namespace);
  mkdirSync(configuration, { recursive: true });
  writeFileSync(join(configuration, 'resolv.conf'), `nameserver ${nameserver}\n`);
  const destinationOf = ({ protocol, to, port }: Record<string, unknown>) =>
    `${protocolNames.get(Number(protocol)) ?? protocol} ${to} ${port}`;
  return {
    packets: () => recorder.events.filter(isEvent('packet')).map(destinationOf),
    waitFor: (destination) =>
      recorder.waitFor((event) => event.event === 'packet' && destinationOf(event) === destination),
    close() {
      killAll();
      rmSync(configuration, { recursive: true, force: true });
    },
  };
}
