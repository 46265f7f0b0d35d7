/** Generates an OpenAPI 3.1 document from the contract (https://spec.openapis.org/oas/v3.1.1.html). */
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { communityApi, communityRoutes } from '../../shared/community/contract.ts';
import { noBody, type Route, rawTypeOf, splitKey } from '../../shared/community/define.ts';
import * as boardShapes from '../../shared/community/leaderboard-shapes.ts';
import * as protocolShapes from '../../shared/community/protocol-shapes.ts';
import * as shapes from '../../shared/community/shapes.ts';
import { errorCodes, errorStatus } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { serviceVersion } from '../version.ts';

const apiDescription =
  'The community service of Parlor. Errors are problem documents (RFC 9457) with a stable `code`. Every route that is not ' +
  'public is signed: the four headers of the security schemes, made with the Ed25519 key of a registered agent. Bodies ' +
  'are JSON in UTF-8 without content encoding and without duplicate keys; unknown keys are ignored. ' +
  'Times are ISO 8601, UTC, with milliseconds. `/api/v1/version` lists the limits.';

/** One security scheme per signature header; a signed request needs all of them. */
const signatureHeaders = {
  PublicKey: ['X-Public-Key', 'The Ed25519 public key of a registered agent, 64 lower-case hex digits.'],
  Signature: [
    'X-Signature',
    'Ed25519 signature, 128 lower-case hex digits, over five parts joined by a line feed: the value of X-Timestamp, the ' +
      'method in upper case, the request target with its query exactly as on the request line, the value of X-Request-Id, ' +
      'and the raw bytes of the body, of which GET and DELETE have none.',
  ],
  Timestamp: ['X-Timestamp', 'Unix time in seconds, at most 300 s away from the clock of the service.'],
  RequestId: ['X-Request-Id', 'A random value, 16 to 64 lower-case hex digits, used once per key.'],
} as const;

export function describeApi(): JsonObject {
  const paths: { [path: string]: JsonObject } = {};
  /** Named schemas, which become components. Grows while the operations are described. */
  const schemasByName = new Map<string, z.ZodType>(
    Object.entries({ ...shapes, ...boardShapes, ...protocolShapes })
      .filter(([, schema]) => schema instanceof z.ZodObject || schema === shapes.json || schema === shapes.time)
      .map(([name, schema]) => [upperFirst(name), schema as z.ZodType]),
  );
  for (const key of communityRoutes) {
    const { method, path } = splitKey(key);
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = operationOf(key, communityApi[key], schemasByName);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parlor community service',
      version: serviceVersion,
      description: apiDescription,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemasOf(schemasByName),
      responses: problemResponses(),
      securitySchemes: securitySchemes(),
    },
  };
}

function operationOf(
  key: (typeof communityRoutes)[number],
  route: Route,
  schemasByName: Map<string, z.ZodType>,
): JsonObject {
  const { method, path } = splitKey(key);
  const segments = path.split(/\W+/).filter((segment) => segment !== '' && segment !== 'api' && segment !== 'v1');
  const operationId = method.toLowerCase() + segments.map(upperFirst).join('');
  const takesBody = route.body !== noBody;
  const isSigned = route.access === 'signed';
  const documentedResponses = Object.entries(route.responses).map(([status, body]) => [
    status,
    responseOf(Number(status), body, 304 in route.responses, schemasByName, operationId),
  ]);
  const errorStatuses = [
    400,
    ...(isSigned ? [401, 403] : []),
    404,
    ...(method === 'GET' ? [] : [409]),
    ...(takesBody ? [413, 415] : []),
    429,
    500,
    503,
    ...(method === 'GET' ? [] : [507]),
  ].filter((status) => !(status in route.responses));
  return {
    operationId,
    summary: route.summary,
    tags: [segments[0]!],
    security: isSigned ? [Object.fromEntries(Object.keys(signatureHeaders).map((name) => [name, []]))] : [],
    parameters: parametersOf(route),
    ...(takesBody
      ? {
          requestBody: {
            required: true,
            description: `At most ${route.body_bytes} bytes.`,
            content: {
              'application/json': {
                schema: referenceTo(`${upperFirst(operationId)}Request`, route.body, schemasByName),
              },
            },
          },
        }
      : {}),
    responses: Object.fromEntries([
      ...documentedResponses,
      ...errorStatuses.map((status) => [String(status), { $ref: `#/components/responses/Problem${status}` }]),
    ]),
  };
}

