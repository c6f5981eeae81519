import * as z from 'zod/mini';
import { address } from '#lib/contract/address.ts';
import { adminOpenApiCall } from '#lib/contract/admin/openapi.ts';
import { adminCalls } from '#lib/contract/calls/admin-calls.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { APPLICATION_KEY_HEADER } from '#lib/contract/calls/application-key.ts';
import { type Call, refusalReply } from '#lib/contract/calls/define-call.ts';
import { keyedCalls } from '#lib/contract/calls/keyed-calls.ts';
import {
  operationCalls,
  paymentCallbackCall,
  paymentWebhookCall,
  readyzCall,
} from '#lib/contract/calls/monitoring-and-webhooks.ts';
import { product } from '#lib/contract/catalogue.ts';
import { checkoutCall, IDEMPOTENCY_HEADER } from '#lib/contract/checkout.ts';
import { coupon } from '#lib/contract/coupons.ts';
import { customer } from '#lib/contract/customer.ts';
import { order } from '#lib/contract/orders.ts';
import { homeSection, partialStoreInfo } from '#lib/contract/store.ts';

/** Semantic version of the contract: the major number changes with a breaking change. */
const API_VERSION = '1.0.0';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  description?: string;
}

type Content = Record<string, { schema: JsonSchema }>;
type ResponseObject = { description: string; content: Content } | { $ref: string };

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: OpenApiParameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseObject>;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ResponseObject>;
    securitySchemes: Record<string, Record<string, string>>;
  };
}

/** Schemas shared by several calls, by their name in the document. */
const sharedSchemas = z.registry<{ id: string }>();
sharedSchemas.add(address, { id: 'Address' });
sharedSchemas.add(coupon, { id: 'Coupon' });
sharedSchemas.add(customer, { id: 'Customer' });
sharedSchemas.add(homeSection, { id: 'HomeSection' });
sharedSchemas.add(order, { id: 'Order' });
sharedSchemas.add(product, { id: 'Product' });
sharedSchemas.add(refusalReply, { id: 'Refusal' });
sharedSchemas.add(partialStoreInfo, { id: 'StoreInfo' });

/** Converts a schema to JSON Schema. Named schemas are added to `schemas` and referenced. */
function toSchema(schema: z.ZodMiniType, io: 'input' | 'output', schemas: Record<string, JsonSchema>): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    metadata: sharedSchemas,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Replies may gain fields, and unknown fields of a request are ignored.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // Drops the bounds that zod adds to every integer.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const plain = JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
  const { $schema: _, $defs = {}, id, ...rest } = plain;
  for (const [name, definition] of Object.entries($defs)) {
    const { id: __, ...body } = definition;
    schemas[name] = body;
  }
  if (typeof id !== 'string') return rest;
  schemas[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}

function parametersOf(call: Call, schemas: Record<string, JsonSchema>): OpenApiParameter[] {
  const { properties = {}, required = [] } = toSchema(call.params, 'input', schemas);
  const parameters = Object.entries(properties).map(([name, schema]): OpenApiParameter => {
    const inPath = call.path.includes(`{${name}}`);
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || required.includes(name),
      schema: typeof schema === 'boolean' ? {} : schema,
    };
  });
  if (call.name !== checkoutCall.name) return parameters;
  const description =
    'Generated when the checkout form opens; a retry with the same key does not place a second order. Required, here or as `idempotency_key` in the body.';
  const key: OpenApiParameter = {
    name: IDEMPOTENCY_HEADER,
    in: 'header',
    required: false,
    schema: { type: 'string', format: 'uuid' },
    description,
  };
  return [...parameters, key];
}

function refusalsOf({ method, access, name, needsRecentSignIn }: Call): string[] {
  const ofPost = method === 'POST' ? ['400', '413'] : [];
  if (access === 'keyless') return [...(operationRefusals[name] ?? []), 'default'];
  return [
    ...ofPost,
    '401',
    ...(needsRecentSignIn || accessesWithRight.has(access) ? ['403'] : []),
    '422',
    '429',
    'default',
  ].sort();
}

/** Kinds of access for which a session or key is not enough. */
const accessesWithRight: ReadonlySet<Call['access']> = new Set(['customer', 'optional', 'key', 'owner']);

const operationRefusals: Record<string, string[]> = {
  [readyzCall.name]: ['503'],
  [paymentWebhookCall.name]: ['401', '404', '413'],
  [paymentCallbackCall.name]: ['404', '413'],
};

function securityOf({ access, scope }: Call): OpenApiOperation['security'] {
  if (access === 'keyless') return [];
  if (access === 'key') return [{ key: scope ? [scope] : [] }];
  const withToken = { applicationKey: [], token: [] };
  const without = { applicationKey: [] };
  if (access === 'optional') return [withToken, without];
  return [access === 'anyone' ? without : withToken];
}

function encodingsOf({ access, encoding }: Call): string[] {
  const form = access === 'keyless' ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
  if (access === 'keyless') return [encoding === 'form' ? form : 'application/json'];
  return encoding === 'form' ? [form, 'application/json'] : ['application/json', form];
}

