import type { IncomingHttpHeaders } from 'node:http';
import { acceptedLanguages, languageOf } from '../../../shared/language.ts';
import { permissionsPolicy } from '../../../shared/permissions-policy.ts';
import { anyAddress, type ServiceConfig } from '../../config.ts';
import { readHandler, respond } from '../../http/handler.ts';
import { findSummary } from '../../invitations/invitation.ts';
import { joinPage, joinPagePolicy } from '../../join/page.ts';
import { requestError } from '../../refusals.ts';

/** The page behind an invitation link. It shows no more of the invitation than `GET /join/{post_id}/summary`. */
export const getJoin = readHandler('GET /join/{post_id}', {
  async handle(db, { params, headers, now, context: { config } }) {
    const page = joinPage({
      ...params,
      server: baseUrl(config, headers),
      language: languageOf('system', acceptedLanguages(headers['accept-language'] ?? '')),
      summary: await findSummary(db, params.post_id, now),
    });
    return {
      ...respond(200, Buffer.from(page)),
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': joinPagePolicy,
        // The page depends on the request's host and language.
        'Cache-Control': 'no-store',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Permissions-Policy': permissionsPolicy(),
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'X-Robots-Tag': 'noindex',
      },
    };
  },
});

/** A name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const hostPattern = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i;

/** The URL under which the client reached the service: as configured, or else from the request. */
function baseUrl({ publicUrls, proxies }: ServiceConfig, headers: IncomingHttpHeaders): string {
  const [publicUrl] = publicUrls === anyAddress ? [] : publicUrls;
  if (publicUrl !== undefined) return publicUrl;
  const host = headers.host ?? '';
  if (!hostPattern.test(host)) throw requestError('malformed_request', 'The Host header is not a valid address.');
  const isSecure = proxies.length > 0 && headers['x-forwarded-proto'] === 'https';
  return `${isSecure ? 'https' : 'http'}://${host.toLowerCase()}`;
}
