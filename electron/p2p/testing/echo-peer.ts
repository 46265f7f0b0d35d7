/** A peer in its own process: prints its ticket, then echoes every frame of every channel. */
import { createTransport } from '../iroh-transport.ts';

const listener = await createTransport({ reach: 'loopback' }).listen();
process.stdout.write(`${listener.ticket}\n`);
for (let channel = await listener.accept(); channel !== null; channel = await listener.accept()) {
  const open = channel;
  void (async () => {
    for (let frame = await open.receive(); frame !== null; frame = await open.receive()) await open.send(frame);
    await open.close();
  })().catch(() => open.close());
}