function responseOf(
  status: number,
  body: z.ZodType,
  hasETag: boolean,
  schemasByName: Map<string, z.ZodType>,
  operationId: string,
): JsonObject {
  const rawType = rawTypeOf(body);
  const content: JsonObject | null =
    body === noBody
      ? null
      : rawType === null
        ? {
            'application/json': {
              schema: referenceTo(`${upperFirst(operationId)}Answer${status}`, body, schemasByName),
            },
          }
        : { [rawType]: {} };
  return {
    description: STATUS_CODES[status]!,
    ...(hasETag ? { headers: { ETag: { description: 'Strong.', schema: { type: 'string' } } } } : {}),
    ...(content ? { content } : {}),
  };
}

/** A reference to the schema's component, which is created as `name` if missing. */
function referenceTo(name: string, schema: z.ZodType, schemasByName: Map<string, z.ZodType>): JsonObject {
  const existingName = [...schemasByName].find(([, other]) => other === schema)?.[0];
  if (existingName === undefined) schemasByName.set(name, schema);
  return { $ref: referencePath(existingName ?? name) };
}

const referencePath = (name: string): string => `#/components/schemas/${name}`;

/** Parameters are described by their decoded values; lists are separated by commas (style `form` without explode). */
function parametersOf({ params, query, headers }: Route): JsonObject[] {
  const parametersIn = (location: 'path' | 'query', object: z.ZodObject): JsonObject[] =>
    Object.entries(object.shape as { [name: string]: z.ZodType }).map(([name, schema]) => ({
      name,
      in: location,
      required: !schema.safeParse(undefined).success,
      ...(name === 'path'
        ? { description: 'Any number of segments, each percent-encoded and separated by slashes.' }
        : {}),
      ...(location === 'query' ? { style: 'form', explode: false } : {}),
      schema: jsonSchemaOf(schema),
    }));
  return [
    ...parametersIn('path', params),
    ...parametersIn('query', query),
    ...Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
  ];
}

function jsonSchemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', override: simplifySchema });
  return rest as JsonObject;
}

/** The input side of the schemas describes both request and response bodies on the wire. */
function schemasOf(schemasByName: Map<string, z.ZodType>): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of schemasByName) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: referencePath, override: simplifySchema });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema as JsonObject]),
  );
}

const serviceCodes = errorCodes.filter((code) => errorStatus[code] !== null);

/** Removes JavaScript's integer limits, and error codes that are never sent over HTTP. */
function simplifySchema({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: unknown;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (zodSchema === shapes.problemDocument.shape.code) jsonSchema.enum = serviceCodes;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** One problem response per error status, with its codes. */
function problemResponses(): JsonObject {
  const statuses = [...new Set(Object.values(errorStatus).filter((status) => status !== null))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = errorCodes.filter((code) => errorStatus[code] === status);
      const narrowedSchema = { properties: { status: { const: status }, code: { enum: codes } } };
      const retryAfter = { description: 'Seconds to wait before retrying.', schema: { type: 'integer', minimum: 1 } };
      return [
        `Problem${status}`,
        {
          description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
          ...(status === 429 ? { headers: { 'Retry-After': retryAfter } } : {}),
          content: {
            'application/problem+json': {
              schema: { allOf: [{ $ref: referencePath('ProblemDocument') }, narrowedSchema] },
            },
          },
        },
      ];
    }),
  );
}

function securitySchemes(): JsonObject {
  return Object.fromEntries(
    Object.entries(signatureHeaders).map(([scheme, [name, description]]) => [
      scheme,
      { type: 'apiKey', in: 'header', name, description },
    ]),
  );
}

/** `karma_entry` becomes `KarmaEntry`. */
const upperFirst = (text: string): string =>
  text
    .split('_')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');
