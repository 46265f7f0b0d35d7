/**
 * Generates the vectors under `shared/**\/vectors/`: run `node shared/testing/generate-vectors.ts`. Hashes and signatures come
 * from node:crypto, and the hashed texts are written out here, so that the vectors are independent of the code under test. A
 * test checks that the files match this script.
 */
import {
  createCipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ed25519 } from '@noble/curves/ed25519.js';

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
const pkcs8 = (seed: Uint8Array) => {
  const key = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
};
const publicKey = (seed: Uint8Array) =>
  createPublicKey(pkcs8(seed) as unknown as Parameters<typeof createPublicKey>[0])
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('hex');
const signHex = (text: string, seed: Uint8Array) => sign(null, Buffer.from(text), pkcs8(seed)).toString('hex');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const host = Buffer.from('a1'.repeat(32), 'hex');
const guest = Buffer.from('b2'.repeat(32), 'hex');
const hostKey = publicKey(host);
const guestKey = publicKey(guest);
const protocolId = sha256('a protocol');
const postId = '0f8fad5b-d9cb-469f-a165-70867728950e';

function texts() {
  const request = {
    timestamp: '1767225600',
    method: 'POST',
    target: '/api/v1/invitations?tags=chess%2Copen&limit=5',
    request_id: '00112233445566778899aabbccddeeff',
    body: '{"message":"Wer spielt? ♜"}',
  };
  const bodyless = { ...request, method: 'GET', target: '/api/v1/inbox', body: '' };
  const requestText = (parts: typeof request) =>
    `${parts.timestamp}\n${parts.method}\n${parts.target}\n${parts.request_id}\n${parts.body}`;
  const nonce = sha256('a challenge').slice(0, 32);
  const sessionNonce = sha256('a session').slice(0, 32);
  const session = {
    post_id: postId,
    host_public_key: hostKey,
    guest_public_key: guestKey,
    protocol_id: protocolId,
    session_nonce: sessionNonce,
  };
  const sessionText = `${postId}:${hostKey}:${guestKey}:${protocolId}:${sessionNonce}`;
  const binding = { public_key: hostKey, iroh_ticket: 'endpointabexampleticket', protocol_id: protocolId };
  const ticketText = `public_key:${hostKey}\ntransport:iroh\niroh_ticket:endpointabexampleticket\nprotocol_id:${protocolId}`;
  const letter = { recipient_public_key: guestKey, written_at: '2026-01-01T00:00:00.000Z', words: 'Good game! — Ann' };
  const inboxMessageText = `parlor-letter:1\n${guestKey}\n2026-01-01T00:00:00.000Z\n${sha256(letter.words)}`;
  const messages = { host_messages: `8:${sha256('the host')}`, guest_messages: `7:${sha256('the guest')}` };
  const record = {
    session_id: sha256(sessionText),
    host_record: sha256('a record'),
    guest_record: sha256('another record'),
    ...messages,
    options_hash: sha256('{}'),
    winner: 'host',
    conceded: 'guest:resigned',
  };
  const recordText = `parlor-record:1\n${Object.values(record).join('\n')}`;
  const shared = { sequence: `15:${sha256('both')}`, reason_hash: sha256('"Four in a row."') };
  const sharedRecordText = `parlor-record:2\n${[...Object.values(record), ...Object.values(shared)].join('\n')}`;
  const concession = { session_id: sha256(sessionText), by: 'guest', code: 'resigned', ...messages };
  const concessionText = `parlor-concession:1\n${Object.values(concession).join('\n')}`;
  const entry = <Parts>(parts: Parts, text: string) => ({ parts, text, signature: signHex(text, host) });
  return {
    keys: { host: { seed: hex(host), public_key: hostKey }, guest: { seed: hex(guest), public_key: guestKey } },
    requests: [entry(request, requestText(request)), entry(bodyless, requestText(bodyless))],
    registrations: ['Ann', 'a:b:c', 'Žofie ♜'].map((nickname) =>
      entry({ nonce, public_key: hostKey, nickname }, `${nonce}:${hostKey}:${nickname}`),
    ),
    session: { ...entry(session, sessionText), session_id: sha256(sessionText) },
    binding: entry(binding, ticketText),
    letter: entry(letter, inboxMessageText),
    record: entry(record, recordText),
    shared_record: entry({ ...record, shared }, sharedRecordText),
    concession: entry(concession, concessionText),
  };
}

