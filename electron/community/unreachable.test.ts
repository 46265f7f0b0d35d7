/** Certificates that can't be trusted, at a real server. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { toProblem } from '../../shared/errors.ts';
import { createCommunityClient } from './client.ts';

/** For `localhost`, signed by themselves. */
const current = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUP/vaInXnI9gemEgVOoVWIxFD4VUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODAzMDQ0NVoYDzIxMjYxMTA0
MDMwNDQ1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARabPwP/cUbDaPAy64fq82tZF7tArNHmLhme/wLb2JyRFnhrWJvw/O+
8Ds9tiUBgpw/5oB6yymJOOFckWsusx5bo2kwZzAdBgNVHQ4EFgQUke/uBR2BzJIx
wQYWBcsfufy5uIUwHwYDVR0jBBgwFoAUke/uBR2BzJIxwQYWBcsfufy5uIUwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgeHWj7rzR95CVzUTFO+Hzitwn1EMRowh6FVcCTs6iF5ICIQDOoy8+emp0
djfKDDld3xz0mkJEPSKNZWqDBb8I52L7SQ==
-----END CERTIFICATE-----`;
/** Valid in January 2020. */
const expired = `-----BEGIN CERTIFICATE-----
MIIBTTCB9KADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAeFw0yMDAxMDEwMDAwMDBaFw0yMDAyMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFps/A/9xRsNo8DLrh+r
za1kXu0Cs0eYuGZ7/AtvYnJEWeGtYm/D877wOz22JQGCnD/mgHrLKYk44VyRay6z
HlujNzA1MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAdBgNVHQ4EFgQUke/uBR2BzJIx
wQYWBcsfufy5uIUwCgYIKoZIzj0EAwIDSAAwRQIgAgo+156ubuzLjo6OPBFSJWkd
2kZnXOKEfdedGwul20YCIQDMAth+ZKlnT7Gavcs3iCvK9uL1nagU+vc1Y/C/Ekku
Ug==
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIVl7tGLFoAqZTVm8
LjCxynCD4IkgELgZXJZI/y+IWaKhRANCAARabPwP/cUbDaPAy64fq82tZF7tArNH
mLhme/wLb2JyRFnhrWJvw/O+8Ds9tiUBgpw/5oB6yymJOOFckWsusx5b
-----END PRIVATE KEY-----`;

async function problemWith(cert: string) {
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  return createCommunityClient({ url: () => url, signer: null })
    .call('GET /api/v1/version', {})
    .catch(toProblem);
}

test('a certificate that nobody vouches for is named', async () => {
  expect(await problemWith(current)).toMatchObject({
    code: 'certificate_invalid',
    message: expect.stringMatching(/^The certificate of https:.* is not from an authority that this computer trusts /),
    detail: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  });
});

test('a certificate that has expired is named', async () => {
  const authorities = getCACertificates();
  onTestFinished(() => setDefaultCACertificates(authorities));
  setDefaultCACertificates([...authorities, expired]);
  expect(await problemWith(expired)).toMatchObject({
    code: 'certificate_invalid',
    message: expect.stringMatching(/^The certificate of https:.* has expired /),
    detail: { reason: 'CERT_HAS_EXPIRED' },
  });
});
