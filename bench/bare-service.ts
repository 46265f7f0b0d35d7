/**
 * The service that the real one is compared with, on node:http, node:crypto and node:sqlite alone. It verifies the signature,
 * stores the request id (WAL, synchronous = NORMAL), and responds with one row. A GET reads the row; a POST first updates one column,
 * which is on disk before the response (WAL, synchronous = FULL). It has no rules, rate limits or error messages.
 * Argument: JSON with `public_key`, `path` and the `row` to return. Prints `{"url": ...}`.
 */
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const { public_key, path, row } = JSON.parse(process.argv[2]!) as {
  public_key: string;
  path: string;
  row: { [column: string]: unknown };
};
const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
process.on('SIGTERM', () => process.exit(0));

const replayDb = new DatabaseSync(join(folder, 'replay.db'));
replayDb.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
  CREATE TABLE used (public_key TEXT NOT NULL, request_id TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (public_key, request_id)) STRICT, WITHOUT ROWID;
  CREATE INDEX used_age ON used (at);
`);
const insertRequestId = replayDb.prepare('INSERT INTO used VALUES (?, ?, ?) ON CONFLICT DO NOTHING');

const itemDb = new DatabaseSync(join(folder, 'rows.db'));
const columns = Object.keys(row).map((column) => `"${column}"`);
itemDb.exec(`CREATE TABLE item (path TEXT PRIMARY KEY, ${columns.join(', ')})`);
const values = Object.values(row).map((value) => (typeof value === 'number' ? value : JSON.stringify(value)));
itemDb.prepare(`INSERT INTO item VALUES (?${', ?'.repeat(columns.length)})`).run(path, ...values);
itemDb.exec('ALTER TABLE item ADD COLUMN written TEXT');
itemDb.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
const updateItem = itemDb.prepare('UPDATE item SET written = ? WHERE path = ?');
const selectItem = itemDb.prepare(`SELECT ${columns.join(', ')} FROM item WHERE path = ?`);

/** DER prefix of an Ed25519 public key (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const key = createPublicKey({
  key: Buffer.concat([spkiPrefix, Buffer.from(public_key, 'hex')]),
  format: 'der',
  type: 'spki',
});
const publicKeys = new Map([[public_key, key]]);

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    respond(request, Buffer.alloc(0), response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => respond(request, Buffer.concat(chunks), response));
});

function respond({ headers, method, url }: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const requestId = headers['x-request-id'] as string;
  const timestamp = headers['x-timestamp'] as string;
  const publicKey = headers['x-public-key'] as string;
  const signedBytes = Buffer.concat([Buffer.from(`${timestamp}\n${method}\n${url}\n${requestId}\n`), body]);
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  const signature = Buffer.from(headers['x-signature'] as string, 'hex');
  const isValid = isFresh && verify(null, signedBytes, publicKeys.get(publicKey)!, signature);
  if (!isValid || insertRequestId.run(publicKey, requestId, Date.now()).changes !== 1) {
    response.writeHead(401).end();
    return;
  }
  if (method === 'POST') updateItem.run(JSON.stringify(JSON.parse(body.toString())), path);
  const text = Buffer.from(JSON.stringify(selectItem.get(path)));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length });
  response.end(text);
}

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
