/** Compares the API description with the zod schemas of the contract, so that no omission of the generator goes unnoticed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CommunityRoute, communityApi, communityRoutes } from '../../shared/community/contract.ts';
import { noBody, type Route, rawTypeOf, splitKey } from '../../shared/community/define.ts';
import { errorCodes, errorStatus } from '../../shared/errors.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { requestOf, TestCommunity } from '../testing/community.ts';
import { sendRequest } from '../testing/http.ts';

let community: TestCommunity;
// biome-ignore lint/suspicious/noExplicitAny: an arbitrary document
let api: any;
beforeAll(async () => {
  community = await TestCommunity.start();
  api = JSON.parse((await sendRequest(community.url, { method: 'GET', target: '/openapi.json' })).text);
});
afterAll(() => community.dispose());

const operation = (key: CommunityRoute) => {
  const { method, path } = splitKey(key);
  return api.paths[path][method.toLowerCase()];
};
const routeOf = (key: CommunityRoute): Route => communityApi[key];

/** The target of a `$ref`; every step must exist. */
function resolve(ref: string): JsonObject {
  const steps = ref.slice(2).split('/');
  return steps.reduce((at, step) => {
    expect(Object.hasOwn(at, step), ref).toBe(true);
    return at[step];
  }, api);
}

function visitObjects(value: Json, visit: (object: JsonObject, path: string) => void, path = ''): void {
  if (Array.isArray(value)) {
    for (const [i, member] of value.entries()) visitObjects(member, visit, `${path}/${i}`);
  } else if (typeof value === 'object' && value !== null) {
    visit(value, path);
    for (const [key, member] of Object.entries(value)) visitObjects(member, visit, `${path}/${key}`);
  }
}

/** Unwraps optional, nullable and defaulted schemas. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  return schema;
}

/** Compares a described schema with a zod schema, field by field. Returns the number of fields compared. */
function compare(shape: z.ZodType, described: JsonObject, place: string): number {
  const inner = unwrap(shape);
  const actual = '$ref' in described ? resolve(described.$ref as string) : described;
  const alternatives = actual.anyOf as JsonObject[] | undefined;
  if (alternatives && !(inner instanceof z.ZodUnion) && !(inner instanceof z.ZodLazy)) {
    expect(alternatives.filter(({ type }) => type === 'null').length, place).toBe(1);
    return compare(inner, alternatives.find(({ type }) => type !== 'null')!, place);
  }
  if (inner instanceof z.ZodArray) {
    expect([actual.type].flat(), place).toContain('array');
    return compare(inner.element as z.ZodType, actual.items as JsonObject, `${place}/items`);
  }
  if (inner instanceof z.ZodEnum) expect(actual.enum, place).toEqual(inner.options);
  if (!(inner instanceof z.ZodObject)) return 0;
  expect(actual.type, place).toBe('object');
  const properties = actual.properties as { [name: string]: JsonObject };
  expect(Object.keys(properties).sort(), place).toEqual(Object.keys(inner.shape).sort());
  let seen = 0;
  for (const [name, member] of Object.entries(inner.shape) as [string, z.ZodType][]) {
    const required = (actual.required as string[] | undefined)?.includes(name) ?? false;
    expect(required, `${place}/${name}`).toBe(!member.safeParse(undefined).success);
    seen += 1 + compare(member, properties[name]!, `${place}/${name}`);
  }
  return seen;
}

test('describes exactly the routes of the contract', () => {
  const described = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual([...communityRoutes].sort());
  const ids = communityRoutes.map((key) => operation(key).operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const key of communityRoutes) {
    const { summary, security } = operation(key);
    expect(summary, key).toMatch(/^[A-Z].*\.$/);
    expect(summary, key).not.toContain('\n');
    expect(security.length, key).toBe(routeOf(key).access === 'signed' ? 1 : 0);
  }
});

