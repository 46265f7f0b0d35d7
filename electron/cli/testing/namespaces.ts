/** Separate computers on one machine: Linux network namespaces connected by a router. Needs root and iproute2. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Network {
  /** Address of the router for all computers. */
  readonly routerAddress: string;
  /** The command prefixed with `ip netns exec`. `computer`: `router` or one of the computers. */
  inside(computer: string, command: string[]): [string, string[]];
  /** The name of its namespace. */
  spaceOf(computer: string): string;
  /** Assigns an address to a device of the computer, and switches it on. */
  address(computer: string, device: string, address: string): Promise<void>;
  /** The router no longer connects the computers; each still reaches the router. */
  separate(): Promise<void>;
  /** Replaces the computer's address by another one in the same network. */
  readdress(computer: string): Promise<void>;
  dispose(): Promise<void>;
}

const ip = (...args: string[]) => run('ip', args);

/** Whether this machine can create namespaces. */
export async function canBuildNetworks(): Promise<boolean> {
  const name = `parlor-try-${process.pid}`;
  try {
    await ip('netns', 'add', name);
    await ip('netns', 'del', name);
    return true;
  } catch {
    return false;
  }
}

/** One network per computer, connected by the router; nothing else is reachable. */
export async function buildNetwork(computers: string[]): Promise<Network> {
  const spaceOf = (computer: string) => `parlor-${process.pid}-${computer}`;
  const router = spaceOf('router');
  const hosts = new Map<string, number>();
  const addressOf = (computer: string) => `10.77.${computers.indexOf(computer) + 1}.${hosts.get(computer)}`;
  const within = (computer: string, ...args: string[]) => ip('-n', spaceOf(computer), ...args);
  const settle = async (computer: string) => {
    await within(computer, 'addr', 'add', `${addressOf(computer)}/24`, 'dev', 'net');
    await within(computer, 'route', 'replace', 'default', 'via', `10.77.${computers.indexOf(computer) + 1}.1`);
  };

  const network: Network = {
    routerAddress: '10.77.1.1',
    inside: (computer, command) => ['ip', ['netns', 'exec', spaceOf(computer), ...command]],
    spaceOf,
    async address(computer, device, address) {
      await within(computer, 'addr', 'add', address, 'dev', device);
      await within(computer, 'link', 'set', device, 'up');
    },
    async separate() {
      await run('ip', ['netns', 'exec', router, 'sh', '-c', 'echo 0 > /proc/sys/net/ipv4/ip_forward']);
    },
    async readdress(computer) {
      await within(computer, 'addr', 'del', `${addressOf(computer)}/24`, 'dev', 'net');
      hosts.set(computer, hosts.get(computer)! + 1);
      await settle(computer);
    },
    async dispose() {
      for (const name of ['router', ...computers]) await ip('netns', 'del', spaceOf(name)).catch(() => {});
    },
  };
  try {
    await ip('netns', 'add', router);
    await within('router', 'link', 'set', 'lo', 'up');
    await run('ip', ['netns', 'exec', router, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward']);
    for (const [index, computer] of computers.entries()) {
      hosts.set(computer, 2);
      await ip('netns', 'add', spaceOf(computer));
      await within(computer, 'link', 'set', 'lo', 'up');
      await ip(
        '-n',
        router,
        'link',
        'add',
        `net${index}`,
        'type',
        'veth',
        'peer',
        'name',
        'net',
        'netns',
        spaceOf(computer),
      );
      await within('router', 'addr', 'add', `10.77.${index + 1}.1/24`, 'dev', `net${index}`);
      await within('router', 'link', 'set', `net${index}`, 'up');
      await within(computer, 'link', 'set', 'net', 'up');
      await settle(computer);
    }
    return network;
  } catch (error) {
    await network.dispose();
    throw error;
  }
}
