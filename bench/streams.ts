/** What an event costs the service for each of many listeners. Events that come while others are sent go out together. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestAgent } from '../service/testing/community.ts';
import { remoteCommunity, startService } from '../service/testing/process.ts';
import { limits } from '../shared/community/limits.ts';
import { median, type Row } from './report.ts';

const counts = { few: 1_000, many: 10_000 };
const rounds = 5;
/** Each posts and closes an invitation, which are two events for everyone. */
const changesPerRound = 10;
/** Registered and connected at the same time. */
const agentsAtOnce = 25;

const eventsRequest = { method: 'GET', target: '/api/v1/events' };

export async function benchStreams(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  const flags = ['--host', '127.0.0.1', '--port', '0', '--data-dir', folder, '--difficulty', '0'];
  const service = await startService([...flags, '--event-streams', String(counts.many), '--metrics-port', '0']);
  const sockets: Socket[] = [];
  try {
    const community = remoteCommunity(service.url);
    const listen = async (count: number) => {
      while (sockets.length < count) {
        community.now = Date.now();
        const agents = await Promise.all(Array.from({ length: agentsAtOnce }, () => community.agent('Listener')));
        const listeners = agents.flatMap((agent) => Array<TestAgent>(limits.event_streams).fill(agent));
        const opened = listeners.slice(0, count - sockets.length).map((agent) => open(agent));
        sockets.push(...(await Promise.all(opened)));
      }
    };
    const author = await community.agent('Author');
    /** Seconds of the processor for each event, with so many listeners. */
    const costWith = async (count: number) => {
      await listen(count);
      const results: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = await processorSeconds(service.metricsUrl!);
        const received = Promise.all(sockets.map((socket) => receive(socket, 2 * changesPerRound)));
        for (let change = 0; change < changesPerRound; change += 1) await postAndClose(author);
        await received;
        const seconds = (await processorSeconds(service.metricsUrl!)) - before;
        results.push(seconds / (2 * changesPerRound));
      }
      return median(results);
    };
    await costWith(0);
    const alone = await costWith(0);
    const costForEach = async (count: number) => (((await costWith(count)) - alone) * 1e6) / count;
    await costWith(counts.few);
    const few = await costForEach(counts.few);
    const many = await costForEach(counts.many);
    return [
      {
        job: `processor time of an event for each of ${counts.many} listeners`,
        measured: many,
        unit: 'us',
        limit: { what: `of ${counts.few}`, value: few },
        goal: { atMost: 1.3 },
      },
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
    service.child.kill();
    await service.ended;
    rmSync(folder, { recursive: true });
  }
}

/** Resolves once the stream has begun. */
async function open(agent: TestAgent): Promise<Socket> {
  const { hostname, port } = new URL(agent.community.url);
  const socket = connect(Number(port), hostname);
  const headers = Object.entries({ Host: `${hostname}:${port}`, ...agent.headers(eventsRequest) });
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  socket.setEncoding('latin1').write(`${eventsRequest.method} ${eventsRequest.target} HTTP/1.1\r\n${lines}\r\n\r\n`);
  let text = '';
  while (!text.includes('event: hello')) {
    const [part] = await once(socket, 'data');
    text += part;
    if (text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200')) throw new Error(text);
  }
  return socket;
}

/** Resolves once so many events about invitations have arrived. */
function receive(socket: Socket, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (part: string) => {
      text += part;
      if (text.split('event: invitation_').length <= count) return;
      socket.off('data', read).off('close', closed);
      resolve();
    };
    const closed = () => reject(new Error('A stream was closed.'));
    socket.on('data', read).on('close', closed);
  });
}

async function postAndClose(author: TestAgent): Promise<void> {
  author.community.now = Date.now();
  const posted = await author.call('POST /api/v1/invitations', { body: author.invitation('ab'.repeat(32)) });
  const { post_id } = posted.body;
  await author.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } });
}

async function processorSeconds(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)![1]);
}