test('describes every parameter as required or optional', () => {
  let seen = 0;
  for (const key of communityRoutes) {
    const { params, query, headers } = routeOf(key);
    const actual = operation(key).parameters as JsonObject[];
    const names = (place: string) => actual.filter((parameter) => parameter.in === place).map(({ name }) => name);
    expect(names('path'), key).toEqual([...splitKey(key).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(names('path').sort(), key).toEqual(Object.keys(params.shape).sort());
    expect(names('query'), key).toEqual(Object.keys(query.shape));
    expect(names('header'), key).toEqual(Object.keys(headers));
    for (const { name, in: place, required } of actual) {
      if (place === 'path') expect(required, key).toBe(true);
      if (place === 'query') {
        const shape: z.ZodType = query.shape[name as string]!;
        expect(required, `${key} ${name}`).toBe(!shape.safeParse(undefined).success);
      }
      seen += 1;
    }
  }
  expect(seen).toBeGreaterThan(45);
});

test('the contract decodes a parameter encoded as described', () => {
  const samples: { [name: string]: Json } = { limit: 7, offset: 0, tags: ['game:x', 'b'], id: 12 };
  for (const key of communityRoutes) {
    const { params, query } = routeOf(key);
    for (const { name, in: place, style, explode, schema } of operation(key).parameters as JsonObject[]) {
      const value = samples[name as string];
      if (value === undefined) continue;
      const { type } = schema as JsonObject;
      expect(Array.isArray(value) ? ['array'] : ['integer', 'number'], key).toContain(type);
      if (place === 'query') expect([style, explode]).toEqual(['form', false]);
      const codec = (place === 'query' ? query : params).shape[name as string]! as z.ZodType;
      expect(codec.parse(String(value)), `${key} ${name}`).toEqual(value);
    }
  }
});

test('describes every field and the maximum size of every request body', () => {
  let seen = 0;
  for (const key of communityRoutes) {
    const { body, body_bytes } = routeOf(key);
    const actual = operation(key).requestBody;
    expect(actual === undefined, key).toBe(body === noBody);
    if (!actual) continue;
    expect(actual.required, key).toBe(true);
    expect(actual.description, key).toBe(`At most ${body_bytes} bytes.`);
    expect(Object.keys(actual.content), key).toEqual(['application/json']);
    seen += compare(body, actual.content['application/json'].schema, key);
  }
  expect(seen).toBeGreaterThan(70);
});

test('describes every field of every response', () => {
  let seen = 0;
  for (const key of communityRoutes) {
    const { responses: expected } = routeOf(key);
    const { responses } = operation(key);
    for (const [status, shape] of Object.entries(expected)) {
      const { content } = responses[status];
      const rawType = rawTypeOf(shape);
      if (shape === noBody) expect(content, `${key} ${status}`).toBeUndefined();
      else if (rawType !== null) expect(content, key).toEqual({ [rawType]: {} });
      else seen += compare(shape, content['application/json'].schema, `${key} ${status}`);
    }
    const problems = Object.entries(responses).filter(([status]) => !(status in expected));
    expect(problems.length, key).toBeGreaterThan(3);
    for (const [status, response] of problems) {
      expect(response, `${key} ${status}`).toEqual({ $ref: `#/components/responses/Problem${status}` });
    }
  }
  expect(seen).toBeGreaterThan(250);
});

test('no response schema has an optional field', () => {
  for (const key of communityRoutes) {
    for (const shape of Object.values(routeOf(key).responses)) {
      if (!(shape instanceof z.ZodObject)) continue;
      for (const member of Object.values(shape.shape)) expect(member instanceof z.ZodDefault, key).toBe(false);
    }
  }
});

test('describes every error code under its status', () => {
  const actual = new Map<string, number>();
  for (const [name, response] of Object.entries(api.components.responses) as [string, JsonObject][]) {
    const { schema } = (response.content as JsonObject)['application/problem+json'] as JsonObject;
    const [problem, narrowed] = (schema as JsonObject).allOf as [JsonObject, JsonObject];
    expect(problem).toEqual({ $ref: '#/components/schemas/ProblemDocument' });
    const { status, code } = narrowed.properties as { status: { const: number }; code: { enum: string[] } };
    expect(name).toBe(`Problem${status.const}`);
    for (const each of code.enum) actual.set(each, status.const);
  }
  const httpCodes = errorCodes.filter((code) => errorStatus[code] !== null);
  expect([...actual].sort()).toEqual(httpCodes.map((code) => [code, errorStatus[code]]).sort());
  expect(api.components.schemas.ProblemDocument.properties.code.enum).toEqual(httpCodes);
});

test('signed routes require all four signature headers', () => {
  const schemes = api.components.securitySchemes as { [name: string]: JsonObject };
  expect(Object.values(schemes).map(({ name }) => name)).toEqual([
    'X-Public-Key',
    'X-Signature',
    'X-Timestamp',
    'X-Request-Id',
  ]);
  for (const { type, in: place } of Object.values(schemes)) expect([type, place]).toEqual(['apiKey', 'header']);
  for (const key of communityRoutes) {
    for (const requirement of operation(key).security) expect(Object.keys(requirement)).toEqual(Object.keys(schemes));
  }
});

describe('as an OpenAPI 3.1 document', () => {
  /** The members that each kind of object must and may have (https://spec.openapis.org/oas/v3.1.1.html#schema). */
  const grammar: { [object: string]: { must: string[]; may: string[] } } = {
    document: { must: ['openapi', 'info', 'paths'], may: ['jsonSchemaDialect', 'servers', 'components'] },
    info: { must: ['title', 'version'], may: ['description', 'license', 'summary'] },
    license: { must: ['name'], may: ['identifier'] },
    components: { must: [], may: ['schemas', 'responses', 'securitySchemes'] },
    operation: {
      must: ['responses'],
      may: ['operationId', 'summary', 'tags', 'security', 'parameters', 'requestBody'],
    },
    parameter: { must: ['name', 'in', 'schema'], may: ['required', 'description', 'style', 'explode'] },
    requestBody: { must: ['content'], may: ['required', 'description'] },
    response: { must: ['description'], may: ['headers', 'content'] },
    header: { must: ['schema'], may: ['description'] },
    media: { must: [], may: ['schema'] },
    apiKey: { must: ['type', 'in', 'name'], may: ['description'] },
  };
  const checkMembers = (object: JsonObject, kind: string, place = kind) => {
    const { must, may } = grammar[kind]!;
    expect(Object.keys(object), place).toEqual(expect.arrayContaining(must));
    for (const key of Object.keys(object)) expect([...must, ...may], `${place}: ${key}`).toContain(key);
  };

  const checkResponse = (response: JsonObject, place: string) => {
    checkMembers(response, 'response', place);
    for (const header of Object.values((response.headers ?? {}) as JsonObject))
      checkMembers(header as JsonObject, 'header');
    for (const [type, media] of Object.entries((response.content ?? {}) as JsonObject)) {
      expect(type, place).toMatch(/^[\w*+.-]+\/[\w*+.-]+$/);
      checkMembers(media as JsonObject, 'media', place);
    }
  };

  test('every object has all required members and no unknown ones', () => {
    checkMembers(api, 'document');
    expect(api.openapi).toMatch(/^3\.1\.\d+$/);
    checkMembers(api.info, 'info');
    checkMembers(api.info.license, 'license');
    checkMembers(api.components, 'components');
    for (const [name, response] of Object.entries(api.components.responses))
      checkResponse(response as JsonObject, name);
    for (const scheme of Object.values(api.components.securitySchemes)) checkMembers(scheme as JsonObject, 'apiKey');
    for (const group of Object.values(api.components) as JsonObject[]) {
      for (const name of Object.keys(group)) expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
    }
    for (const [path, methods] of Object.entries(api.paths) as [string, JsonObject][]) {
      expect(path).toMatch(/^\//);
      for (const [method, each] of Object.entries(methods) as [string, JsonObject][]) {
        const place = `${method} ${path}`;
        expect(['get', 'post', 'patch', 'delete'], place).toContain(method);
        checkMembers(each, 'operation', place);
        const parameters = each.parameters as JsonObject[];
        for (const parameter of parameters) checkMembers(parameter, 'parameter', place);
        const names = parameters.map(({ name, in: where }) => `${where} ${name}`);
        expect(new Set(names).size, place).toBe(names.length);
        if (each.requestBody) checkMembers(each.requestBody as JsonObject, 'requestBody', place);
        for (const [status, response] of Object.entries(each.responses as JsonObject)) {
          expect(status, place).toMatch(/^[1-5]\d\d$/);
          if (!('$ref' in (response as JsonObject))) checkResponse(response as JsonObject, place);
        }
      }
    }
  });

  test('no two paths differ only in their parameter names', () => {
    const anonymous = Object.keys(api.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(anonymous).size).toBe(anonymous.length);
  });

  test('every reference resolves and every component is used', () => {
    const used = new Set<string>();
    visitObjects(api, (object) => {
      if (typeof object.$ref !== 'string') return;
      expect(object.$ref).toMatch(/^#\/components\//);
      resolve(object.$ref);
      used.add(object.$ref);
    });
    for (const name of Object.keys(api.components.schemas)) expect(used).toContain(`#/components/schemas/${name}`);
  });

  test('schemas use only keywords of JSON Schema 2020-12', () => {
    const keywords = [
      ...['$ref', 'type', 'properties', 'required', 'additionalProperties', 'propertyNames', 'items', 'enum', 'const'],
      ...['anyOf', 'oneOf', 'allOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'default', 'format'],
      ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'description', 'multipleOf'],
    ];
    const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
    const check = (schema: JsonObject, place: string): void => {
      for (const key of Object.keys(schema)) expect(keywords, `${place}: ${key}`).toContain(key);
      for (const type of [schema.type ?? []].flat()) expect(types, place).toContain(type);
      if (typeof schema.pattern === 'string') {
        expect(() => new RegExp(schema.pattern as string, 'u')).not.toThrow();
        // Not every regular expression engine supports Unicode property escapes.
        expect(schema.pattern, place).not.toContain('\\p{');
      }
      const properties = (schema.properties ?? {}) as { [name: string]: JsonObject };
      for (const [name, member] of Object.entries(properties)) check(member, `${place}/${name}`);
      for (const name of (schema.required ?? []) as string[]) expect(Object.keys(properties), place).toContain(name);
      for (const key of ['items', 'additionalProperties', 'propertyNames']) {
        const inner = schema[key];
        if (typeof inner === 'object' && inner !== null) check(inner as JsonObject, `${place}/${key}`);
      }
      for (const key of ['anyOf', 'oneOf', 'allOf']) {
        for (const inner of (schema[key] ?? []) as JsonObject[]) check(inner, `${place}/${key}`);
      }
    };
    for (const [name, schema] of Object.entries(api.components.schemas)) check(schema as JsonObject, name);
    for (const key of communityRoutes) {
      for (const { schema, name } of operation(key).parameters) check(schema, `${key} ${name}`);
    }
  });
});

test('serves the description without a signature and with an ETag', async () => {
  const request = requestOf('GET /openapi.json', {});
  const first = await sendRequest(community.url, request);
  expect(first.status).toBe(200);
  expect(first.headers['content-type']).toBe('application/json');
  const { etag } = first.headers;
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  const again = await sendRequest(community.url, { ...request, headers: { 'If-None-Match': etag! } });
  expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
  const other = await sendRequest(community.url, { ...request, headers: { 'If-None-Match': '"x"' } });
  expect([other.status, other.text]).toEqual([200, first.text]);
});
