/** Simulates separate computers with Linux network namespaces, connected by a router. Needs root and iproute2. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Network {
  /** Address of the router for all computers. */
  readonly routerAddress: string;
  /** The command prefixed with `ip netns exec`. `computer`: `router` or one of the computers. */
  commandInside(computer: string, command: string[]): [string, string[]];
  /** The name of a computer's namespace. */
  namespaceOf(computer: string): string;
  /** Assigns an address to a device of the computer, and switches it on. */
  addAddress(computer: string, device: string, address: string): Promise<void>;
  /** Stops the router from forwarding between the computers; each still reaches the router. */
  disconnectComputers(): Promise<void>;
  /** Replaces the computer's address with another one in the same network. */
  changeAddress(computer: string): Promise<void>;
  dispose(): Promise<void>;
}

const ip = (...args: string[]) => run('ip', args);

/** Whether this machine can create namespaces. */
export async function canBuildNetworks(): Promise<boolean> {
  const name = `parlor-probe-${process.pid}`;
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
  const namespaceOf = (computer: string) => `parlor-${process.pid}-${computer}`;
  const router = namespaceOf('router');
  /** The last byte of each computer's address. */
  const hostNumbers = new Map<string, number>();
  const addressOf = (computer: string) => `10.77.${computers.indexOf(computer) + 1}.${hostNumbers.get(computer)}`;
  const ipInside = (computer: string, ...args: string[]) => ip('-n', namespaceOf(computer), ...args);
  const assignAddress = async (computer: string) => {
    await ipInside(computer, 'addr', 'add', `${addressOf(computer)}/24`, 'dev', 'net');
    await ipInside(computer, 'route', 'replace', 'default', 'via', `10.77.${computers.indexOf(computer) + 1}.1`);
  };

  const network: Network = {
    routerAddress: '10.77.1.1',
    commandInside: (computer, command) => ['ip', ['netns', 'exec', namespaceOf(computer), ...command]],
    namespaceOf,
    async addAddress(computer, device, address) {
      await ipInside(computer, 'addr', 'add', address, 'dev', device);
      await ipInside(computer, 'link', 'set', device, 'up');
    },
    async disconnectComputers() {
      await run('ip', ['netns', 'exec', router, 'sh', '-c', 'echo 0 > /proc/sys/net/ipv4/ip_forward']);
    },
    async changeAddress(computer) {
      await ipInside(computer, 'addr', 'del', `${addressOf(computer)}/24`, 'dev', 'net');
      hostNumbers.set(computer, hostNumbers.get(computer)! + 1);
      await assignAddress(computer);
    },
    async dispose() {
      for (const name of ['router', ...computers]) await ip('netns', 'del', namespaceOf(name)).catch(() => {});
    },
  };
  try {
    await ip('netns', 'add', router);
    await ipInside('router', 'link', 'set', 'lo', 'up');
    await run('ip', ['netns', 'exec', router, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward']);
    for (const [index, computer] of computers.entries()) {
      hostNumbers.set(computer, 2);
      await ip('netns', 'add', namespaceOf(computer));
      await ipInside(computer, 'link', 'set', 'lo', 'up');
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
        namespaceOf(computer),
      );
      await ipInside('router', 'addr', 'add', `10.77.${index + 1}.1/24`, 'dev', `net${index}`);
      await ipInside('router', 'link', 'set', `net${index}`, 'up');
      await ipInside(computer, 'link', 'set', 'net', 'up');
      await assignAddress(computer);
    }
    return network;
  } catch (error) {
    await network.dispose();
    throw error;
  }
}
