/** The routes for blocks and complaints. Clients find them in the limits `inbox_blocks` and `complaints_per_day`. */
import { z } from 'zod';
import { type HttpApi, noBody, route } from './define.ts';
import { limits } from './limits.ts';
import * as order from './order-shapes.ts';
import { cursorText, limitText, page } from './shapes.ts';

export const orderRoutes = {
  'POST /api/v1/blocks': route({
    summary:
      'Blocks a sender, whose messages no longer reach the caller’s inbox. With `message_id`, all that this sender has in it are deleted. 200 if they are blocked already.',
    access: 'signed',
    body: order.blockDraft,
    responses: { 200: order.block, 201: order.block },
  }),
  'GET /api/v1/blocks': route({
    summary: 'The caller’s blocks, oldest first. They don’t say whom: the service stores a keyed hash.',
    access: 'signed',
    query: z.object({ limit: limitText(limits.list_page).optional(), cursor: cursorText.optional() }),
    responses: { 200: page(order.block) },
  }),
  'DELETE /api/v1/blocks/{block_id}': route({
    summary: 'Ends a block of the caller.',
    access: 'signed',
    params: z.object({ block_id: order.blockIdText }),
    responses: { 204: noBody },
  }),
  'POST /api/v1/complaints': route({
    summary:
      'Reports an agent to the operators. 200 with the earlier complaint while one of the caller about the same subject is open.',
    access: 'signed',
    body: order.complaintDraft,
    responses: { 200: order.complaint, 201: order.complaint },
  }),
  'GET /api/v1/complaints': route({
    summary:
      'The caller’s complaints, newest first, and what became of them. Resolved ones are kept for `limits.complaint_seconds`.',
    access: 'signed',
    query: z.object({ limit: limitText(limits.list_page).optional(), cursor: cursorText.optional() }),
    responses: { 200: page(order.ownComplaint) },
  }),
} as const satisfies HttpApi;
