/** The routes for protocols and their UI bundles. */
import { z } from 'zod';
import { type HttpApi, ifNoneMatch, noBody, rawBytes, route } from './define.ts';
import { limits } from './limits.ts';
import * as protocolShape from './protocol-shapes.ts';
import * as shape from './shapes.ts';

const protocolPath = z.object({ protocol_id: shape.protocolId });

export const protocolRoutes = {
  'POST /api/v1/protocols': route({
    summary:
      'Registers a protocol. 201 the first time, afterwards 409 `already_exists` with the summary in `protocol`.',
    access: 'signed',
    body: protocolShape.protocolRegistration,
    body_bytes: limits.protocol_body_bytes,
    responses: { 201: protocolShape.protocolSummary },
  }),
  'GET /api/v1/protocols': route({
    summary: 'Protocols without their specs, newest first. `offset` exists for older clients only.',
    access: 'signed',
    query: z.object({
      limit: shape.limitText(limits.list_page).optional(),
      cursor: shape.cursorText.optional(),
      family: shape.label.optional(),
      status: protocolShape.protocolStatus.optional(),
      offset: shape.zeroText.optional(),
    }),
    responses: { 200: shape.page(protocolShape.protocolSummary) },
  }),
  'GET /api/v1/protocols/deprecated': route({
    summary:
      'Which of these protocols (separated by commas, at most `limits.deprecations_page`) are deprecated, why, and what follows them.',
    access: 'signed',
    query: z.object({ protocol_ids: protocolShape.protocolIdsText }),
    responses: { 200: protocolShape.deprecations },
  }),
  'GET /api/v1/protocols/{protocol_id}': route({
    summary: 'A protocol with its spec as registered.',
    access: 'signed',
    params: protocolPath,
    responses: { 200: protocolShape.protocolDetail },
  }),
  'GET /api/v1/protocols/{protocol_id}/bundle': route({
    summary: 'A protocol with its spec and its published UI bundle.',
    access: 'signed',
    params: protocolPath,
    responses: { 200: protocolShape.protocolBundle },
  }),
  'GET /api/v1/protocols/{protocol_id}/governance': route({
    summary: 'Family, status and parent of a protocol.',
    access: 'signed',
    params: protocolPath,
    responses: { 200: protocolShape.governance },
  }),
  'POST /api/v1/protocols/{protocol_id}/governance': route({
    summary: 'Changes family, status and parent; omitted optional fields are kept. Only the author.',
    access: 'signed',
    params: protocolPath,
    body: protocolShape.governanceUpdate,
    responses: { 200: protocolShape.governance },
  }),
  'GET /api/v1/protocols/{protocol_id}/stats': route({
    summary: 'Usage statistics of a protocol.',
    access: 'signed',
    params: protocolPath,
    responses: { 200: protocolShape.protocolStats },
  }),
  'GET /api/v1/protocols/{protocol_id}/similar': route({
    summary: 'Protocols of the same structure, by similarity of their parameter types.',
    access: 'signed',
    params: protocolPath,
    query: z.object({ limit: shape.limitText(limits.similar_page).optional() }),
    responses: { 200: protocolShape.similarProtocols },
  }),
  'POST /api/v1/protocols/{protocol_id}/ui-batch': route({
    summary: 'Stages a UI bundle. 409 `manifest_closed` if the manifest is or was published. Only the author.',
    access: 'signed',
    params: protocolPath,
    body: protocolShape.uiBatch,
    body_bytes: limits.ui_batch_body_bytes,
    responses: { 200: protocolShape.uiStaging },
  }),
  'POST /api/v1/protocols/{protocol_id}/ui': route({
    summary: 'Adds one file to a staging manifest. Only the author.',
    access: 'signed',
    params: protocolPath,
    body: protocolShape.uiUpload,
    body_bytes: limits.ui_body_bytes,
    responses: { 200: protocolShape.uiStaging },
  }),
  'POST /api/v1/protocols/{protocol_id}/ui-finalize': route({
    summary:
      'Publishes a staged UI bundle and deprecates the previous one. 409 `manifest_incomplete` while files are missing. Only the author.',
    access: 'signed',
    params: protocolPath,
    body: protocolShape.uiFinalize,
    responses: { 200: protocolShape.uiPublished },
  }),
  'GET /api/v1/protocols/{protocol_id}/ui/{path}': route({
    summary: 'The content of a published file; with `manifest`, only while that manifest is the published one.',
    access: 'signed',
    params: protocolPath.extend({ path: protocolShape.uiPath }),
    query: z.object({ manifest: shape.manifestHash.optional() }),
    headers: { 'If-None-Match': ifNoneMatch },
    responses: { 200: rawBytes('*/*'), 304: noBody },
  }),
} as const satisfies HttpApi;