/** Addresses of communities, and marks of texts that are signed for them. */
function audience() {
  const random = sha256('a random part').slice(0, 20);
  const addresses = [
    ['https://Play.Example:443/club/', 'https://play.example'],
    ['http://127.0.0.1:7400', 'http://127.0.0.1:7400'],
    ['http://localhost:7400/', 'http://localhost:7400'],
    ['http://[FD00:0::5]:7400', 'http://[fd00::5]:7400'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ] as const;
  return addresses.map(([address, origin]) => {
    const hash = sha256(`parlor-audience:1\n${origin}\n${random}`).slice(0, 32);
    return { address, origin, random, mark: `${Buffer.from('parlor').toString('hex')}${random}${hash}` };
  });
}

/** Keys of identities that are used in one community, derived from the key of another identity. */
function communityIdentities() {
  return [
    [hex(host), 'https://play.example'],
    [hex(host), 'http://192.168.1.20:7400'],
    [hex(guest), 'https://play.example'],
  ].map(([seed = '', origin = '']) => {
    const info = Buffer.from(`parlor-community-identity:1\n${origin}`);
    const derived = Buffer.from(hkdfSync('sha256', Buffer.from(seed, 'hex'), Buffer.alloc(0), info, 32));
    return { seed, origin, derived_seed: hex(derived), derived_public_key: publicKey(derived) };
  });
}

/** Keys and signatures that lenient verifiers accept and this implementation rejects, with the reason. */
function hostile() {
  const { Point } = ed25519;
  const L = Point.Fn.ORDER;
  const message = Buffer.from('pay the bearer');
  const challenge = (r: Uint8Array, a: Uint8Array, m: Uint8Array) => {
    const digest = createHash('sha512').update(r).update(a).update(m).digest().reverse();
    return BigInt(`0x${digest.toString('hex')}`) % L;
  };
  const scalar = (n: bigint) => Buffer.from(n.toString(16).padStart(64, '0'), 'hex').reverse();
  const torsion = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
  const smallOrderPoints = Array.from({ length: 8 }, (_, i) => torsion.multiplyUnsafe(BigInt(i)));
  const secret = 123456789n;
  const A = Point.BASE.multiply(secret);
  const R = Point.BASE.multiply(987654321n);
  /** Signs the first message whose challenge satisfies `accept`. `rScalar`: the discrete logarithm of R without its torsion. */
  const forgeSignature = (
    key: typeof A,
    r: typeof A,
    rScalar: bigint,
    accept: (k: bigint) => boolean,
    aBytes = key.toBytes(),
    rBytes = r.toBytes(),
  ) => {
    for (let i = 0; ; i += 1) {
      const m = Buffer.from(`message ${i}`);
      const k = challenge(rBytes, aBytes, m);
      if (!accept(k)) continue;
      return {
        public_key: hex(aBytes),
        message: hex(m),
        signature: hex(Buffer.concat([rBytes, scalar((rScalar + k * secret) % L)])),
      };
    }
  };
  const vector = (key: Uint8Array, r: Uint8Array, s: bigint) => ({
    public_key: hex(key),
    message: hex(message),
    signature: hex(Buffer.concat([r, scalar(s)])),
  });
  const seed = Buffer.from('c3'.repeat(32), 'hex');
  const validSignature = sign(null, message, pkcs8(seed));
  const s = BigInt(`0x${Buffer.from(validSignature.subarray(32)).reverse().toString('hex')}`);
  const withS = (n: bigint) => vector(Buffer.from(publicKey(seed), 'hex'), validSignature.subarray(0, 32), n);
  const neutralUnreduced = Buffer.from(`ee${'ff'.repeat(30)}7f`, 'hex'); // y = p + 1
  const neutralSigned = Buffer.from(`01${'00'.repeat(30)}80`, 'hex'); // x = 0 with a sign
  const neutral = Point.ZERO.toBytes();
  return [
    ...smallOrderPoints.flatMap((key, i) => [
      { why: `key of small order ${i}, S = 0`, ...vector(key.toBytes(), neutral, 0n) },
      { why: `key and R of small order ${i}, S = 0`, ...vector(key.toBytes(), key.negate().toBytes(), 0n) },
    ]),
    { why: 'key of small order, R of full order', ...vector(neutral, Point.BASE.toBytes(), 1n) },
    {
      why: 'key with torsion, even without the cofactor',
      ...forgeSignature(A.add(torsion), R, 987654321n, (k) => k % 8n === 0n),
    },
    {
      why: 'key with torsion, only with the cofactor',
      ...forgeSignature(A.add(torsion), R, 987654321n, (k) => k % 8n !== 0n),
    },
    {
      why: 'key and R with torsion that cancel',
      ...forgeSignature(A.add(torsion), R.add(torsion), 987654321n, (k) => k % 8n === 7n),
    },
    { why: 'R with torsion, only with the cofactor', ...forgeSignature(A, R.add(torsion), 987654321n, () => true) },
    { why: 'R of small order, only with the cofactor', ...forgeSignature(A, torsion, 0n, () => true) },
    { why: 'R the neutral element', ...forgeSignature(A, Point.ZERO, 0n, () => true) },
    {
      why: 'R the neutral element, y not reduced',
      ...forgeSignature(A, Point.ZERO, 0n, () => true, A.toBytes(), neutralUnreduced),
    },
    {
      why: 'R the neutral element with a sign',
      ...forgeSignature(A, Point.ZERO, 0n, () => true, A.toBytes(), neutralSigned),
    },
    { why: 'key the neutral element, y not reduced', ...vector(neutralUnreduced, Point.BASE.toBytes(), 1n) },
    { why: 'key the neutral element with a sign', ...vector(neutralSigned, Point.BASE.toBytes(), 1n) },
    { why: 'S raised by the group order', ...withS(s + L) },
    { why: 'S raised far above the group order', ...withS(s + 8n * L) },
    { why: 'S the group order', ...vector(A.toBytes(), R.toBytes(), L) },
  ];
}

function protocolIds() {
  const message =
    '{"name":"go","direction":"both","fields":{"action":{"type":"enum","values":["go"],"required":true}}}';
  const canonicalMessage =
    '{"direction":"both","fields":{"action":{"required":true,"type":"enum","values":["go"]}},"name":"go"}';
  const entry = (what: string, spec: string, contract: string) => ({
    what,
    spec,
    contract,
    protocol_id: sha256(contract),
  });
  const rules = (from: string, to: string, what: string) => entry(what, `{"rules":${from}}`, `{"rules":${to}}`);
  return [
    entry(
      'nothing counts',
      '{"name":"x","type":"game","decision":{},"flow":{"mode":"session_loop","end_when":"x"}}',
      '{}',
    ),
    entry('keys that are null count', '{"rules":null,"timing":null}', '{"rules":null,"timing":null}'),
    entry('messages', `{"messages":[${message}],"name":"go"}`, `{"messages":[${canonicalMessage}]}`),
    entry('session_loop is the default', '{"flow":{"mode":"session_loop","phases":[1]}}', '{"flow":{"phases":[1]}}'),
    entry('empty phases', '{"flow":{"mode":"free","phases":[]}}', '{"flow":{"mode":"free"}}'),
    entry('phases of zero', '{"flow":{"phases":0.0}}', '{}'),
    entry(
      'round',
      '{"flow":{"mode":"simultaneous_round","round":{"b":1,"a":2}}}',
      '{"flow":{"mode":"simultaneous_round","round":{"a":2,"b":1}}}',
    ),
    entry(
      'round that is no object',
      '{"flow":{"mode":"simultaneous_round","round":[1]}}',
      '{"flow":{"mode":"simultaneous_round"}}',
    ),
    entry('round of another mode', '{"flow":{"mode":"free","round":{"a":1}}}', '{"flow":{"mode":"free"}}'),
    entry(
      'group',
      '{"flow":{"mode":"authoritative_group","group":{"min":2}}}',
      '{"flow":{"group":{"min":2},"mode":"authoritative_group"}}',
    ),
    entry(
      'defaults go, one level deep',
      '{"parameters":{"n":{"type":"integer","default":3},"t":{"columns":{"default":{"type":"integer","default":1}}},"default":{"default":1},"s":7}}',
      '{"parameters":{"default":{},"n":{"type":"integer"},"s":7,"t":{"columns":{"default":{"default":1,"type":"integer"}}}}}',
    ),
    entry('parameters may be empty', '{"parameters":{}}', '{"parameters":{}}'),
    rules(
      '[1.0,1e5,1e-7,1e16,1E+2,123456789012345678901234567890,-0,-0.0,0.1,1e22,5e-324,-1.5e-10]',
      '[1.0,100000.0,1e-07,1e+16,100.0,123456789012345678901234567890,0,-0.0,0.1,1e+22,5e-324,-1.5e-10]',
      'numbers',
    ),
    rules(
      '[0.0001,0.00001,1234567890123456.7,9007199254740993.0,999999999999999900.0,1e15,123e-1,9007199254740993]',
      '[0.0001,1e-05,1234567890123456.8,9007199254740992.0,9.999999999999999e+17,1000000000000000.0,12.3,9007199254740993]',
      'numbers at the edges',
    ),
    rules(
      String.raw`"\u00e9\ud83d\ude00\/\"\\\b\f\n\r\t\u0001\u001f\u007f\u2028"`,
      `"é😀/${String.raw`\"\\\b\f\n\r\t\u0001\u001f`}\u007f\u2028"`,
      'escapes',
    ),
    rules(
      '{"10":1,"2":2,"\uff5e":3,"\u{1f600}":4,"a":5,"__proto__":6}',
      '{"10":1,"2":2,"__proto__":6,"a":5,"\uff5e":3,"\u{1f600}":4}',
      'key order by code points',
    ),
  ];
}

function manifests() {
  const file = (path: string, content: string) => ({
    path,
    content_hash: sha256(content),
    size_bytes: Buffer.byteLength(content),
  });
  const entry = (...sorted: ReturnType<typeof file>[]) => {
    const entries = sorted.map(
      (f) => `{"content_hash":"${f.content_hash}","path":"${f.path}","size_bytes":${f.size_bytes}}`,
    );
    return { files: sorted.toReversed(), manifest_hash: sha256(`{"files":[${entries.join(',')}]}`) };
  };
  return [
    entry(file('index.html', '<!doctype html>')),
    entry(
      file('Z.txt', 'é'),
      file('a/b.css', 'body{}'),
      file('index.html', '<p>'),
      file('\uff5e.txt', '3'),
      file('\u{1f600}.txt', '4'),
    ),
  ];
}

function commitments() {
  const nonce = sha256('a nonce').slice(0, 32);
  const entry = (value: string | number | boolean, text: string) => ({
    value,
    nonce,
    commitment: sha256(`${text}:${nonce}`),
  });
  return [
    entry('rock', 'rock'),
    entry('é', 'é'),
    entry(0, '0'),
    entry(-17, '-17'),
    entry(true, 'True'),
    entry(false, 'False'),
  ];
}

function elo() {
  // Computed independently of the code: E is 1/2, 1/11, 10/11, 1/101, 100/101 at differences of 0, 400 and 800.
  const rows = [
    { own: 1264, opponent: 1312, win: 18, loss: 3 },
    { own: 1312, opponent: 1264, win: 14, loss: 5 },
    { own: 1600, opponent: 1200, win: 3, loss: 7 },
    { own: 1200, opponent: 1600, win: 29, loss: 1 },
    { own: 1200, opponent: 1200, win: 16, loss: 4 },
    { own: 2000, opponent: 1200, win: 0, loss: 8 },
    { own: 1200, opponent: 2000, win: 32, loss: 0 },
  ];
  return rows.map((row) => ({ ...row, draw: 8 }));
}

function proofOfWork() {
  const nonce = sha256('a challenge').slice(0, 32);
  const find = (difficulty: number) => {
    for (let counter = 0; ; counter += 1) {
      if (sha256(`${nonce}${hostKey}${counter}`).startsWith('00'.repeat(difficulty)))
        return { nonce, public_key: hostKey, difficulty, counter };
    }
  };
  return [1, 2].map(find);
}

function sealedBoxes() {
  const x25519 = (secret: Uint8Array) =>
    createPrivateKey({
      key: Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), secret]),
      format: 'der',
      type: 'pkcs8',
    });
  const raw = (key: KeyObject) =>
    createPublicKey(key as unknown as Parameters<typeof createPublicKey>[0])
      .export({ format: 'der', type: 'spki' })
      .subarray(-32);
  const ephemeralSecret = Buffer.from('d4'.repeat(32), 'hex');
  const ephemeral = x25519(ephemeralSecret);
  // The first half of the hashed seed is the secret scalar of both the Ed25519 and the X25519 key.
  const recipient = x25519(createHash('sha512').update(guest).digest().subarray(0, 32));
  const shared = diffieHellman({
    privateKey: ephemeral,
    publicKey: createPublicKey(recipient as unknown as Parameters<typeof createPublicKey>[0]),
  });
  const info = Buffer.from('616967656e6f72612d696e626f782d7631', 'hex');
  const key = Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(32), info, 32));
  const nonce = Buffer.from(sha256('a box').slice(0, 24), 'hex');
  return ['', 'See you at eight.', '♜'.repeat(256)].map((text) => {
    const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
    const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    const box = Buffer.concat([Buffer.from('4147425831', 'hex'), raw(ephemeral), nonce, sealed]);
    return {
      recipient_seed: hex(guest),
      recipient_public_key: guestKey,
      ephemeral_secret: hex(ephemeralSecret),
      nonce: hex(nonce),
      text,
      box: hex(box),
    };
  });
}

/** Every vector file, by its path below the repository's root. */
export function vectorFiles() {
  return {
    'shared/signing/vectors/texts.json': texts(),
    'shared/signing/vectors/hostile.json': hostile(),
    'shared/signing/vectors/audience.json': audience(),
    'shared/signing/vectors/community-identities.json': communityIdentities(),
    'shared/protocol/vectors/protocol-ids.json': protocolIds(),
    'shared/bundle/vectors/manifests.json': manifests(),
    'shared/tables/vectors/commitments.json': commitments(),
    'shared/community/vectors/elo.json': elo(),
    'shared/community/vectors/proof-of-work.json': proofOfWork(),
    'shared/inbox/vectors/sealed-box.json': sealedBoxes(),
  };
}
type VectorFiles = ReturnType<typeof vectorFiles>;

const repositoryRoot = new URL('../../', import.meta.url);

/** The stored content of a vector file. */
export function storedVectors<Path extends keyof VectorFiles>(path: Path): VectorFiles[Path] {
  return JSON.parse(readFileSync(new URL(path, repositoryRoot), 'utf8')) as VectorFiles[Path];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, content] of Object.entries(vectorFiles())) {
    const url = new URL(path, repositoryRoot);
    mkdirSync(new URL('.', url), { recursive: true });
    writeFileSync(url, `${JSON.stringify(content, null, 2)}\n`);
    console.log(path);
  }
}