/** The body as JSON or form data, the site's own encoding first; undefined for a call without a body. */
function requestBodyOf(call: Call, schemas: Record<string, JsonSchema>): OpenApiOperation['requestBody'] {
  const body = toSchema(call.body, 'input', schemas);
  const { properties = {}, additionalProperties } = body;
  const empty = body.type === 'object' && Object.keys(properties).length === 0 && additionalProperties === undefined;
  if (call.method === 'GET' || empty) return undefined;
  const name = `${call.name.charAt(0).toUpperCase()}${call.name.slice(1)}Body`;
  schemas[name] = body;
  const schema = { $ref: `#/components/schemas/${name}` };
  const encodings = encodingsOf(call);
  const content = Object.fromEntries(encodings.map((encoding) => [encoding, { schema }]));
  // A missing body is parsed as an empty object.
  return { required: !z.safeParse(call.body, {}).success, content };
}

/** The successful reply: JSON, except for the call that a browser opens. */
function successOf(call: Call, schemas: Record<string, JsonSchema>): OpenApiOperation['responses'] {
  if (call.name === paymentCallbackCall.name) return { '303': { description: 'Redirects to the result', content: {} } };
  return {
    '200': { description: 'Success', content: { 'application/json': { schema: toSchema(call.reply, 'output', schemas) } } },
  };
}

function operationOf(call: Call, schemas: Record<string, JsonSchema>): OpenApiOperation {
  const requestBody = requestBodyOf(call, schemas);
  const refused: ResponseObject = { $ref: '#/components/responses/Refused' };
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [subjectOf(call)],
    security: securityOf(call),
    parameters: parametersOf(call, schemas),
    ...(requestBody && { requestBody }),
    responses: {
      ...successOf(call, schemas),
      ...Object.fromEntries(refusalsOf(call).map((status) => [status, refused])),
    },
  };
}

/** The call's tag in the document, derived from its path. */
function subjectOf({ path }: Call): string {
  const subjects: [RegExp, string][] = [
    [/^\/programs\//, 'Programs'],
    [/^\/admin\//, 'Admin'],
    [/cart/, 'Cart'],
    [/wishlist/, 'Wishlist'],
    [/order/, 'Orders'],
    [/checkout$|coupon|payment/, 'Checkout and payment'],
    [/address|account/, 'Account'],
    [/otp|login|logout|register|password|verify|user-details/, 'Signing in'],
    [/contact|pincode|store-info|home-page/, 'Store'],
    [/healthz|readyz/, 'Health'],
  ];
  return subjects.find(([pattern]) => pattern.test(path))?.[1] ?? 'Catalogue';
}

interface About {
  title: string;
  description: string;
  /** Whose session a bearer token is. */
  token: string;
}

function createDocument(all: readonly Call[], { title, description, token }: About): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = {};
  const paths: OpenApiDocument['paths'] = {};
  for (const call of all) {
    const operations = paths[call.path] ?? {};
    operations[call.method.toLowerCase()] = operationOf(call, schemas);
    paths[call.path] = operations;
  }
  const refusal = toSchema(refusalReply, 'output', schemas);
  const tags = [...new Set(all.map(subjectOf))].map((name) => ({ name }));
  return {
    openapi: '3.1.0',
    info: { title, version: API_VERSION, description },
    servers: [{ url: '/api' }],
    tags,
    paths,
    components: {
      schemas,
      responses: { Refused: { description: 'Refused', content: { 'application/json': { schema: refusal } } } },
      securitySchemes: {
        applicationKey: {
          type: 'apiKey',
          in: 'header',
          name: APPLICATION_KEY_HEADER,
          description: 'Public identifier of the client; it grants no access.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'Key of a program, from: store keys add. It needs the scope that is named.',
        },
        token: { type: 'http', scheme: 'bearer', description: token },
      },
    },
  };
}

const ENVELOPE =
  'Every reply is JSON with `success`. A refusal has a `message` to show and, for invalid fields, `errors`; its status tells the reason.';

let cachedDocument: OpenApiDocument | undefined;

/** Returns the contract as an OpenAPI 3.1 document, without the calls of the admin pages; cached. */
export function getOpenApiDocument(): OpenApiDocument {
  cachedDocument ??= createDocument([...calls, ...keyedCalls, ...operationCalls], {
    title: 'Store API',
    description: `${ENVELOPE} Prices are strings in rupees with two decimals.`,
    token: 'Session token from the reply to a sign-in.',
  });
  return cachedDocument;
}

let cachedAdminDocument: OpenApiDocument | undefined;

/** Returns the calls of the admin pages as an OpenAPI 3.1 document for people of the shop; cached. */
export function getAdminOpenApiDocument(): OpenApiDocument {
  cachedAdminDocument ??= createDocument([...adminCalls, adminOpenApiCall], {
    title: 'Admin of the store',
    description: ENVELOPE,
    token: 'Session token of a member of staff. A session of a shopper is none.',
  });
  return cachedAdminDocument;
}
