/** An HTTP server for a test, on a free port of this computer. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpServer {
  readonly server: Server;
  /** Without a path. */
  readonly url: string;
  /** Also ends open connections. */
  close(): void;
}

export async function startHttpServer(onRequest: RequestListener): Promise<HttpServer> {
  const server = createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
